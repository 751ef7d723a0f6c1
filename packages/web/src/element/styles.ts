/**
 * The look. Colours follow the `color-scheme` around the element; every `--readback-…` below can be
 * set from outside, and every part has a name for `::part()`.
 */
export const STYLES = `
:host {
  --_accent: var(--readback-accent, light-dark(#1d5fd1, #8ab4ff));
  --_on-accent: var(--readback-on-accent, light-dark(#ffffff, #0b1526));
  --_surface: var(--readback-surface, light-dark(#ffffff, #1d2025));
  --_field: var(--readback-field, light-dark(#ffffff, #14161a));
  --_text: var(--readback-text, light-dark(#1b1f24, #eceef1));
  --_muted: var(--readback-muted, light-dark(#59616b, #a8b0ba));
  --_border: var(--readback-border, light-dark(#d5dae0, #3a4049));
  --_control: var(--readback-control, light-dark(#858d97, #7d8691));
  --_danger: var(--readback-danger, light-dark(#b3261e, #ff9b92));
  --_warning: var(--readback-warning, light-dark(#7a4d00, #ffcf70));
  --_warning-surface: var(--readback-warning-surface, light-dark(#fff4d9, #332911));
  --_success: var(--readback-success, light-dark(#17683a, #7fd6a0));
  --_radius: var(--readback-radius, 10px);
  display: block;
  container-type: inline-size;
  /* A container has no width of its own. Where width follows content it would vanish without this. */
  contain-intrinsic-inline-size: min(30rem, 100vw - 5rem);
  /* What it can be pressed down to by what stands beside it. */
  min-inline-size: min(100%, 16rem);
  color: var(--_text);
  font: var(--readback-font, 400 1rem / 1.5 system-ui, sans-serif);
  overflow-wrap: anywhere;
  text-align: start;
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
p, h2, ol { margin: 0; }
.live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.stack { display: grid; gap: 1rem; }
.empty { color: var(--_muted); text-align: center; padding: 2rem 1rem; }
.card {
  background: var(--_surface);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  padding: 1.25rem;
  min-width: 0;
  break-inside: avoid;
}
.card[data-phase="open"], .card[data-phase="sending"] { box-shadow: var(--readback-shadow, 0 1px 2px #0001, 0 6px 20px #00000014); }
.card[data-phase="sent"], .card[data-phase="closed"] { padding-block: .9rem; }
.from { color: var(--_muted); font-size: .875rem; }
h2 { font-size: 1.125rem; line-height: 1.35; font-weight: 600; }
header:not(:has(> :not([hidden]))) { display: none; }
header { margin-block-end: .75rem; }
.notice {
  background: var(--_warning-surface);
  color: var(--_warning);
  border-inline-start: 3px solid currentColor;
  border-radius: 4px;
  padding: .5rem .75rem;
  margin-block-end: .9rem;
  font-size: .9375rem;
}
.status { font-weight: 600; }
.status:focus, .status:focus-visible { outline: none; }
.hint { color: var(--_muted); font-size: .9375rem; }
[data-phase="sent"] .status { color: var(--_success); }
[data-phase="sent"] .status::before { content: "✓ " / ""; }
[data-phase="closed"] .status { color: var(--_warning); }
.status:not([hidden]) + .summary:not([hidden]) { margin-block-start: .25rem; }
.card > .status:not([hidden]) ~ form:not([hidden]) { margin-block-start: .9rem; }
.summary p { white-space: pre-wrap; }
.summary .asked { color: var(--_muted); font-size: .9375rem; }
.summary p:not(.asked) + .asked { margin-block-start: .25rem; }
.progress { color: var(--_muted); font-size: .875rem; margin-block-end: .25rem; }
.progress:empty { display: none; }
.field { border: 0; padding: 0; margin: 0; min-width: 0; }
.question {
  display: block;
  width: 100%;
  padding: 0;
  margin-block-end: .75rem;
  font-size: 1.0625rem;
  font-weight: 600;
  line-height: 1.45;
  white-space: pre-wrap;
}
.question:focus, .question:focus-visible { outline: none; }
.optional {
  display: inline-block;
  margin-inline-start: .5rem;
  padding-inline: .5rem;
  border: 1px solid var(--_border);
  border-radius: 99px;
  font-size: .75rem;
  font-weight: 400;
  color: var(--_muted);
  vertical-align: .1em;
}
textarea {
  display: block;
  width: 100%;
  max-height: 60vh;
  min-height: 2.75rem;
  padding: .6rem .75rem;
  font: inherit;
  color: inherit;
  background: var(--_field);
  border: 1px solid var(--_control);
  border-radius: calc(var(--_radius) * .6);
  resize: vertical;
}
textarea::placeholder { color: var(--_muted); opacity: 1; }
textarea[readonly] { border-style: dashed; }
textarea[aria-invalid="true"] { border-color: var(--_danger); }
.choices { display: grid; gap: .5rem; }
.choices.two { grid-template-columns: 1fr 1fr; }
.choice {
  display: flex;
  gap: .75rem;
  align-items: flex-start;
  padding: .6rem .75rem;
  border: 1px solid var(--_border);
  border-radius: calc(var(--_radius) * .6);
  cursor: pointer;
  min-width: 0;
}
.choice:hover { border-color: var(--_control); }
.choice:has(:checked) {
  border-color: var(--_accent);
  background: color-mix(in srgb, var(--_accent) 9%, transparent);
}
.choice:has(:disabled) { cursor: default; }
.choice input { width: 1.125rem; height: 1.125rem; margin: .1875rem 0 0; flex: none; accent-color: var(--_accent); }
.choice-texts { display: grid; justify-items: start; min-width: 0; white-space: pre-wrap; }
.description { color: var(--_muted); font-size: .9rem; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
textarea:focus-visible { outline-offset: 0; }
.choice:has(input:focus-visible) { outline: 2px solid var(--_accent); outline-offset: 2px; }
.choice input:focus-visible { outline: none; }
.field[aria-invalid="true"] .choice, .choice:has([aria-invalid="true"]) { border-color: var(--_danger); }
.problem { color: var(--_danger); font-weight: 500; margin-block-start: .5rem; white-space: pre-wrap; }
.problem:empty { display: none; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin-block-start: 1rem; }
.actions.other { margin-block-start: .75rem; }
.actions:not(:has(> :not([hidden]))) { display: none; }
.keys { color: var(--_muted); font-size: .8125rem; }
button {
  font: inherit;
  line-height: 1.25;
  min-height: 2.75rem;
  padding: .5rem 1rem;
  color: var(--_text);
  background: transparent;
  border: 1px solid var(--_control);
  border-radius: calc(var(--_radius) * .6);
  cursor: pointer;
}
button:hover { background: color-mix(in srgb, var(--_text) 7%, transparent); }
button[type="submit"] { background: var(--_accent); border-color: var(--_accent); color: var(--_on-accent); font-weight: 600; min-width: 6rem; }
button[type="submit"]:hover { background: color-mix(in srgb, var(--_accent) 88%, var(--_text)); }
button[aria-disabled="true"] { opacity: .6; cursor: default; }
.other button, [part~="clear"], .card > .actions button { border-color: transparent; color: var(--_muted); font-size: .9375rem; padding-inline: .6rem; min-height: 2.25rem; text-decoration: underline; text-underline-offset: 3px; }
.card > .actions, .actions.other { gap: .25rem; margin-inline-start: -.6rem; margin-block-start: .35rem; }
.other button:hover, .card > .actions button:hover { color: var(--_text); }
.waiting { margin-block-start: 1rem; padding-inline: .25rem; color: var(--_muted); font-size: .9375rem; }
.waiting ol { padding-inline-start: 1.25rem; margin-block-start: .25rem; }
.waiting .from::after { content: ": "; }
.waiting .what { display: inline; }
.paused { border: 1px dashed var(--_control); border-radius: var(--_radius); padding: 1.25rem; color: var(--_warning); }
@container (max-width: 26rem) {
  .card { padding: 1rem; }
  .actions:not(.other) button { flex: 1 1 auto; }
  .card > .actions button { flex: none; }
  .keys { display: none; }
}
@media (hover: none) { .keys { display: none; } }
@media (forced-colors: active) { .choice:has(:checked) { border-width: 2px; } }
`;

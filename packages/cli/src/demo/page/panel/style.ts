/** The look of the panel around the questions; colours as on the rest of the page. */
export const PANEL_STYLE = `
body { max-width: 78rem; }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .75rem 1.25rem; align-items: start; }
#connection, .machines, .switches { grid-column: 1 / -1; }
#connection { margin: 0; }
#panel { display: contents; }
#panel h2 { font-size: 1rem; margin: 0; }
#panel p { margin: 0; }
#panel small { display: block; font-size: .875rem; line-height: 1.4; color: light-dark(#59616b, #a8b0ba); }
#panel button { font: inherit; cursor: pointer; border-radius: 8px; min-height: 2.25rem; padding: .25rem .6rem; border: 1px solid light-dark(#b9c1ca, #4b535e); background: light-dark(#fff, #1d2025); color: inherit; }
.machines { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: .75rem 1.25rem; }
.machines li { display: grid; gap: .4rem; align-content: start; }
#panel .machines button { font-weight: 600; }
#panel .machines button:hover { border-color: light-dark(#1d5fd1, #8ab4ff); }
#panel .machines button[aria-pressed="true"] { background: light-dark(#1d5fd1, #8ab4ff); border-color: transparent; color: light-dark(#fff, #0e1726); }
.switches { margin: 0; padding: .25rem 1rem .6rem; border: 1px solid light-dark(#d5dae0, #3a4049); border-radius: 10px; display: grid; grid-template-columns: 1fr 1fr; gap: .6rem 1.25rem; }
.switches legend { font-weight: 600; padding-inline: .25rem; }
.switches label { display: flex; gap: .7rem; align-items: start; cursor: pointer; }
.switches input { appearance: none; flex: none; width: 2.25rem; height: 1.25rem; margin: .15rem 0 0; border-radius: 1rem; background: light-dark(#7b858f, #6b7580); position: relative; cursor: pointer; }
.switches input::after { content: ""; position: absolute; inset-block: .15rem; inset-inline-start: .15rem; width: .95rem; border-radius: 50%; background: #fff; transition: translate .15s; }
.switches input:checked { background: light-dark(#b3261e, #ff9d94); }
.switches input:checked::after { translate: 1rem; }
.happens { position: sticky; top: .75rem; }
.head { display: flex; justify-content: space-between; align-items: center; min-height: 2.25rem; margin-bottom: .4rem; }
/* Its end, where the news is, stays in view. */
.log { max-height: max(12rem, 100vh - 20rem); overflow: auto; padding: .75rem; border: 1px solid light-dark(#d5dae0, #3a4049); border-radius: 10px; background: light-dark(#fff, #1d2025); font-size: .875rem; }
.log p { display: grid; grid-template-columns: 4.25rem 1fr; gap: .5rem; padding-block: .15rem; overflow-wrap: anywhere; }
.log .empty, .log .later { display: block; color: light-dark(#59616b, #a8b0ba); }
.log b { font-weight: 500; color: light-dark(#59616b, #a8b0ba); }
.log [data-who="agent"] > b { color: light-dark(#0b6470, #6fd5e3); }
.log [data-who="person"] > b { color: light-dark(#1c6b30, #7fdb95); }
.log [data-who="machine"] > b { color: light-dark(#7a2a8c, #dfa0ee); }
.log [data-who="told"] > b { color: light-dark(#7a4d00, #ffcf70); }
.log h3 { font-size: 1rem; margin: .75rem 0 .35rem; }
.log h3:first-child { margin-top: 0; }
.log h3 small { font-weight: 400; }
.log h4 { font-size: .875rem; margin: .75rem 0 .25rem; }
.log h4::first-letter { text-transform: uppercase; }
.log code { font: inherit; display: grid; }
.log .name, .log .notes { color: light-dark(#59616b, #a8b0ba); }
.log .notes { display: inline-block; }
.log strong { margin-inline-end: .6rem; }
.log blockquote { margin: 0; padding-inline-start: .6rem; border-inline-start: 2px solid light-dark(#b9c1ca, #4b535e); white-space: pre-wrap; }
readback-questions[inert] { opacity: .75; }
@media (prefers-reduced-motion: reduce) { .switches input::after { transition: none; } }
@media (max-width: 52rem) {
  main, .switches { grid-template-columns: minmax(0, 1fr); }
  .machines { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .happens { position: static; }
  /* What is below it does not move when it grows. */
  .log { height: 13rem; }
}
`;

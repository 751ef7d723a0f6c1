/** The look of the local page around the element. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; background: light-dark(#f3f4f6, #101216); color: light-dark(#1b1f24, #eceef1); font: 400 1rem / 1.5 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 42rem; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; justify-content: space-between; margin-block: .5rem 1rem; }
h1 { font-size: 1rem; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
details { font-size: .9375rem; color: light-dark(#59616b, #a8b0ba); }
details[open] { flex-basis: 100%; }
summary { cursor: pointer; text-align: end; min-height: 1.75rem; }
details > div { display: grid; gap: .5rem; padding: .75rem 1rem; border: 1px solid light-dark(#d5dae0, #3a4049); border-radius: 10px; background: light-dark(#fff, #1d2025); }
details label { display: flex; gap: .6rem; align-items: center; min-height: 1.75rem; }
details input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: light-dark(#1d5fd1, #8ab4ff); }
details p { margin: 0; }
:focus-visible { outline: 2px solid light-dark(#1d5fd1, #8ab4ff); outline-offset: 2px; }
#connection, #notice { overflow-wrap: anywhere; margin: 0 0 1rem; padding: .6rem .9rem; border-radius: 8px; background: light-dark(#fff4d9, #332911); color: light-dark(#7a4d00, #ffcf70); }
#connection[data-state="connected"] { display: none; }
#connection[data-state="connecting"] { background: none; padding-inline: 0; color: light-dark(#59616b, #a8b0ba); }
#connection button, #notice button { font: inherit; margin-inline-start: .5rem; padding: .25rem .75rem; min-height: 2rem; border: 1px solid currentColor; border-radius: 6px; background: none; color: inherit; cursor: pointer; }
`;

/** The page's icon, as SVG. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1d5fd1"/><path d="M9 11h14v9H15l-4 4v-4H9z" fill="#fff"/></svg>`;

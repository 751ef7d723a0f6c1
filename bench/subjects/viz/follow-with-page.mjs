import { withPage } from "../../../packages/visualizer/bench/page.mjs";

/** As `follow`, with a tab of a real browser open on it. */
export async function create({ folder }) {
  const opened = await new Promise((resolve, reject) => {
    withPage([folder], (page, journals) => {
      resolve({ page, journals });
      // Until this process ends.
      return new Promise(() => {});
    }).catch(reject);
  });
  return () => opened.journals.store.records;
}

import { openJournals } from "@readback/visualizer/server";

/** Follows a folder while another process writes to it; when asked, how many entries it has. */
export async function create({ folder }) {
  const journals = openJournals({ paths: [folder] });
  await journals.ready;
  return () => journals.store.records;
}

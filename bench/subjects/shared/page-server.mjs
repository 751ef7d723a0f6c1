import { openAskUser } from "@readback/mcp/node";

/** One of the processes that may serve a project's question page. */
export async function create({ dir }) {
  const { page } = await openAskUser({ dir, surface: "page", openBrowser: false });
  return () => ({ pid: process.pid, port: page.port, isServing: page.isServing });
}

import { connect } from "./connect.mjs";

/** A step leaves calls of a tool pending, and returns what one holds in the server, and its timers. */
export async function create({ tool, calls, progress }) {
  const { call, read } = await connect("away");
  return async () => {
    const before = await read("heap");
    const options = { timeout: 3_600_000, ...(progress && { onprogress: () => {} }) };
    for (let count = 0; count < calls; count += 1) {
      call(tool, `Deploy number ${count} now?`, options).catch(() => {});
    }
    // Calls are served in order: these come after all the others.
    const timers = await read("timers");
    return { held: ((await read("heap")) - before) / calls, timers };
  };
}

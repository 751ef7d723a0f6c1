import { cpuMs } from "../../lib/cpu.mjs";
import { connect } from "./connect.mjs";

const size = 100;

/**
 * A step calls each tool some times, and returns what one call of it took of client and server
 * together, in microseconds.
 */
export async function create({ warmUp, server = [] }) {
  const { call, read } = await connect(...server);
  const spent = async () => cpuMs() + (await read("cpu")) / 1_000;

  async function run(name) {
    const before = await spent();
    for (let count = 0; count < size; count += 1) {
      const { isError } = await call(name, "Deploy now?");
      if (isError) throw new Error(`${name} failed`);
    }
    return (((await spent()) - before) * 1_000) / size;
  }

  const both = async () => ({ ask: await run("ask_user"), trivial: await run("trivial") });
  for (let round = 0; round < warmUp; round += 1) await both();
  return both;
}

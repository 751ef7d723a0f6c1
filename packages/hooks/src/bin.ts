import { readFileSync, writeSync } from "node:fs";
import { version } from "../package.json";
import { HOSTS } from "./hosts/hosts.js";
import { runHook } from "./run-hook.js";

// node hook.cjs <host> [--dir <folder>]
const [host = "", flag, dir] = process.argv.slice(2);

/** Whether a decision was made: read by `start.cjs`. */
export let hasWorked = false;

async function main(): Promise<void> {
  const options = { host, input: await standardInput() };
  const output = await runHook(flag === "--dir" && dir ? { ...options, dir } : options);
  hasWorked = output.stdout !== "";
  await write(2, output.stderr);
  await write(1, output.stdout);
  // Whatever may still be open must not keep the host waiting.
  process.exit(output.exitCode);
}

async function standardInput(): Promise<string> {
  try {
    return readFileSync(0, "utf8");
  } catch {
    // Not every kind of standard input can be read at once.
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString("utf8");
  }
}

/** Writes all of it. Straight to the descriptor where that can be done: Node's streams take time to load. */
async function write(fd: 1 | 2, text: string): Promise<void> {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  } catch {
    // A pipe that is full for the moment, or whose reader is gone.
    const stream = fd === 1 ? process.stdout : process.stderr;
    await new Promise<void>((resolve) => {
      stream.once("error", () => resolve());
      stream.write(rest, () => resolve());
    });
  }
}

if (host === "--version") console.log(version);
else if (host === "--help") {
  const names = HOSTS.map(({ name }) => name).join("|");
  console.log(`Usage: readback-hook <${names}> [--dir <folder>], with the hook's JSON on stdin`);
} else main();

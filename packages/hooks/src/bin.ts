import { read, writeSync } from "node:fs";
import { version } from "../package.json";
import { HOSTS } from "./hosts/hosts.js";
import { OWN_TIME, runHook } from "./run-hook.js";
import { sinceStart } from "./within.js";

// node hook.cjs <host> [--dir <folder>]
const [host = "", flag, dir] = process.argv.slice(2);

const CHUNK = 64 * 1024;

/** Whether a decision was made: read by `start.cjs`. */
export let hasWorked = false;

async function main(): Promise<void> {
  const options = { host, input: await standardInput(), used: sinceStart() };
  const output = await runHook(flag === "--dir" && dir ? { ...options, dir } : options);
  hasWorked = output.stdout !== "";
  await write(2, output.stderr);
  await write(1, output.stdout);
  // Whatever may still be open must not keep the host waiting.
  process.exit(output.exitCode);
}

/** All of standard input, or its JSON as soon as that is whole: not every host closes its end. */
async function standardInput(): Promise<string> {
  const giveUp = setTimeout(endAtOnce, OWN_TIME - sinceStart());
  const chunks: Buffer[] = [];
  const first = withOneThread(nextChunk);
  try {
    for (let chunk = await first; chunk.length > 0; chunk = await nextChunk()) {
      chunks.push(chunk);
      if (isWhole(chunks)) break;
    }
  } catch {
    // Not every kind of standard input can be read like that.
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  } finally {
    clearTimeout(giveUp);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Node starts four threads for the first asynchronous work, and waits for each of them: one will do. */
function withOneThread<T>(work: () => T): T {
  const { env } = process;
  if (env.UV_THREADPOOL_SIZE !== undefined) return work();
  env.UV_THREADPOOL_SIZE = "1";
  try {
    return work();
  } finally {
    // A validator has a pool of its own.
    delete env.UV_THREADPOOL_SIZE;
  }
}

function nextChunk(): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  return new Promise((resolve, reject) => {
    read(0, buffer, 0, CHUNK, null, (error, length) =>
      error ? reject(error) : resolve(buffer.subarray(0, length)),
    );
  });
}

/** Whether these are a whole JSON object. What looks like its end is cheaper to see than to parse. */
function isWhole(chunks: readonly Buffer[]): boolean {
  if (!/\}\s*$/.test(chunks.at(-1)?.subarray(-8).toString("latin1") ?? "")) return false;
  try {
    JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

/** Nobody has said what to decide about. A read that waits would keep the process from ending in any other way. */
function endAtOnce(): void {
  const within = `within ${OWN_TIME / 1_000} seconds`;
  try {
    writeSync(2, `readback hook: standard input did not end ${within}; nothing was checked\n`);
  } finally {
    process.kill(process.pid, "SIGKILL");
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

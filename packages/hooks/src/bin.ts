import { readFileSync } from "node:fs";
import { version } from "../package.json";
import { HOSTS, runHook } from "./run-hook.js";

// node hook.cjs <host> [--dir <folder>]
const [host = "", flag, dir] = process.argv.slice(2);

// A host that loses patience ends us with a signal: then what we started ends, too.
for (const [signal, number] of [["SIGTERM", 15] as const, ["SIGINT", 2] as const]) {
  process.once(signal, () => process.exit(128 + number));
}

async function main(): Promise<void> {
  const options = { host, input: await standardInput() };
  const output = await runHook(flag === "--dir" && dir ? { ...options, dir } : options);
  await written(process.stderr, output.stderr);
  await written(process.stdout, output.stdout);
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

function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.once("error", () => resolve());
    if (text) stream.write(text, () => resolve());
    else resolve();
  });
}

if (host === "--version") console.log(version);
else if (host === "--help") {
  const names = HOSTS.map(({ name }) => name).join("|");
  console.log(`Usage: readback-hook <${names}> [--dir <folder>], with the hook's JSON on stdin`);
} else main();

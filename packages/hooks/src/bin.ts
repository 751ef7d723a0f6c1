import { readFileSync } from "node:fs";
import { runHook } from "./run-hook.js";

// node hook.cjs <host> [--dir <folder>]
const [host = "", flag, dir] = process.argv.slice(2);
const options = { host, input: readFileSync(0, "utf8") };

runHook(flag === "--dir" && dir ? { ...options, dir } : options).then(
  ({ stdout, stderr, exitCode }) => {
    process.exitCode = exitCode;
    if (stderr) process.stderr.write(stderr);
    if (stdout) process.stdout.write(stdout);
  },
);

import { readFileSync } from "node:fs";
import { version } from "../package.json";
import { HOSTS, runHook } from "./run-hook.js";

// node hook.cjs <host> [--dir <folder>]
const [host = "", flag, dir] = process.argv.slice(2);

if (host === "--version") console.log(version);
else if (host === "--help") {
  const names = HOSTS.map(({ name }) => name).join("|");
  console.log(`Usage: readback-hook <${names}> [--dir <folder>], with the hook's JSON on stdin`);
} else {
  const options = { host, input: readFileSync(0, "utf8") };
  runHook(flag === "--dir" && dir ? { ...options, dir } : options).then(
    ({ stdout, stderr, exitCode }) => {
      process.exitCode = exitCode;
      if (stderr) process.stderr.write(stderr);
      if (stdout) process.stdout.write(stdout);
    },
  );
}

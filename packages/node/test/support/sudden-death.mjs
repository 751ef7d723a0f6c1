import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const die = () => process.kill(process.pid, "SIGKILL");

/**
 * Kills this process with SIGKILL at its nth call that changes the file system: before it, after it,
 * or, when it is a write, in the middle.
 */
export function dieAtCall(nth, random) {
  let calls = 0;
  for (const name of [
    "writeSync",
    "fdatasyncSync",
    "fsyncSync",
    "linkSync",
    "openSync",
    "rmSync",
  ]) {
    const original = fs[name];
    fs[name] = (...args) => {
      calls += 1;
      if (calls !== nth) return original(...args);
      const how = random.below(3);
      if (how === 0) die();
      if (how === 1 && name === "writeSync") {
        const bytes = Buffer.from(args[1]);
        original(args[0], bytes.subarray(0, 1 + random.below(bytes.length)));
      } else original(...args);
      die();
    };
  }
  syncBuiltinESMExports();
}

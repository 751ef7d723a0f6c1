import { execFile } from "node:child_process";
import { explainNetwork } from "../../scripts/lib/failure.mjs";

/** Runs a command in a folder and returns its output; fails with that output if it fails. */
export function execute(cwd: string, command: string, args: readonly string[]): Promise<string> {
  const shell = process.platform === "win32" && command !== process.execPath;
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, shell }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const output = `${stdout}${stderr}`.trim() || error.message;
      reject(new Error(explainNetwork(output) ?? `${command} ${args.join(" ")}\n${output}`));
    });
  });
}

import { runProgram } from "./program.js";

// A reader that has seen enough (`readback demo | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") {
    console.error(`The output cannot be written: ${error.message}`);
    process.exit(1);
  }
  // What has printed its result knows its exit code by then.
  setImmediate(() => process.exit());
});

process.exitCode = await runProgram(process.argv.slice(2));

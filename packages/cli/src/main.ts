import { runProgram } from "./program.js";

// A reader that has seen enough (`readback demo | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await runProgram(process.argv.slice(2));

// Loaded before the hook: sends the signal in READBACK_TEST_SIGNAL to this process in the moment in
// which the validator has been started, and before anything else can happen.
const processes = require("node:child_process");

const { spawn } = processes;
processes.spawn = (...given) => {
  const child = spawn(...given);
  process.kill(process.pid, process.env.READBACK_TEST_SIGNAL);
  return child;
};

// Tells at the end in which order a process wrote, waited for the disk and answered.
const fs = require("node:fs");

const { fdatasyncSync, writeSync, writeFileSync } = fs;
const order = [];
fs.writeSync = (fd, ...rest) => {
  order.push(fd === 1 ? "answer" : "write");
  return writeSync(fd, ...rest);
};
fs.fdatasyncSync = (fd) => {
  order.push("sync");
  return fdatasyncSync(fd);
};
process.once("exit", () => writeFileSync(process.env.READBACK_TEST_ORDER, order.join(" ")));

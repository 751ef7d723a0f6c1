// Loaded into a process before its program: its clock jumps to where a file says, while it runs.
const { readFileSync } = require("node:fs");

const file = process.env.READBACK_TEST_CLOCK;
const RealDate = Date;

// Looked at each time: processes of one computer have one clock, and none of them is a moment behind.
const now = () => RealDate.now() + Number(readFileSync(file, "utf8"));

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(now());
    else super(...args);
  }
  static now() {
    return now();
  }
};

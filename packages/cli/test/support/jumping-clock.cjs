// Loaded into a process before its program: its clock jumps to where a file says, while it runs.
const { readFileSync } = require("node:fs");

const file = process.env.READBACK_TEST_CLOCK;
const RealDate = Date;
const LOOK_EVERY = 20;
let lookedAt = -LOOK_EVERY;
let shift = 0;

function now() {
  const time = performance.now();
  if (time - lookedAt >= LOOK_EVERY) {
    lookedAt = time;
    shift = Number(readFileSync(file, "utf8"));
  }
  return RealDate.now() + shift;
}

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(now());
    else super(...args);
  }
  static now() {
    return now();
  }
};

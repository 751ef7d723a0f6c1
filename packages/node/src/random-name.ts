/**
 * A name nobody else has: no other process of this system at this moment, and by chance no other
 * system's. It guards nothing, so it does without `node:crypto` and `/dev/urandom`, which cost a hook
 * process as much time as its decision.
 */
export function randomName(): string {
  return [
    process.pid.toString(36),
    process.hrtime.bigint().toString(36),
    Math.random().toString(36).slice(2),
  ].join("-");
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { createFileJournal } from "@readback/node";
import { beforeEach, describe, expect, it } from "vitest";
import { useProject } from "./support/project.js";

const project = useProject();
const file = () => join(project.journal, "000001.jsonl");
let calls = 0;
let whole: Buffer;

const claim = (content: string) => {
  calls += 1;
  return project.replay("claude-code/todo-write", {
    tool_use_id: `t${calls}`,
    tool_input: { todos: [{ content, status: "completed" }] },
  });
};

beforeEach(async () => {
  project.configure({ maxRetryAttempts: 2, validate: "exit 1" });
  await claim("Another");
  for (let n = 0; n < 3; n += 1) await claim("Exhausted");
  await claim("Another");
  whole = readFileSync(file());
});

/** Damages the line of an event of a todo, in place. */
function spoil(todo: string, event: string): void {
  const lines = readFileSync(file(), "latin1").split("\n");
  const start = lines.find((line) => line.includes(JSON.stringify(todo)));
  const name = /"instance":"(\w+)"/.exec(start ?? "")?.[1];
  const at = lines.findIndex((line) => line.includes(String(name)) && line.includes(event));
  lines[at] = (lines[at] as string).replace(/"time":\d/, '"time":9').replace('"v":1', '"v":2');
  writeFileSync(file(), lines.join("\n"), "latin1");
}

describe("a record that is damaged", () => {
  it("fails the guard for its todo, which says where and what to do, and for no other", async () => {
    spoil("Exhausted", "readback.start");
    const before = readFileSync(file(), "latin1");
    const { reason } = await claim("Exhausted");
    expect(reason).toMatch(
      /The todo guard itself failed: .*000001\.jsonl: a record at byte \d+ is damaged/,
    );
    expect(reason).toContain("readback guard repair");
    expect((await claim("Another")).reason).toContain("Maximum retry attempts (2)");
    expect(readFileSync(file(), "latin1").startsWith(before)).toBe(true);
    // What the other one wrote meanwhile vouches for nothing that was damaged before.
    expect((await claim("Exhausted")).reason).toContain("is damaged");
  });

  it("lets the claim pass with a remark where the project wants that", async () => {
    spoil("Exhausted", "readback.start");
    project.configure({ onGuardFailure: "allow" });
    expect((await claim("Exhausted")).remark).toMatch(/is damaged.*\(not blocked\)/s);
  });

  it("is not forgotten by a compaction, only by a person", async () => {
    spoil("Exhausted", "readback.start");
    const journal = createFileJournal({ folder: project.journal });
    journal.compact();
    expect((await claim("Exhausted")).reason).toContain("000001.jsonl: a record at byte");
    journal.repair();
    journal.close();
    expect((await claim("Exhausted")).reason).toContain("attempt 1 of 2");
    expect(readFileSync(file(), "latin1")).toContain('"time":9');
  });

  it("that is gone altogether is missed", async () => {
    const lines = readFileSync(file(), "latin1").split("\n");
    const at = lines.findIndex((line) => line.includes('"Exhausted"'));
    lines.splice(at, 2);
    writeFileSync(file(), lines.join("\n"), "latin1");
    expect((await claim("Exhausted")).reason).toContain("records are missing");
  });

  it("that was only torn fails nothing, whoever writes on", async () => {
    const before = readFileSync(file(), "latin1");
    const torn = `\n${before.split("\n").at(-2)?.slice(0, 90)}`;
    writeFileSync(file(), torn, { flag: "a" });
    for (let n = 0; n < 3; n += 1) {
      expect((await claim("Exhausted")).reason).toContain("Maximum retry attempts (2)");
    }
  });
});

const byte = fc.nat(255);
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const change = fc.oneof(
  fc.record({ kind: fc.constant("flip" as const), at: place, bit: fc.nat(7) }),
  fc.record({
    kind: fc.constant("delete" as const),
    at: place,
    count: fc.integer({ min: 1, max: 300 }),
  }),
  fc.record({
    kind: fc.constant("insert" as const),
    at: place,
    bytes: fc.array(byte, { minLength: 1, maxLength: 50 }),
  }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function changed(bytes: Buffer, one: Change): Buffer {
  const at = Math.floor(one.at * bytes.length);
  if (one.kind === "flip") {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] as number) ^ (1 << one.bit);
    return flipped;
  }
  const end = one.kind === "delete" ? at + one.count : at;
  const between = one.kind === "insert" ? Buffer.from(one.bytes) : Buffer.alloc(0);
  return Buffer.concat([bytes.subarray(0, at), between, bytes.subarray(end)]);
}

test.prop([fc.array(change, { minLength: 1, maxLength: 3 })], {
  numRuns: process.env.READBACK_DEEP ? 100 : 30,
})(
  "whatever is changed in a journal, an exhausted todo never starts again in silence",
  async (changes) => {
    writeFileSync(file(), changes.reduce(changed, whole));
    const { reason } = await claim("Exhausted");
    expect(reason).toMatch(
      /Maximum retry attempts|The todo guard itself failed|validation|exit 1/i,
    );
    expect(reason).not.toContain("attempt 1 of 2");
  },
);

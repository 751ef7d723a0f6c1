import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFileJournal } from "../../src/create-file-journal.js";
import { seenIn } from "./facts.js";
import { copyOf, HERE, hashesOf } from "./golden-folders.js";
import { openHandles, QUESTIONS, settled } from "./handles.js";

// Records the golden folders of a release, as packages/core/test/golden/README.md tells.
const version = process.env.RECORD;
const T = 1_000_000;
const MINUTE = 60_000;

it.runIf(version)("records the folders of a release", async () => {
  const folder = join(HERE, String(version));
  mkdirSync(folder);
  const expected: Record<string, unknown> = {};
  for (const [name, record] of Object.entries({ mixed, compacted, torn })) {
    const recorded = join(folder, name);
    const at = await record(recorded);
    const copy = copyOf(recorded);
    expected[name] = { at, files: hashesOf(recorded), sees: await seenIn(copy, at) };
    rmSync(join(copy, ".."), { recursive: true });
  }
  writeFileSync(join(folder, "expected.json"), `${JSON.stringify(expected, null, 2)}\n`);
});

/** All four machines, half-finished, and something of each that has ended. */
async function mixed(folder: string): Promise<number> {
  const { asker, guard, queue, clock, render, answer, run, shown, close } = openHandles(folder, T);
  const request = (title: string | null) =>
    shown.filter((one) => one.title === title).at(-1)?.requestId;
  const told = asker.ask({ questions: [{ question: "Over?", type: "text" }] });
  answer(String(request(null)), [{ id: "q1", values: ["yes"] }]);
  expect(await told).toMatchObject({ answered: true });
  // Not shown in time; the person answers all the same.
  asker.ask(QUESTIONS.name);
  clock.advance(30_000);
  answer(String(request(null)), [{ id: "name", values: ["Heron – Ω 🚀"] }]);
  // Ends while nobody waits: the caller had no time.
  asker.ask(QUESTIONS.colour, { patience: 1_000 });
  render(String(request(null)));
  clock.advance(301_000);

  const claim = async (toolUseId: string, ...completing: string[]) => {
    await guard.check({ session: "session", toolUseId, completing });
    clock.advance(MINUTE);
  };
  await claim("t1", "Write tests");
  await claim("t2", "Fix the bug");
  await claim("t3", "Fix the bug");
  await claim("t4", "Fix the bug");
  await claim("t5", "Ship it");
  await claim("t6", "Ship it");
  guard.confirm({ session: "session", toolUseId: "t6" });
  guard.approve({ session: "session", todo: "Call the customer" });

  queue.queueInstructionWithAck("Check for the OpenSpec CLI", { maxRetries: 0 });
  const acknowledged = queue.queueInstructionWithAck("Read the guide");
  queue.take();
  queue.take();
  queue.acknowledgeInstruction(acknowledged);
  clock.advance(1);
  queue.tick();
  queue.queueInstructionWithAck("Run the tests\nand read the output");
  queue.take();

  await run("1:running", ["Failure 1"]);
  await run("1:stopped", ["Failure 1", "Failure 2", "Failure 3"]);
  asker.ask(QUESTIONS.deploy);
  render(String(request("Release")));
  await settled();
  close();
  return clock.now();
}

/** The same after a compaction, with the file from before it; then something more happens. */
async function compacted(folder: string): Promise<number> {
  const at = await mixed(folder);
  const journal = createFileJournal({ folder });
  journal.compact();
  journal.close();
  const { guard, close } = openHandles(folder, at + MINUTE);
  guard.recover();
  await guard.check({ session: "session", toolUseId: "t7", completing: ["Write tests"] });
  close();
  return at + MINUTE;
}

/** Only what compaction left; the process died while it wrote the last record. */
async function torn(folder: string): Promise<number> {
  const at = await compacted(folder);
  const journal = createFileJournal({ folder });
  journal.prune({ maxBytes: 0 });
  journal.close();
  const [last = ""] = readdirSync(folder).sort().reverse();
  appendFileSync(join(folder, last), '\n{"w":"half","v":1,"time":1,"machine":"todo-atte');
  return at;
}

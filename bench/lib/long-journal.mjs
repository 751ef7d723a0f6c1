import { closeSync, openSync, writeSync } from "node:fs";
import { guardMachine } from "@readback/core";
import { createHost } from "@readback/core/host";

const INPUT = {
  session: "a session of an agent",
  todo: "Write the tests of the visualizer, and look at each of its pages",
  maxRetryAttempts: 5,
  validationTimeout: 60_000,
  retention: 604_800_000,
  onGuardFailure: "block",
};

/** The entries of one todo that is claimed, fails, and is reset by a person, again and again. */
export function longStory(entries) {
  const host = createHost(guardMachine);
  let now = 1_790_000_000_000;
  let { state, entry } = host.start("i", INPUT, now);
  const story = [entry];
  const send = (event) => {
    now += 7_000;
    const moved = host.send("i", state, event, now);
    if (!moved) return;
    ({ state } = moved);
    story.push(moved.entry);
  };
  for (let claim = 1; story.length < entries; claim += 1) {
    const toolUseId = `toolu_${claim}`;
    send({ type: "CLAIM", toolUseId });
    send({ type: "FAILED", toolUseId, detail: "2 of 14 tests fail: see the output" });
    if (claim % 5 === 0) send({ type: "RESET" });
  }
  return story.slice(0, entries);
}

/** Writes a journal of so many instances with so many entries each, all under way at once. Its size in bytes. */
export function writeLongJournal(path, instances, entriesEach) {
  const [start, end] = ['{"instance":"', '",'];
  const lines = longStory(entriesEach).map(({ instance: _, ...rest }) =>
    JSON.stringify(rest).slice(1),
  );
  const fd = openSync(path, "w");
  let size = 0;
  for (const line of lines) {
    let text = "";
    for (let instance = 0; instance < instances; instance += 1) {
      text += `${start}todo-${instance}${end}${line}\n`;
    }
    size += writeSync(fd, text);
  }
  closeSync(fd);
  return size;
}

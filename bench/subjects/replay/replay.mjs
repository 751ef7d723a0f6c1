import { askMachine } from "@readback/core";
import { createReplay } from "@readback/core/host";
import { timedBlocks } from "../../lib/journal-blocks.mjs";

/** JSON.parse and the fold. */
export function create({ folder }) {
  const replay = createReplay([askMachine]);
  const apply = (line) => replay.apply(JSON.parse(line));
  return timedBlocks(folder, apply, () => ({
    live: [...replay.instances.all()].length,
    wrong: replay.report.ignored + replay.report.diverged,
  }));
}

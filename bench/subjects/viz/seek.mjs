import { guardMachine } from "@readback/core";
import { createTrack } from "@readback/visualizer";
import { cpuMs } from "../../lib/cpu.mjs";
import { longStory } from "../../lib/long-journal.mjs";
import { createRandom } from "../../lib/random.mjs";

/** Looks at moments of one long life, here and there; how long each took. */
export function create({ entries, seeks }) {
  const track = createTrack(guardMachine, longStory(entries));
  const random = createRandom(1);
  return () => {
    const times = [];
    for (let n = 0; n < seeks; n += 1) {
      const at = Math.floor(random() * track.length);
      const startedAt = cpuMs();
      if (!track.at(at).after) throw new Error(`no state after entry ${at}`);
      times.push(cpuMs() - startedAt);
    }
    return times;
  };
}

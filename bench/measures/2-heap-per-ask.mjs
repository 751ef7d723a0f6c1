import { bytes, count } from "../lib/numbers.mjs";
import { startSubject } from "../lib/subject.mjs";

const goal = 0.3;
const names = ["runtime", "actor", "asker", "input"];

/** What one pending ask holds, in a process that does nothing else. */
export const heapPerAsk = {
  number: 2,
  title: "Heap per pending ask",
  async run({ quick, show }) {
    const asks = quick ? 20_000 : 100_000;
    const held = {};
    for (const name of names) {
      show(`${name}, ${count(asks)} asks`);
      const subject = await startSubject(`heap/${name}`, { asks });
      held[name] = await subject.step();
      subject.stop();
    }
    const stages = ["presented", "on screen"].map((stage, index) => {
      const ratio = held.runtime[index] / held.actor[index];
      return {
        measure: `Heap per ask, ${stage}, ${count(asks)} pending, to XState actors`,
        result: `${ratio.toFixed(2)} × (${bytes(held.runtime[index])} to ${bytes(held.actor[index])})`,
        goal: `≤ ${goal} ×`,
        ok: ratio <= goal,
      };
    });
    return [
      ...stages,
      { measure: "  of which the machine's input, in both", result: bytes(held.input[0]) },
      {
        measure: "  for scale: createAsker, on screen (own questions, a promise)",
        result: bytes(held.asker[1]),
      },
    ];
  },
};

import { openJournals } from "@readback/visualizer/server";
import { cpuMs } from "../../lib/cpu.mjs";
import { createRandom } from "../../lib/random.mjs";

/** All that the page asks for when somebody goes to a moment of one long life; how long each answer took. */
export async function create({ path, seeks }) {
  const journals = openJournals({ paths: [path] });
  await journals.ready;
  const { source } = journals;
  const { rows } = await source.instances({});
  const [{ key, entries }] = rows;
  const random = createRandom(1);
  return async () => {
    const times = [];
    for (let n = 0; n < seeks; n += 1) {
      const startedAt = cpuMs();
      const view = await source.moment(key, Math.floor(random() * entries));
      JSON.stringify(view);
      times.push(cpuMs() - startedAt);
    }
    journals.close();
    return times;
  };
}

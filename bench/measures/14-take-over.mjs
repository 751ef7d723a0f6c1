import { withFolder } from "../lib/folder.mjs";
import { moment } from "../lib/moment.mjs";
import { median, quantile } from "../lib/numbers.mjs";
import { startSubject } from "../lib/subject.mjs";

const goal = 2_000;
const patience = 30_000;
const millis = (value) => `${value.toFixed(0)} ms`;

/** The process that serves a project's question page is killed, and another one goes on. */
export const takeOver = {
  number: 14,
  title: "Take-over of the question page",
  run: ({ quick, show }) =>
    withFolder(async (dir) => {
      const rounds = quick ? 3 : 10;
      const start = () => startSubject("shared/page-server", { dir });
      const times = [];
      let serving = await start();
      let next;
      try {
        for (let round = 1; round <= rounds; round += 1) {
          next = await start();
          const { pid, port } = await serving.step();
          process.kill(pid, "SIGKILL");
          times.push(await untilServed(port, next));
          serving = next;
          show.rounds(round, rounds);
        }
      } finally {
        serving.stop();
        next?.stop();
      }
      const most = quantile(times, 1);
      return [
        {
          measure: "The server of the page is killed, until another one serves it: the slowest",
          result: `${millis(most)} of ${rounds} (p50 ${millis(median(times))})`,
          goal: `< ${millis(goal)}`,
          ok: most < goal,
        },
      ];
    }),
};

/** Milliseconds until the page is there again on its port, served by the process that is left. */
async function untilServed(port, next) {
  const killedAt = moment();
  while (moment() - killedAt < patience) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) {
      const took = moment() - killedAt;
      if ((await next.step()).isServing) return took;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`Nobody serves the page on port ${port}`);
}

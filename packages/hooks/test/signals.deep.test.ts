import { afterEach, expect, it, vi } from "vitest";
import { useProject } from "./support/project.js";
import { running, SLOW, startHook } from "./support/signals.js";

const project = useProject();
const ROUNDS = 80;
/** More than enough for a hook to end after a signal, however busy the machine is. */
const SOON = 60_000;

afterEach(() => {
  for (const pid of running(project)) process.kill(-pid, "SIGKILL");
});

it(`leaves no validator behind, whenever a signal comes (${ROUNDS} times)`, async () => {
  project.configure({ validate: SLOW, validationTimeout: 60_000 });
  const todos = Array.from({ length: ROUNDS }, (_, n) => `todo ${n}`);
  await startHook(project, "review", ["measured", ...todos]).ended;

  // How long a hook takes to its validator here and now: signals come around that time.
  let claims = 0;
  const measured = await vi.waitUntil(
    async () => {
      claims += 1;
      const began = performance.now();
      const { child, ended } = startHook(project, `measured ${claims}`, ["measured"]);
      const isOver = ended.then(() => true);
      while (running(project).length === 0) {
        if (await Promise.race([isOver, pause(2)])) return 0;
      }
      const took = performance.now() - began;
      child.kill("SIGTERM");
      await ended;
      return took;
    },
    { timeout: SOON },
  );
  const usual = Math.min(measured, 1_000);

  const endings: (number | string | false)[] = [];
  for (const [n, todo] of todos.entries()) {
    const { child, ended } = startHook(project, `t${n}`, [todo]);
    const timer = setTimeout(
      () => child.kill((["SIGTERM", "SIGINT", "SIGHUP"] as const)[n % 3]),
      (0.4 + 1.2 * Math.random()) * usual,
    );
    const ending = await Promise.race([ended, pause(SOON)]);
    clearTimeout(timer);
    expect(ending, `round ${n}: the hook did not end`).not.toBe(false);
    endings.push(ending);
  }
  console.log(`\nA hook starts its validator after ${measured.toFixed(0)} ms; ${tally(endings)}\n`);
  await vi.waitFor(() => expect(running(project)).toEqual([]), { timeout: 5_000 });
});

const pause = (ms: number) => new Promise<false>((done) => setTimeout(() => done(false), ms));

/** How many ended in each way. */
function tally(endings: readonly unknown[]): string {
  const counts = new Map<unknown, number>();
  for (const one of endings) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([how, count]) => `${how}: ${count}`).join(", ");
}

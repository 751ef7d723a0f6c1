import { createGuardEngine, guardInstance } from "@readback/core/host";
import { createFileJournal } from "@readback/node";
import { cpuMs } from "../../lib/cpu.mjs";

/** On this clock a microsecond is a second: claims of one todo within two seconds would be one claim. */
const HASTE = 1_000_000;
const EPOCH = Date.UTC(2026, 0, 1);
const clock = {
  now: () => Math.round((performance.timeOrigin + performance.now() - EPOCH) * HASTE),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle),
};

const config = {
  maxRetryAttempts: 10,
  validationTimeout: 60_000 * HASTE,
  retention: 604_800_000 * HASTE,
};

/**
 * One process that claims todos on a shared journal: the attempts it was given, once they are on
 * the disk. Every other step only forgets the todos, for one has few attempts.
 */
export function create({ folder, name, rounds, todos }) {
  const session = "bench";
  const instances = todos.map((todo) => guardInstance(session, todo));
  const journal = createFileJournal({ folder, durable: false, instances });
  const guard = createGuardEngine({ ...config, onGuardFailure: "block" }, undefined, {
    journal,
    clock,
  });
  guard.recover();
  let steps = 0;
  return async () => {
    steps += 1;
    if (steps % 2 === 1) {
      guard.endSession(session);
      return null;
    }
    const times = [];
    const given = [];
    const cpuBefore = cpuMs();
    for (let round = 1; round <= rounds; round += 1) {
      for (const todo of todos) {
        const startedAt = performance.now();
        const toolUseId = `${name}-${steps}-${round}`;
        const verdict = await guard.check({ session, toolUseId, completing: [todo] });
        journal.sync();
        times.push(performance.now() - startedAt);
        given.push(`${steps} ${todo} ${verdict.todos[0].attempt}`);
      }
    }
    return { times, given, cpu: cpuMs() - cpuBefore };
  };
}

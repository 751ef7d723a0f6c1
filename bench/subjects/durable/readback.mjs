import { createGuardEngine, guardInstance } from "@readback/core";
import { createFileJournal } from "@readback/node";

const config = { maxRetryAttempts: 1_000_000, validationTimeout: 60_000, retention: 604_800_000 };

/** One process that claims todos on a shared journal: the attempt it was given, once that is on the disk. */
export function create({ folder, name, claims, todos }) {
  const instances = todos.map((todo) => guardInstance("bench", todo));
  const journal = createFileJournal({ folder, durable: false, instances });
  const guard = createGuardEngine({ ...config, onGuardFailure: "block" }, undefined, { journal });
  guard.recover();
  let made = 0;
  return async () => {
    const times = [];
    const given = [];
    const until = made + claims;
    while (made < until) {
      made += 1;
      const todo = todos[made % todos.length];
      const startedAt = performance.now();
      const verdict = await guard.check({
        session: "bench",
        toolUseId: `${name}-${made}`,
        completing: [todo],
      });
      journal.sync();
      times.push(performance.now() - startedAt);
      given.push(`${todo} ${verdict.todos[0].attempt}`);
    }
    return { times, given };
  };
}

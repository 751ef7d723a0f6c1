// Claims todos on a shared journal, as hooks do, and prints each answer as one line of JSON.
import { writeSync } from "node:fs";
import { createGuardEngine, guardInstance } from "@readback/core/host";
import { createFileJournal } from "@readback/node";
import { createRandom } from "./random.mjs";
import { dieAtCall } from "./sudden-death.mjs";

const plan = JSON.parse(process.argv[2]);
const random = createRandom(plan.seed);

/**
 * A clock on which seconds pass between two calls: claims of one todo that are made at the same
 * moment would be one claim. The same for all processes.
 */
const HASTE = 1_000_000;
const EPOCH = Date.UTC(2026, 0, 1);
const clock = {
  now: () => Math.round((performance.timeOrigin + performance.now() - EPOCH) * HASTE),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle),
};
const config = {
  maxRetryAttempts: plan.maxRetryAttempts,
  validationTimeout: 300 * HASTE,
  retention: 86_400_000 * HASTE,
  onGuardFailure: "block",
};
const print = (value) => writeSync(1, `${JSON.stringify(value)}\n`);
if (plan.dieAt) dieAtCall(plan.dieAt, random);

function open(instances) {
  const { folder, compactAt } = plan;
  const journal = createFileJournal({
    folder,
    compactAt,
    durable: false,
    ...(instances && { instances }),
  });
  const guard = createGuardEngine(config, undefined, { journal, clock });
  guard.recover();
  return { journal, guard };
}

function close({ journal, guard }) {
  guard.runtime.stop();
  journal.close();
}

/** A write: some are reported by several processes, under the same id and about the same todos. */
function nextWrite(n) {
  const isShared = random.chance(0.25);
  const which = isShared ? random.below(plan.shared) : random.below(1_000_000);
  const todos = [`todo ${which % plan.todos}`];
  if (which % 5 === 0) todos.push(`todo ${(which + 1) % plan.todos}`);
  const toolUseId = isShared ? `shared-${which}` : `${plan.name}-${n}`;
  return { session: "s", toolUseId, completing: todos };
}

/** As a hook does it: opened for this one write. */
async function checkOnce(write) {
  const host = open(write.completing.map((todo) => guardInstance(write.session, todo)));
  try {
    return await host.guard.check(write);
  } finally {
    close(host);
  }
}

const host = open();
for (let n = 0; n < plan.count; n += 1) {
  const write = nextWrite(n);
  const verdict = await (random.chance(0.3) ? checkOnce(write) : host.guard.check(write));
  const verdicts = verdict.todos.map(({ todo, attempt, kind, reason }) => ({
    todo,
    attempt,
    kind,
    ...(attempt === 0 && { reason }),
  }));
  print({ toolUseId: write.toolUseId, verdicts });
  if (plan.compactEvery && random.chance(1 / plan.compactEvery)) {
    host.journal.compact();
    host.journal.prune({ maxAge: plan.pruneAfter });
  }
}
close(host);
print({ done: true });

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source code
import { inFile } from "./in-file.mjs";

const COMMIT = `if (absorb(append(redact ? redact(entry) : entry))) {
      // The journal's order decides, not ours.
      const settled = fold.step(entry);
      if (!settled) return false;
      deliver(id, stepper, settled);
      return true;
    }
    fold.instances.commit(id, stepper, step, time, event.type);
    deliver(id, stepper, step);`;

export const runtimeMutations = [
  ...inFile("runtime/runtime.ts", [
    ["XState's own events are taken from outside", ' || event.type.startsWith("xstate.")', ""],
    [
      "a stopped runtime takes events",
      'if (stopped || event.type.startsWith("xstate.")',
      'if (event.type.startsWith("xstate.")',
    ],
    ["a deadline comes 1 ms early", "first.at <= clock.now()", "first.at <= clock.now() + 1"],
    [
      "a deadline the journal refused is tried again later",
      "const RETRY_APPEND = 1_000;",
      "const RETRY_APPEND = 1_001;",
    ],
    [
      "what is overdue fires before the host is ready",
      "const isStill = () => stopped || recovering;",
      "const isStill = () => stopped;",
    ],
    ["an id is taken twice", "if (fold.instances.get(instance)) {", "if (false) {"],
    [
      "effects come in another order than the journal",
      "for (let run = effects.shift(); run; run = effects.shift()) guarded(run);",
      "for (let run = effects.pop(); run; run = effects.pop()) guarded(run);",
    ],
    [
      "effects of an event sent by a listener overtake those under way",
      "if (delivering) return;",
      "",
    ],
    [
      "effects come before the journal",
      COMMIT,
      `fold.instances.commit(id, stepper, step, time, event.type);
    deliver(id, stepper, step);
    settle();
    journal.append(entry);`,
    ],
    [
      "the state changes before the journal",
      COMMIT,
      `fold.instances.commit(id, stepper, step, time, event.type);
    journal.append(entry);
    deliver(id, stepper, step);`,
    ],
    ["a subscriber may send", "if (!isAppending) return;", "return;"],
    ["an entry is written as it is", "redact ? redact(entry) : entry", "entry"],
    [
      "what is due keeps its time from the recovery",
      "if (only(entry)) fold.apply(entry);",
      "if (only(entry)) fold.apply({ ...entry, time: clock.now() });",
    ],
    [
      "an idle window keeps the process alive",
      "alarm.set(at, fold.instances.someoneWaits);",
      "alarm.set(at, true);",
    ],
    [
      "the order in a shared journal does not count",
      "const settled = fold.step(entry);",
      "const settled = step;",
    ],
  ]),

  ...inFile("runtime/alarm.ts", [
    [
      "a timer longer than the platforms take",
      "const LONGEST_TIMER = 2 ** 31 - 1;",
      "const LONGEST_TIMER = 2 ** 31;",
    ],
  ]),
  ...inFile("runtime/instances.ts", [
    ["a deadline is counted from 0", "time + timer.delay", "timer.delay"],
    ["a deadline that has come stays due", "this.#cancel(instance, cause);\n", "\n"],
    [
      "deadlines outlive their instance",
      "for (const deadline of instance.deadlines) this.deadlines.drop(deadline);\n    this.#live.delete(id);\n    this.#awake -= Number(wasAwake);",
      "this.#live.delete(id);\n    this.#awake -= Number(wasAwake);",
    ],
    [
      "a finished instance is kept",
      "this.#live.delete(id);\n    this.#awake -= Number(wasAwake);",
      "this.#awake -= Number(wasAwake);",
    ],
    [
      "an idle instance counts as one that waits",
      'deadlines.length > 0 && !snapshot.hasTag("idle")',
      "deadlines.length > 0",
    ],
  ]),

  ...inFile("runtime/deadlines.ts", [
    [
      "the latest deadline comes first",
      "if (above.at <= deadline.at) break;",
      "if (above.at >= deadline.at) break;",
    ],
    [
      "the heap does not look at the right child",
      "if (child + 1 < size && this.#at(child + 1) < this.#at(child)) child += 1;",
      "",
    ],
    [
      "the heap sinks a deadline too little",
      "if (this.#at(child) >= deadline.at) break;",
      "if (this.#at(child) <= deadline.at) break;",
    ],
    [
      "a dropped deadline leaves the heap in disorder",
      "if (last.index === index) this.#sink(index, last);",
      "",
    ],
    ["a deadline is dropped twice", "if (index < 0) return;", ""],
  ]),

  ...inFile("runtime/step.ts", [
    [
      "re-entering a state does not set its timers anew",
      "after === snapshot && actions.length === 0",
      "after === snapshot",
    ],
    [
      "an event that changes nothing is journaled",
      "return after === snapshot && actions.length === 0 ? undefined : stepTo(after);",
      "return stepTo(after);",
    ],
  ]),

  ...inFile("runtime/clock.ts", [
    [
      "a simulated timer that is just due waits",
      "timer && timer.at <= until;",
      "timer && timer.at < until;",
    ],
    [
      "simulated timers of one moment fire in reverse",
      "timer.at < first.at",
      "timer.at <= first.at",
    ],
  ]),

  ...inFile("journal/entry.ts", [
    [
      "an outcome is reported twice",
      "outcome !== null && (!before || outcomeOf(before) === null)",
      "outcome !== null",
    ],
    ["the last entry is not marked", 'if (after.status !== "active") entry.done = true;', ""],
  ]),

  ...inFile("journal/replay.ts", [
    ["an instance is started twice", "if (known) return undefined;", ""],
    [
      "entries of a newer version are applied",
      "entry.v === 1 ? steppers.get(entry.machine) : undefined",
      "steppers.get(entry.machine)",
    ],
    ["a deadline counts before it is due", "id === event && at <= time", "id === event"],
    [
      "a deadline counts that was never set",
      'if (!event.startsWith("xstate.")) return true;',
      "return true;",
    ],
    ["a machine that has changed is not noticed", "report.diverged += 1;", ""],
  ]),

  ...inFile("journal/memory-journal.ts", [
    ["1,001 entries of finished instances", "keepFinished = 1_000", "keepFinished = 1_001"],
    [
      "one entry fewer of finished instances",
      "finishedEntries <= keepFinished",
      "finishedEntries < keepFinished",
    ],
  ]),

  ...inFile("journal/statistics.ts", [
    [
      "a first attempt is a retry",
      "if (made > 1) counting.retries += 1;",
      "if (made >= 1) counting.retries += 1;",
    ],
    [
      "what came too late counts",
      "if (event !== START_EVENT && event !== CHECKPOINT_EVENT) return;",
      "",
    ],
    ["attempts after a reset are not counted", "(attempt < seen ? 0 : seen) + 1", "seen + 1"],
  ]),

  ...inFile("duration.ts", [
    ["a duration of 0", '.positive("must be', '.nonnegative("must be'],
    [
      "a duration no timer takes",
      "const LONGEST_DURATION = 2 ** 31 - 1;",
      "const LONGEST_DURATION = 2 ** 31;",
    ],
    ["a day of 23 hours", "DAY = 24 * 60 * MINUTE", "DAY = 23 * 60 * MINUTE"],
    ["a minute of 59 seconds", "MINUTE = 60_000", "MINUTE = 59_000"],
  ]),

  ...inFile("hash.ts", [
    ["the order of keys makes another hash", "Object.keys(members).sort()", "Object.keys(members)"],
    ["what is undefined makes another hash", "if (member === undefined) continue;", ""],
  ]),

  ...inFile("errors.ts", [
    ["a refusal does not name the field", "field ? `${field}: ${problem}` : problem", "problem"],
  ]),
];

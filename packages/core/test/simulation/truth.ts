import type { AnyMachineSnapshot } from "xstate";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import type { Bounded } from "../../src/bounded.js";
import { instructionMachine } from "../../src/instruction-ack/machine.js";
import { checkpointOf, type JournalEntry } from "../../src/journal/entry.js";
import { createHost, type Host } from "../../src/runtime/host.js";
import { createFold } from "../../src/runtime/replay.js";
import { guardMachine } from "../../src/todo-attempt-guard/machine.js";
import { verifyMachine } from "../../src/verify-retry-escalate/machine.js";
import { LATENCY } from "./disk.js";

/** Made once: a story needs no machines of its own. */
const HOSTS: ReadonlyMap<string, Host> = new Map(
  [askMachine, guardMachine, instructionMachine, verifyMachine].map((machine) => [
    machine.id,
    createHost(machine) as unknown as Host,
  ]),
);

const texts = new WeakMap<AnyMachineSnapshot, string>();

/** A snapshot as text; each is written down once. */
function textOf(snapshot: AnyMachineSnapshot): string {
  const known = texts.get(snapshot);
  if (known !== undefined) return known;
  const text = JSON.stringify([snapshot.value, snapshot.context]);
  texts.set(snapshot, text);
  return text;
}

interface Ending {
  readonly generation: number;
  readonly outcome: string;
  /** When the life began that ended so. */
  readonly born: number;
}

/**
 * What the journal says, folded entry by entry as it is written; and the promises that can be read in
 * it: no attempt past the bound, one outcome for each generation.
 */
export function createTruth(check: (isTrue: boolean, promise: string) => void) {
  let fold = createFold(HOSTS);
  const endings = new Map<string, Ending>();
  const givenAt = new Map<string, number>();

  function watch(instance: string, snapshot: AnyMachineSnapshot, born: number): void {
    const context = snapshot.context as Bounded & Partial<Ending>;
    const { attempt, bound, outcome = null, generation = 1 } = context;
    check(attempt <= bound, `${instance} has attempt ${attempt} of ${bound}`);
    const ended = endings.get(instance);
    // Who knew it before a deletion goes on with the older life, after one that a newcomer began and ended.
    const isSameLife = ended !== undefined && born >= ended.born;
    if (isSameLife && ended.generation === generation) {
      // An answer that came late is handed over as the outcome of a generation of its own.
      check(outcome === ended.outcome, `${instance} ended as ${ended.outcome}, then as ${outcome}`);
    }
    if (outcome !== null) endings.set(instance, { generation, outcome, born });
  }

  /** Whoever waits for an answer, in whichever process, gets it when it is given and not some time later. */
  function hasPromptReceipt({ event, instance, time }: JournalEntry): void {
    if (event === "ANSWER" || event === "CALL") givenAt.set(instance, time);
    if (event !== "RECEIVED") return;
    const late = time - (givenAt.get(instance) ?? time);
    check(late <= 3 * LATENCY, `${instance}: a caller got its answer ${late} ms late`);
  }

  return {
    get instances() {
      return fold.instances;
    },
    /** The next entry of the journal. */
    take(entry: JournalEntry): void {
      hasPromptReceipt(entry);
      fold.apply(entry);
      const live = fold.instances.get(entry.instance);
      if (live) watch(entry.instance, live.snapshot, live.mark.born);
      else endings.delete(entry.instance);
    },
    /** The journal is gone. */
    forget(): void {
      fold = createFold(HOSTS);
      endings.clear();
      givenAt.clear();
    },
    checkpoints: (time: number) => fold.instances.all().map((live) => checkpointOf(time, live)),
    /** What a process makes of the journal is what is in it. */
    compare(
      name: string,
      machine: string,
      view: { live(): Iterable<readonly [string, AnyMachineSnapshot]> },
    ): void {
      const seen = new Map(view.live());
      for (const { id, host, snapshot } of fold.instances.all()) {
        if (host.machine.id !== machine) continue;
        const own = seen.get(id);
        seen.delete(id);
        const isSame = own !== undefined && textOf(own) === textOf(snapshot);
        if (isSame) continue;
        check(
          false,
          `${name} sees ${id} as\n${own && textOf(own)}\nand not as\n${textOf(snapshot)}`,
        );
      }
      check(seen.size === 0, `${name} sees ${[...seen.keys()]}, which the journal does not hold`);
    },
    /** The journal, read from its start, says the same. */
    compareFold(entries: Iterable<JournalEntry>): void {
      const again = createFold(HOSTS);
      for (const entry of entries) again.apply(entry);
      const textsOf = ({ instances }: typeof fold) =>
        instances.all().map(({ id, snapshot }) => `${id} ${textOf(snapshot)}`);
      const [one, other] = [textsOf(fold).sort(), textsOf(again).sort()];
      check(one.join() === other.join(), `a replay gives\n${other}\nand not\n${one}`);
    },
    /** Time alone leads to an end, or it waits for a person or an agent that can come back. */
    mustNotBeStuck(): void {
      for (const { id, snapshot, deadlines } of fold.instances.all()) {
        const waits =
          deadlines.length > 0 || snapshot.hasTag("exhausted") || isForAPerson(snapshot);
        check(waits, `${id} is stuck in ${JSON.stringify(snapshot.value)}`);
      }
    },
  };
}

function isForAPerson({ value }: AnyMachineSnapshot): boolean {
  return value === "escalated" || value === "undecided" || value === "pending";
}

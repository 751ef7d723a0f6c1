import type { AnyStateMachine, EventObject, SnapshotFrom } from "xstate";
import { ReadbackError } from "../errors.js";
import { mustBe, mustBeFunction, mustHave } from "../given.js";
import { checkpointOf, type JournalEntry } from "../journal/entry.js";
import { createMemoryJournal } from "../journal/memory-journal.js";
import { mustBeMachine } from "../must-be-machine.js";
import { createAlarm } from "./alarm.js";
import { systemClock } from "./clock.js";
import { createEffects, type Listener, type Origin } from "./effects.js";
import { type Applied, createHost, type Host, type Moved, mustBeEvent } from "./host.js";
import type { Instance } from "./instances.js";
import type { HostOptions, Runtime } from "./runtime-interface.js";
import { createSharedFold } from "./shared-fold.js";

type Listeners = Set<Listener>;

/** How long to wait before a deadline whose journal entry failed is tried again. */
const RETRY_APPEND = 1_000;

const JOURNAL = {
  subject: "options",
  field: "journal",
  methods: ["append", "read"],
  be: "a journal: createMemoryJournal(), or createFileJournal of @readback/node",
};
const CLOCK = {
  subject: "options",
  field: "clock",
  methods: ["now", "setTimeout", "clearTimeout"],
  be: "a clock: systemClock, or createSimulatedClock() in tests",
};

/** Makes a runtime for the given machines. What handles are given beside a host's part is theirs to check. */
export function createRuntime<M extends AnyStateMachine>(
  machines: readonly M[],
  options: HostOptions = {},
): Runtime<M> {
  const { clock = systemClock, journal = createMemoryJournal(), redact } = options;
  const { onError = (error: unknown) => console.error(error) } = options;
  mustHave(journal, JOURNAL);
  mustHave(clock, CLOCK);
  const hosts = new Map<string, Host>(machines.map((one) => [one.id, createHost(one)]));
  const listeners = new Map(machines.map((one) => [one.id, new Set() as Listeners]));
  let stopped = false;
  /** Between `recover` and `resume` nothing falls due: the host may still have something to say. */
  let recovering = false;
  const isStill = () => stopped || recovering;
  let isAppending = false;

  const rereads = new Set<() => void>();
  const effects = createEffects(onError);
  let delivering = false;

  const fold = createSharedFold({
    hosts,
    journal,
    clock,
    append,
    redact,
    onError,
    onNews: (id, host, made) => deliver(id, host, made, "elsewhere"),
    onReread() {
      for (const told of rereads) effects.push({ told: [told], about: 0, more: 0, origin: "here" });
    },
  });

  /** Journal first, then state, then effects. False when others were quicker, and it came to nothing after theirs. */
  function commit(id: string, host: Host, moved: Moved): boolean {
    const made = fold.write(id, host, moved);
    if (made) deliver(id, host, made, "here");
    return made !== undefined;
  }

  /** While it runs, the journal is ahead of the state: nothing else may happen. */
  function append(entry: JournalEntry): readonly JournalEntry[] {
    isAppending = true;
    try {
      return journal.append(entry);
    } finally {
      isAppending = false;
    }
  }

  function mustNotAppend(): void {
    if (!isAppending) return;
    throw new ReadbackError(
      "reentrant",
      "A journal's subscriber can neither send events nor catch up: do it later, with queueMicrotask",
    );
  }

  function deliver(id: string, host: Host, { emitted, custom }: Applied, origin: Origin): void {
    const told = listeners.get(host.machine.id) as Listeners;
    for (const about of emitted) effects.push({ told, about, more: id, origin });
    if (origin === "elsewhere") return;
    for (const { exec, info, params } of custom) {
      if (exec) effects.push({ told: [exec], about: info, more: params, origin });
    }
  }

  function settle(): void {
    // Whoever appends settles afterwards.
    if (delivering || isAppending) return;
    delivering = true;
    try {
      do {
        effects.run();
      } while (writeAgain() || fireDue());
    } finally {
      delivering = false;
    }
    shorten();
    arm();
  }

  /** Writes again what a lost journal lacks; false when it lacks nothing, or takes nothing now. */
  function writeAgain(): boolean {
    if (stopped || !fold.isLacking()) return false;
    try {
      fold.writeAgain();
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  /** Lets a journal that asks for it keep one entry in place of a long history. What was redacted stays as it is. */
  function shorten(): void {
    const id = redact ? undefined : journal.overgrown?.();
    const instance = id === undefined ? undefined : fold.instances.get(id);
    if (instance) journal.supersede?.(checkpointOf(clock.now(), instance));
  }

  /** The instance whose deadline is the first to have passed. */
  function overdue(): Instance | undefined {
    const { next } = fold.instances;
    const isDue = next && next.at <= clock.now() && clock.now() >= notBefore;
    return isDue && !isStill() ? next : undefined;
  }

  /** Takes the first deadline that has passed; false when there is none. */
  function fireDue(): boolean {
    if (!overdue()) return false;
    try {
      // Another process may have been quicker: then there is nothing to do here.
      fold.takeNews();
      const instance = overdue();
      if (!instance) return true;
      const { id, host } = instance;
      const moved = host.due(id, instance, clock.now());
      if (moved) commit(id, host, moved);
    } catch (error) {
      onError(error);
      notBefore = clock.now() + RETRY_APPEND;
    }
    return true;
  }

  const alarm = createAlarm(clock, settle);
  let notBefore = Number.NEGATIVE_INFINITY;

  /** One timer serves all deadlines, and is not kept without need. */
  function arm(): void {
    const { next } = fold.instances;
    const at = next && !isStill() ? Math.max(next.at, notBefore) : undefined;
    // A clock nobody waits for (an idle window) must not keep a Node process alive.
    alarm.set(at, fold.instances.someoneWaits);
  }

  function catchUp(): void {
    if (stopped) return;
    mustNotAppend();
    fold.takeNews();
    settle();
  }

  /** For a moment at which nobody is there to be told of an error. */
  function lookSafely(): void {
    try {
      catchUp();
    } catch (error) {
      onError(error);
    }
  }

  function hostOf(machine: AnyStateMachine): Host {
    const host = hosts.get(machine.id);
    if (host?.machine === machine) return host;
    throw new ReadbackError(
      "unknown_machine",
      `This runtime does not host the machine "${machine.id}": pass it to createRuntime`,
    );
  }

  return {
    clock,
    journal,
    machines,
    start(machine, instance, input) {
      mustBeMachine(machine);
      mustBe(typeof instance === "string", "name of an instance", "a text", instance);
      if (stopped) throw new ReadbackError("stopped", "This runtime is stopped: make a new one");
      mustNotAppend();
      const host = hostOf(machine);
      fold.takeNews();
      const isFirst =
        !fold.instances.get(instance) &&
        commit(instance, host, host.start(instance, input as never, clock.now()));
      settle();
      if (isFirst) return;
      throw new ReadbackError("duplicate_instance", `Instance "${instance}" exists already`);
    },
    send(id, event: EventObject) {
      mustBeEvent(event);
      if (stopped) return false;
      mustNotAppend();
      fold.takeNews();
      const instance = fold.instances.get(id);
      const moved = instance?.host.send(id, instance, event, clock.now());
      const isMoved = instance && moved ? commit(id, instance.host, moved) : false;
      settle();
      return isMoved;
    },
    snapshot: (id) => fold.instances.get(id)?.snapshot as SnapshotFrom<M> | undefined,
    *live() {
      for (const { id, snapshot } of fold.instances.all()) {
        yield [id, snapshot as SnapshotFrom<M>] as const;
      }
    },
    someoneWaits: () => fold.instances.someoneWaits,
    on(machine, listener) {
      mustBeMachine(machine);
      mustBeFunction(listener, "listener of a runtime");
      const known = listeners.get(machine.id) ?? new Set();
      known.add(listener as Listener);
      return () => known.delete(listener as Listener);
    },
    catchUp,
    onReread(listener) {
      rereads.add(listener);
      return () => rereads.delete(listener);
    },
    follow: () => journal.watch?.(lookSafely) ?? (() => {}),
    recover(only = () => true) {
      recovering = true;
      return fold.recover(only);
    },
    resume() {
      recovering = false;
      settle();
    },
    *checkpoints() {
      for (const instance of fold.instances.all()) yield checkpointOf(clock.now(), instance);
    },
    stop() {
      stopped = true;
      arm();
    },
  };
}

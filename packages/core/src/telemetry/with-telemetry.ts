import { type Context, context, metrics, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { refuseUnknown } from "../did-you-mean.js";
import { mustHave } from "../given.js";
import type { Journal, JournalEntry } from "../journal/entry.js";
import { createEntryCounter } from "../journal/statistics.js";
import { createLives, type Life } from "./lives.js";

/** Settings of {@link withTelemetry}. */
export interface TelemetryOptions {
  /** Told when the telemetry itself fails; the machines go on. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** The name of the tracer and the meter. */
const SCOPE = "@readback/core";

/**
 * The same journal, which also counts what this process writes to it, and makes a span of each life that ends here,
 * through the global OpenTelemetry API. What other processes write is theirs to report.
 * @example
 * const journal = withTelemetry(createMemoryJournal());
 * const asker = createAsker({ bridge, journal });
 */
export function withTelemetry<J extends Journal>(journal: J, options: TelemetryOptions = {}): J {
  mustHave(journal, {
    subject: "journal of withTelemetry",
    methods: ["append", "read"],
    be: "a journal: createMemoryJournal(), or createFileJournal of @readback/node",
  });
  refuseUnknown(options, ["onError"], "options of withTelemetry");
  const { onError = (error: unknown) => console.error(error) } = options;
  const instruments = createInstruments();
  let view = createView();
  /** Whether the view holds what the journal does: else the next `read` makes it. */
  let isCurrent = false;

  function safely(run: () => void): void {
    try {
      run();
    } catch (error) {
      onError(error);
    }
  }

  function take(entries: () => readonly JournalEntry[]): readonly JournalEntry[] {
    try {
      const others = entries();
      isCurrent = true;
      // They say where an instance stands.
      for (const other of others) safely(() => view.take(other, ROOT_CONTEXT));
      return others;
    } catch (error) {
      // A shared journal was lost, and will be read again.
      isCurrent = false;
      throw error;
    }
  }

  function report(entry: JournalEntry): void {
    const { counted, life } = view.take(entry, context.active());
    const of = { "readback.machine": entry.machine };
    for (const what of COUNTS) if (counted?.[what]) instruments[what].add(counted[what], of);
    if (!life) return;
    const how = { ...of, "readback.outcome": life.outcome, "readback.cause": life.cause ?? "" };
    instruments.outcomes.add(1, how);
    instruments.duration.record((life.to - life.from) / 1_000, how);
    drawLife(life, how);
  }

  function* read(): Iterable<JournalEntry> {
    view = createView();
    for (const entry of journal.read()) {
      safely(() => view.take(entry, ROOT_CONTEXT));
      yield entry;
    }
    isCurrent = true;
  }

  const own: Partial<Journal> = {
    append(entry) {
      const others = take(() => journal.append(entry));
      safely(() => report(entry));
      return others;
    },
    read: () => (isCurrent ? journal.read() : read()),
    ...(journal.catchUp && { catchUp: () => take(() => journal.catchUp?.() ?? []) }),
  };
  // All else is the journal's own.
  return Object.assign(Object.create(journal) as J, own);
}

const COUNTS = ["started", "attempts", "retries", "exhausted"] as const;

function createInstruments() {
  const meter = metrics.getMeter(SCOPE);
  const counter = (name: string, description: string) =>
    meter.createCounter(`readback.${name}`, { description });
  return {
    started: counter("started", "Questions, todos, instructions and tasks that began"),
    attempts: counter("attempts", "Presentations, claims, dispatches and executions"),
    retries: counter("retries", "Attempts after the first"),
    exhausted: counter("exhausted", "How often a bound was reached"),
    outcomes: counter("outcomes", "Terminal outcomes"),
    duration: meter.createHistogram("readback.duration", {
      description: "From the start to the terminal outcome",
      unit: "s",
    }),
  };
}

/** What is known of the instances of a journal. */
function createView() {
  const count = createEntryCounter();
  const follow = createLives<Context>();
  return {
    take: (entry: JournalEntry, within: Context) => ({
      counted: count(entry),
      life: follow(entry, within),
    }),
  };
}

/** One span for the life, and one below it for each stay in a state. */
function drawLife(life: Life<Context>, how: Readonly<Record<string, string>>): void {
  const tracer = trace.getTracer(SCOPE);
  const { machine, instance, attempt, bound, from, to } = life;
  const attributes = {
    ...how,
    "readback.instance": instance,
    "readback.attempt": attempt,
    "readback.bound": bound,
  };
  const span = tracer.startSpan(machine, { startTime: from, attributes }, life.within);
  const within = trace.setSpan(life.within, span);
  for (const stay of life.stays) {
    tracer.startSpan(`${machine} ${stay.state}`, { startTime: stay.from }, within).end(stay.to);
  }
  span.end(to);
}

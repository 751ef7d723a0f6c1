import { context, metrics, type TracerProvider, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import { createInstructionQueue } from "../../src/instruction-ack/queue.js";
import type { Journal } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { withTelemetry } from "../../src/opentelemetry.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createTodoGuard } from "../../src/todo-attempt-guard/create-todo-guard.js";
import { runVerified } from "../../src/verify-retry-escalate/runner.js";
import { createFakeBridge } from "../support/fake-bridge.js";
import { createSharedJournal } from "../support/shared-journal.js";

// The SDK that people use, with its exporters in memory.

const spans = new InMemorySpanExporter();
let numbers: InMemoryMetricExporter;
let meters: MeterProvider;
let tracers: TracerProvider;

beforeEach(() => {
  spans.reset();
  numbers = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  meters = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter: numbers })],
  });
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

afterEach(async () => {
  await meters.shutdown();
  for (const api of [trace, metrics, context]) api.disable();
});

/** What an exporter has of a counter: its values by their attributes. */
async function counted(name: string): Promise<Record<string, unknown>> {
  numbers.reset();
  await meters.forceFlush();
  const all = numbers.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
  const found = all
    .flatMap((one) => one.metrics)
    .find(({ descriptor }) => descriptor.name === `readback.${name}`);
  return Object.fromEntries(
    (found?.dataPoints ?? []).map(({ attributes, value }) => [
      Object.values(attributes).join(" "),
      value,
    ]),
  );
}

const millis = ([seconds, nanos]: readonly [number, number]) => seconds * 1_000 + nanos / 1e6;
const drawn = (machine: string) =>
  spans
    .getFinishedSpans()
    .filter(({ name }) => name === machine || name.startsWith(`${machine} `))
    .map(({ name, startTime, endTime }) => [name, millis(startTime), millis(endTime)]);
const lifeOf = (machine: string) =>
  spans.getFinishedSpans().find(({ name }) => name === machine) as ReadableSpan;

describe("telemetry", () => {
  it("tells of a question: its attempts, how it ended, and how long it was where", async () => {
    const clock = createSimulatedClock(1_000_000);
    const ui = createFakeBridge();
    const journal = withTelemetry(createMemoryJournal());
    const asker = createAsker({ bridge: ui.bridge, clock, journal, retry: "host" });
    const caller = tracers.getTracer("test").startSpan("tool call");
    const result = context.with(trace.setSpan(context.active(), caller), () =>
      asker.ask({ questions: [{ question: "Why?" }] }),
    );
    clock.advance(30_000);
    ui.render();
    clock.advance(5_000);
    ui.answer([{ id: "q1", values: ["So"] }]);
    expect((await result).outcome).toBe("answered");
    expect(await counted("started")).toEqual({ "ask-with-render-ack": 1 });
    expect(await counted("attempts")).toEqual({ "ask-with-render-ack": 2 });
    expect(await counted("retries")).toEqual({ "ask-with-render-ack": 1 });
    expect(await counted("outcomes")).toEqual({ "ask-with-render-ack answered human": 1 });
    expect(await counted("duration")).toMatchObject({
      "ask-with-render-ack answered human": { count: 1, sum: 35 },
    });
    const { attributes, parentSpanContext } = lifeOf("ask-with-render-ack");
    expect(attributes).toMatchObject({
      "readback.outcome": "answered",
      "readback.cause": "human",
      "readback.attempt": 2,
      "readback.bound": 4,
    });
    expect(parentSpanContext?.spanId).toBe(caller.spanContext().spanId);
    expect(drawn("ask-with-render-ack").at(-1)).toEqual([
      ...["ask-with-render-ack", 1_000_000, 1_035_000],
    ]);
    expect(drawn("ask-with-render-ack").some(([, from, to]) => from === 1_030_000 && to)).toBe(
      true,
    );
    const below = spans
      .getFinishedSpans()
      .filter(({ parentSpanContext: parent }) =>
        [lifeOf("ask-with-render-ack").spanContext().spanId].includes(parent?.spanId ?? ""),
      );
    expect(below.length).toBe(drawn("ask-with-render-ack").length - 1);
    // What a person sends after the end is no second life.
    ui.answer([{ id: "q1", values: ["Again"] }]);
    expect(await counted("started")).toEqual({ "ask-with-render-ack": 1 });
    expect(lifeOf("ask-with-render-ack").attributes).not.toHaveProperty("content");
  });

  it("tells of a todo, an instruction and a task", async () => {
    const clock = createSimulatedClock(1_000_000);
    const journal = withTelemetry(createMemoryJournal());
    const guard = createTodoGuard({ clock, journal, maxRetryAttempts: 1 });
    for (const toolUseId of ["t1", "t2"]) {
      await guard.check({ session: "s1", toolUseId, completing: ["a"] });
      clock.advance(60_000);
    }
    guard.endSession("s1");

    const queue = createInstructionQueue({ clock, journal });
    const id = queue.queueInstructionWithAck("Read AGENTS.md");
    queue.dispatch();
    clock.advance(60_000);
    queue.tick();
    queue.dispatch();
    queue.acknowledgeInstruction(id);

    let runs = 0;
    await runVerified({
      task: { id: "03-01:task-3", name: "Create it" },
      clock,
      journal,
      execute: () => void clock.advance(10_000),
      verify: () => {
        runs += 1;
        return runs === 2;
      },
    });
    expect(await counted("attempts")).toEqual({
      "todo-attempt-guard": 1,
      "instruction-ack": 2,
      "verify-retry-escalate": 2,
    });
    expect(await counted("exhausted")).toEqual({ "todo-attempt-guard": 1 });
    expect(await counted("outcomes")).toMatchObject({
      "instruction-ack acknowledged system": 1,
      "verify-retry-escalate done policy": 1,
    });
    expect(lifeOf("verify-retry-escalate").attributes["readback.attempt"]).toBe(2);
    expect(drawn("verify-retry-escalate").filter(([name]) => /executing$/.test(`${name}`))).toEqual(
      [
        ["verify-retry-escalate executing", 1_180_000, 1_190_000],
        ["verify-retry-escalate executing", 1_190_000, 1_200_000],
      ],
    );
    expect(lifeOf("todo-attempt-guard")).toBeDefined();
    expect(lifeOf("instruction-ack")).toBeDefined();
  });

  it("counts each entry in the process that wrote it, and knows what was before a restart", async () => {
    const clock = createSimulatedClock(1_000_000);
    const shared = createSharedJournal({ clock });
    const start = (name: string) => {
      const journal: Journal = withTelemetry(shared.view(name));
      const queue = createInstructionQueue({ clock, journal });
      queue.recover();
      return queue;
    };
    const [one, two] = [start("one"), start("two")];
    const id = one.queueInstructionWithAck("Read AGENTS.md");
    two.dispatch();
    clock.advance(60_000);
    one.tick();
    one.dispatch();
    expect(await counted("attempts")).toEqual({ "instruction-ack": 2 });
    one.dispose();
    two.dispose();
    const three = start("three");
    expect(await counted("attempts")).toEqual({ "instruction-ack": 2 });
    clock.advance(60_000);
    three.tick();
    three.dispatch();
    three.acknowledgeInstruction(id);
    expect(await counted("attempts")).toEqual({ "instruction-ack": 3 });
    expect(await counted("started")).toEqual({ "instruction-ack": 1 });
    expect(drawn("instruction-ack").at(-1)).toEqual(["instruction-ack", 1_000_000, 1_120_000]);
  });

  it("never stands in the way: what fails is told, and the machine goes on", () => {
    const errors: unknown[] = [];
    const journal = withTelemetry(createMemoryJournal(), {
      onError: (error) => errors.push(error),
    });
    tracers.getTracer = () => {
      throw new Error("no exporter");
    };
    trace.disable();
    trace.setGlobalTracerProvider(tracers);
    const queue = createInstructionQueue({ journal });
    const id = queue.queueInstructionWithAck("Read AGENTS.md");
    expect(queue.acknowledgeInstruction(id)).toBe(true);
    expect(errors).toEqual([new Error("no exporter")]);
  });
});

import { journalEntrySchema } from "@readback/core/host";
import * as z from "zod";
import type { SERVICES } from "../names.js";

// What every handler takes: whatever comes is read before anything else is done with it. Parts that core checks
// itself, such as questions and todos, are only known to be there.

const noMore = (most: number) => `must have at most ${most} characters`;
const name = z.string().min(1, "must not be empty").max(200, noMore(200));
/** A session, a desk, or an instance. */
const long = z.string().min(1, "must not be empty").max(1_000, noMore(1_000));
const requestId = z.string().max(500, noMore(500));
const token = z.string().max(200, noMore(200)).optional();
const awakeable = name;
const number = z.int().min(0);
const something = z.looseObject({});
/** How long one request may wait: a client that waits longer makes another one. */
const patience = z.number().min(1).max(3_600_000, "must be an hour at most: call again then");
const timeout = z.number().optional();

const wake = z.object({ generation: number });

const nudge = z.discriminatedUnion("type", [
  z.object({ type: z.literal("LOST"), requestId, process: name }),
  z.object({ type: z.enum(["NO_SURFACE", "PRESENT_FAILED"]), requestId, hint: z.string() }),
  z.object({ type: z.literal("SUPERSEDE") }),
]);

const deskItem = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["present", "join"]), askId: long, requestId }),
  z.looseObject({ kind: z.literal("close"), askId: long, requestId, reason: z.string() }),
  z.object({ kind: z.enum(["over", "replace"]), askId: long }),
]);

const write = z.looseObject({
  how: z.enum(["check", "checkList", "report"]),
  session: long,
  patience: timeout,
});

const plain = <const M extends string>(method: M) =>
  z.object({ method: z.literal(method), args: z.tuple([]) });
const about = <const M extends string>(method: M) =>
  z.object({ method: z.literal(method), args: z.tuple([z.string()]) });

const queueCall = z.discriminatedUnion("method", [
  plain("take"),
  plain("next"),
  plain("isIdle"),
  plain("tick"),
  plain("getFailedInstructions"),
  plain("stats"),
  about("queueInstruction"),
  about("acknowledgeInstruction"),
  about("wasHandedOver"),
  about("redrive"),
  about("discard"),
  z.object({
    method: z.literal("queueInstructionWithAck"),
    args: z.tuple([z.string(), something.nullish()]).or(z.tuple([z.string()])),
  }),
  z.object({
    method: z.literal("sawToolCall"),
    args: z.tuple([z.object({ tool: z.string(), texts: z.array(z.string()) })]),
  }),
]);

/** What a call knows of its question. */
const watching = {
  caller: name,
  seen: z.object({
    state: z.enum(["presenting", "queued", "on_screen", "settled"]),
    requestId: requestId.nullable(),
    surface: z.string().max(200, noMore(200)).nullable(),
  }),
};

/** By service and handler. One that takes nothing is not here. */
export const INPUTS = {
  ask: {
    call: z.looseObject({
      ask: z.looseObject({
        askId: long,
        session: long,
        questions: z.array(something),
        times: something,
      }),
      call: z.looseObject({ caller: name }),
      awakeable,
    }),
    said: z.object({
      type: z.enum(["LEAVE", "ABORT", "RECEIVED", "NOT_RECEIVED"]),
      caller: name,
      hint: z.string().max(10_000, noMore(10_000)).optional(),
      how: z.enum(["stopping"]).optional(),
    }),
    tell: z.object({
      type: z.enum([
        ...(["RENDERED", "LOST", "QUEUED", "DEQUEUED"] as const),
        ...(["ACTIVITY", "ANSWER", "CANCEL", "DECLINE"] as const),
      ]),
      requestId,
      surfaceId: name,
      surface: z.string().max(200, noMore(200)).optional(),
      answers: z.unknown().optional(),
      token,
    }),
    nudge,
    wake,
    watch: z.object({ ...watching, awakeable }),
    request: z.object({ desk: long, token }),
  },
  asker: {
    ask: z.looseObject({ input: z.unknown(), caller: name, patience }),
    watch: z.object({ ...watching, askId: long, patience }),
  },
  desk: {
    push: z.array(deskItem),
    wait: z.object({ surfaceId: name, since: number, patience, awakeable }),
    hush: z.object({ surfaceId: name, awakeable }),
    leave: z.object({ surfaceId: name, token }),
    failed: z.object({
      type: z.enum(["NO_SURFACE", "PRESENT_FAILED"]),
      askId: long,
      requestId,
      hint: z.string().max(10_000, noMore(10_000)),
      surfaceId: name,
      token,
    }),
    others: z.object({ askId: long }),
  },
  surfaces: {
    follow: z.object({ desk: long, surfaceId: name, since: number, patience, token }),
  },
  journal: {
    append: z.array(journalEntrySchema),
    read: z.object({ from: number, limit: z.int().min(1).optional(), token }),
  },
  todos: {
    begin: write,
    judged: z.object({
      write,
      judged: z.array(z.object({ instance: z.string(), event: z.looseObject({ type: name }) })),
    }),
    note: z.looseObject({
      how: z.enum(["confirm", "observe", "approve", "reset", "heard", "endSession"]),
      instance: name.optional(),
    }),
    wake,
  },
  guard: { write },
  queue: { call: queueCall, wake },
  task: {
    start: z.object({ input: z.looseObject({ task: something, settings: something }), awakeable }),
    result: z.looseObject({ type: name, execution: number }),
    interrupted: z.object({ execution: number }),
    abort: z.object({ detail: z.string().max(1_000, noMore(1_000)) }),
    respond: z.object({
      response: z.string().min(1, "must not be empty").max(10_000, noMore(10_000)),
    }),
    wake,
  },
  tasks: {
    run: z.object({ session: long, task: z.unknown(), settings: something.optional(), patience }),
  },
  work: {
    carryOut: z.looseObject({
      instance: z.string().min(1),
      task: something,
      timeout: z.number().nullable(),
      order: z.looseObject({
        type: z.enum(["verify.execute", "verify.verify", "verify.escalate"]),
        execution: number,
      }),
    }),
  },
} as const satisfies Partial<Record<keyof typeof SERVICES, Readonly<Record<string, z.ZodType>>>>;

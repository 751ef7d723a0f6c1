import * as z from "zod";
import { InvalidInputError } from "../errors.js";
import { givenKind, isPromise, mustHave } from "../given.js";
import { functionSchema, hostShape, parse } from "../parse.js";
import type { HostOptions, Runtime } from "../runtime/runtime-interface.js";
import type { Ask } from "./ask.js";
import type { QuestionBridge, Unsubscribe } from "./bridge.js";
import { askSettingsSchema, USUAL_SETTINGS } from "./create-ask.js";
import type { askMachine } from "./machine.js";
import type { AskInput } from "./question.js";
import type { AskedQuestion, AskedResult, AskInputOf } from "./values.js";

const USUAL = { ...USUAL_SETTINGS, maxListening: 10_000 };
const NEEDED = ["sendQuestion", "onRenderConfirmed", "onAnswer", "onCancel"] as const;

const BRIDGE =
  "must be a QuestionBridge, such as promptBridge makes of one function; null when another process shows the questions";

const settingsSchema = z.strictObject({
  ...hostShape,
  ...askSettingsSchema.shape,
  bridge: z
    .object(Object.fromEntries(NEEDED.map((name) => [name, functionSchema()])), BRIDGE)
    .nullable(),
  maxListening: z.int().min(0).default(USUAL.maxListening),
  newId: functionSchema<() => string>().optional(),
});

/** Throws an InvalidInputError for what is no surface, or has no name. */
export function mustBeSurface(name: unknown, bridge: unknown): void {
  if (typeof name !== "string" || name === "") {
    const problem = `must name the surface, such as "terminal"${givenKind(name)}`;
    throw new InvalidInputError("surface", [{ field: "name", problem }]);
  }
  const be = "a QuestionBridge, such as promptBridge makes of one function";
  mustHave(bridge, { subject: "surface", field: "bridge", methods: NEEDED, be });
}

/** What need not be checked here: a host's part. */
const UNCHECKED = new Set<string>(["bridge", "clock", "journal"]);
const FUNCTIONS = new Set<string>(["newId", "onError", "redact"]);

/** The settings of an asker with every default, checked. */
export function settingsOf(options: AskerOptions): typeof USUAL {
  // Each of its functions would be missing: one word says why.
  if (isPromise(options?.bridge)) {
    const be = BRIDGE.replace("must be ", "");
    mustHave(options.bridge, { subject: "asker options", field: "bridge", methods: NEEDED, be });
  }
  return options && isUsual(options) ? USUAL : parse(settingsSchema, options, "asker options");
}

/** Whether there is nothing to check: making the schema takes longer than all else an asker begins with. */
function isUsual({ bridge, ...options }: AskerOptions): boolean {
  const isKnown = ([name, value]: readonly [string, unknown]) =>
    UNCHECKED.has(name) || (FUNCTIONS.has(name) && typeof value === "function");
  if (!Object.entries(options).every(isKnown)) return false;
  return bridge === null || NEEDED.every((name) => typeof bridge?.[name] === "function");
}

/** Settings of {@link createAsker}. Durations are in milliseconds. */
export interface AskerOptions extends HostOptions {
  /** The user interface. `null`: none here, for a process whose questions are shown by another one that shares its journal. */
  readonly bridge: QuestionBridge | null;
  /** Retries allowed when a question does not appear (`n` allows `1 + n` attempts), 0–5. Default 3. */
  readonly maxRetries?: number;
  /** How long the UI has to confirm that a question is on screen. Default 30,000. */
  readonly renderTimeout?: number;
  /** How long the person has, from the render acknowledgement or the last activity. Default 300,000. */
  readonly responseTimeout?: number;
  /** How far activity can extend that, from the render acknowledgement. Default 30 minutes. */
  readonly responseCap?: number;
  /** How long the UI may keep a question queued behind others. Default 30 minutes. */
  readonly queueCap?: number;
  /** How long the agent has to call again before its count of attempts ends. Default 10 minutes. */
  readonly idleWindow?: number;
  /** How long an answer to an ended ask is accepted, and then kept; 0: not at all. Default 24 hours. */
  readonly lateAnswerWindow?: number;
  /** How many ended asks to keep listening for, oldest let go first. Default 10,000. */
  readonly maxListening?: number;
  /** `agent`: tell the agent to call again. `host`: present again inside the same call. Default `agent`. */
  readonly retry?: "agent" | "host";
  /** When another question is open: let the UI `queue`, `reject` the new one, or `replace` the open one. Default `queue`. */
  readonly concurrency?: "queue" | "reject" | "replace";
  /** Makes the unguessable names of requests. Default: random UUIDs. */
  readonly newId?: () => string;
}

/** Settings of one call. */
export interface AskCallOptions {
  /** Whose question this is; the same question of another session is another ask. Default `default`. */
  readonly session?: string | undefined;
  /** Who asks, in words for the person; not part of what makes two asks the same. Default: unsaid. */
  readonly from?: string | undefined;
  /** How long this call can wait, in milliseconds: then it gets `pending`, and the next call with the same question goes on waiting. Default: until the ask ends. */
  readonly patience?: number | undefined;
  /**
   * Names what is asked for, so that a program that runs again gets the same result and shows nothing again: a call
   * with the key of an earlier call is told what that one was told, if a person answered or refused, or nobody
   * answered in time. Remembered for as long as `lateAnswerWindow`, the latest 20 keys of one question. Default: none.
   */
  readonly key?: string | undefined;
  /** As the asker's `retry`, for this call. A call that joins an open ask is held to what its first call said. Default: the asker's. */
  readonly retry?: "agent" | "host" | undefined;
  /** Gives up waiting. The question is closed once nobody waits for it. */
  readonly signal?: AbortSignal | undefined;
  /** Name of this call, unique among all calls: the UI's request carries it, and the journal. Default: a new one. */
  readonly caller?: string | undefined;
}

/** Where the question of a call stands. `settled`: the call has its result. */
export type AskState = "presenting" | "queued" | "on_screen" | "settled";

/** One call that waits. */
export interface AskHandle<Q extends readonly AskedQuestion[] = readonly AskedQuestion[]> {
  readonly askId: string;
  readonly caller: string;
  /** The latest presentation of the question; `null` when nothing was presented. */
  readonly requestId: string | null;
  readonly state: AskState;
  /** Where the question is on screen now, such as `page and terminal`; once settled, what the result says. */
  readonly surface: string | null;
  readonly result: Promise<AskedResult<Q>>;
  /** Stops waiting: the result is `pending`, and the question stays for the next call. */
  leave(): void;
  /** Gives up: the result is `aborted`. The question is closed once nobody waits for it. */
  abort(reason?: string): void;
  /** The result did not reach whoever asked: an answer in it is kept for the next call with the same question. */
  notReceived(): void;
}

/** A call that waits by its key, in no process: what stands about it in the journal, at this moment. */
export interface DetachedCall {
  /** What it asks, and on which terms. */
  readonly ask: Ask;
  /** `settled`: it has its result. */
  readonly state: AskState;
  readonly requestId: string | null;
  readonly surface: string | null;
  /** Since when it waits, in milliseconds since the epoch; `null` once it has its result. */
  readonly since: number | null;
  /** When it got its result; `null` while it waits. */
  readonly settledAt: number | null;
  /** `null` while it waits. */
  readonly result: AskedResult | null;
  /**
   * Sees to it from this process, if the one that did has gone: what is not on screen is shown again. `undefined`:
   * some process sees to it, this one or another, or it is settled.
   */
  takeUp(): AskHandle | undefined;
  /** Gives up: the result is `aborted`. The question is closed once nobody waits for it. */
  abort(reason?: string): void;
  /** The result has reached whoever asked: until that is said, the next call with the same question gets the answer, too. */
  received(): void;
}

/** Asks people, and knows that they were asked. */
export interface Asker {
  /** Asks, and waits. Rejects only when the input is bad, the journal cannot be written or the asker is disposed. */
  ask<const Q extends readonly AskedQuestion[]>(
    input: AskInputOf<Q>,
    options?: AskCallOptions,
  ): Promise<AskedResult<Q>>;
  /** Asks, and returns at once. Throws when the input is bad, the journal cannot be written or the asker is disposed. */
  open<const Q extends readonly AskedQuestion[]>(
    input: AskInputOf<Q>,
    options?: AskCallOptions,
  ): AskHandle<Q>;
  /**
   * Asks for somebody who comes back for the result, to this process or to another one with its journal: the call
   * waits until the ask ends, through restarts. It is found again by the id of its ask and its key, which nobody else
   * may be able to guess, as long as the ask is remembered (`lateAnswerWindow`); an asker of which that is 0 cannot.
   */
  openDetached(
    input: AskInput,
    options: Pick<AskCallOptions, "session" | "from" | "retry"> & { readonly key: string },
  ): AskHandle;
  /** Whether it can do that. */
  readonly canDetach: boolean;
  /** The call that {@link openDetached} made, in this process or another one; `undefined`: nothing is known of it. */
  findDetached(askId: string, key: string): DetachedCall | undefined;
  /** Shows every open question again: for a user interface that has just come, or come back. */
  show(): void;
  /** Takes up the asks a journal holds, after a restart: presents the open ones again. Returns how many there are. */
  recover(): number;
  /**
   * Shows every question on one more surface, beside the bridge: the first answer counts, wherever it comes
   * from. The name tells the surfaces of this process apart. Returns how to take it away.
   */
  addSurface(name: string, bridge: QuestionBridge): Unsubscribe;
  /** The id of the ask that a call with this input belongs to, whether there is one or not. Throws when the input is bad. */
  askIdOf(input: AskInput, options?: Pick<AskCallOptions, "session">): string;
  /** Lets go of the bridge and the clock; callers get `aborted`. A journal keeps the asks. */
  dispose(): void;
  readonly runtime: Runtime<typeof askMachine>;
}

import { InvalidInputError, ReadbackError } from "@readback/core";
import { messageOf } from "@readback/core/host";
import type { ServiceDefinition, VirtualObjectDefinition } from "@restatedev/restate-sdk";
import { KNOWN_AGAIN } from "../names.js";

/** How to reach a cluster. */
export interface IngressOptions {
  /** Address of its ingress, or of several of its nodes: when one does not answer, the next is tried. */
  readonly ingress: string | readonly string[];
  /** Sent with every request, for what stands in front of the ingress. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long a request is sent again while no node answers, in milliseconds. Default 60,000; at most 240,000. */
  readonly retryFor?: number;
}

/** How one request is made. */
interface RequestOptions {
  /** The same request sent twice is done once. Default: a new name. `null`: it only looks. */
  readonly idempotencyKey?: string | null;
  /** How long one answer may take, in milliseconds: then another node is asked, under the same name. Default 5,000. */
  readonly timeout?: number;
  /** Stops sending it. What was sent may be done all the same. */
  readonly signal?: AbortSignal | undefined;
}

type Handlers<T> = {
  // biome-ignore lint/suspicious/noExplicitAny: any handler, whatever its context
  [K in keyof T]: T[K] extends (context: any, input: infer I) => Promise<infer O> ? [I, O] : never;
};
type InputOf<T, K extends keyof T> = Handlers<T>[K] extends [infer I, unknown] ? I : never;
type OutputOf<T, K extends keyof T> = Handlers<T>[K] extends [unknown, infer O] ? O : never;

/** Calls the services of a cluster. */
export interface Ingress {
  object<T, K extends keyof T & string>(
    definition: VirtualObjectDefinition<string, T>,
    key: string,
    handler: K,
    input: InputOf<T, K>,
    options?: RequestOptions,
  ): Promise<OutputOf<T, K>>;
  service<T, K extends keyof T & string>(
    definition: ServiceDefinition<string, T>,
    handler: K,
    input: InputOf<T, K>,
    options?: RequestOptions,
  ): Promise<OutputOf<T, K>>;
}

/** How long a node may be silent until another one is asked, too: it may be frozen, or cut off from the others. */
const SILENCE = 20_000;
/** How long a node that has just started may not know the services of its cluster. */
const NEWLY_STARTED = 10_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;
/** Well within the time for which the cluster knows a request again. */
const LONGEST_RETRY = KNOWN_AGAIN - 60_000;

/** A client that outlives the death of a node: a request keeps its name, and is sent until it is answered. */
export function createIngress({ ingress, headers, retryFor = 60_000 }: IngressOptions): Ingress {
  const urls = [ingress].flat().map(checkedUrl);
  if (!(retryFor >= 0 && retryFor <= LONGEST_RETRY)) {
    // Later the cluster would take it for a new one, and do it once more.
    const problem = `must be 0 to ${LONGEST_RETRY} (given: ${String(retryFor)})`;
    throw new InvalidInputError("options of the client", [{ field: "retryFor", problem }]);
  }
  let current = 0;

  async function request(path: readonly string[], input: unknown, options: RequestOptions = {}) {
    const { idempotencyKey = crypto.randomUUID(), timeout = 5_000, signal } = options;
    const began = Date.now();
    const body = input === undefined ? undefined : JSON.stringify(input);
    const route = path.map(encodeURIComponent).join("/");
    // Many requests share a signal: each listens to one of its own.
    const stopped = signal && AbortSignal.any([signal]);

    async function send(at: number, over: AbortSignal): Promise<unknown> {
      const ending = new AbortController();
      const end = () => ending.abort();
      const timer = setTimeout(end, timeout);
      for (const one of [over, stopped]) one?.addEventListener("abort", end, { once: true });
      try {
        const response = await fetch(`${urls[at % urls.length]}/${route}`, {
          method: "POST",
          headers: {
            ...headers,
            ...(body !== undefined && { "content-type": "application/json" }),
            ...(idempotencyKey !== null && { "idempotency-key": idempotencyKey }),
          },
          ...(body !== undefined && { body }),
          signal: ending.signal,
        });
        const text = await response.text();
        if (isPassing(response.status)) throw new Error("it is overloaded");
        if (!response.ok) throw refusal(response.status, text, path);
        // Whoever answers is asked first from now on.
        current = at;
        return text === "" ? undefined : JSON.parse(text);
      } finally {
        clearTimeout(timer);
        for (const one of [over, stopped]) one?.removeEventListener("abort", end);
      }
    }

    /** Since when, and how often, nodes have said nothing but that they know no such service. */
    let unknownSince: number | undefined;
    let unknownTimes = 0;
    for (let tries = 1, pause = FIRST_PAUSE; ; tries += 1) {
      try {
        stopped?.throwIfAborted();
        const first = current;
        // What only looks has no name, and can be late.
        const most = idempotencyKey === null ? 1 : Math.min(2, urls.length);
        return (await firstOf(most, (more, over) => send(first + more, over))) as never;
      } catch (error) {
        if (signal?.aborted) throw error;
        const isUnknown = isUnknownMachine(error);
        if (isFinal(error)) throw error;
        const now = Date.now();
        unknownSince = isUnknown ? (unknownSince ?? now) : undefined;
        unknownTimes = isUnknown ? unknownTimes + 1 : 0;
        const isKnownNowhere =
          unknownTimes >= urls.length &&
          now - (unknownSince ?? now) > Math.min(retryFor, NEWLY_STARTED);
        if (isKnownNowhere) throw error;
        const waited = now - began;
        // One that took long to break is no reason not to try the others.
        const isOver = waited > retryFor && tries >= urls.length;
        if (isOver || waited > LONGEST_RETRY) throw isUnknown ? error : unreachable(urls, error);
      }
      current += 1;
      await pausing(pause, stopped);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }

  return {
    object: ({ name }, key, handler, input, options) =>
      request([name, key, handler], input, options),
    service: ({ name }, handler, input, options) => request([name, handler], input, options),
  };
}

/**
 * The answer of the first of several nodes that has one. The next one is asked when those before it are silent; when
 * all that were asked have failed, nobody else is waited for.
 */
function firstOf(
  most: number,
  send: (at: number, over: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answered = new Promise((resolve, reject) => {
    let asked = 0;
    let failed = 0;
    const ask = () => {
      const at = asked;
      asked += 1;
      timer = asked < most ? setTimeout(ask, SILENCE) : undefined;
      send(at, over.signal).then(resolve, (error) => {
        failed += 1;
        if (isFinal(error) || failed === asked) reject(error);
      });
    };
    ask();
  });
  return answered.finally(() => {
    clearTimeout(timer);
    over.abort();
  });
}

/** A node that starts, stops or has too much to do says so; another one, or the same one later, does it. */
const isPassing = (status: number) => status === 429 || status === 502 || status === 503;

const NO_INGRESS =
  "What answers is no Restate ingress: pass the address of one, such as http://127.0.0.1:8080, as `ingress`";

/** What the cluster refused, as the error that the same call would throw on one machine. */
function refusal(status: number, text: string, [service = ""]: readonly string[]): Error {
  const said = messageIn(text);
  // A page, or nothing: that is no word of a cluster.
  if (said === undefined) return new ReadbackError("lost", NO_INGRESS);
  if (status === 400) {
    const problems = problemsIn(said);
    if (problems) return new InvalidInputError("request", problems);
  }
  if (status === 404) {
    if (!/"source":\s*"ingress"/.test(text)) return new ReadbackError("lost", NO_INGRESS);
    const message = `The cluster does not serve ${service}: name its machine in readbackServices, and register the endpoint`;
    return new ReadbackError("unknown_machine", message);
  }
  return new ReadbackError("lost", said);
}

const isUnknownMachine = (error: unknown) =>
  error instanceof ReadbackError && error.code === "unknown_machine";

/** Another node, or the same one later, would say the same. */
const isFinal = (error: unknown) => error instanceof ReadbackError && !isUnknownMachine(error);

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}

function problemsIn(message: string): InvalidInputError["problems"] | undefined {
  try {
    const { problems } = JSON.parse(message) as { problems?: InvalidInputError["problems"] };
    return Array.isArray(problems) ? problems : undefined;
  } catch {
    return undefined;
  }
}

function unreachable(urls: readonly string[], error: unknown): ReadbackError {
  const cause = error instanceof Error && error.cause ? messageOf(error.cause) : messageOf(error);
  const message = `The Restate cluster does not answer at ${urls.join(", ")} (${cause}): start it, or pass another address as \`ingress\``;
  return new ReadbackError("lost", message);
}

function checkedUrl(text: string): string {
  try {
    const url = new URL(text);
    if (/^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, "");
  } catch {
    // It is said below.
  }
  const problem = `must be an address such as http://127.0.0.1:8080 (given: ${JSON.stringify(text)})`;
  throw new InvalidInputError("options of the client", [{ field: "ingress", problem }]);
}

export function pausing(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

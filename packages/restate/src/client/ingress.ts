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
    const giveUpAt = Date.now() + retryFor;
    const body = input === undefined ? undefined : JSON.stringify(input);
    const route = path.map(encodeURIComponent).join("/");
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const url = urls[current % urls.length];
      try {
        const limit = AbortSignal.timeout(timeout);
        const response = await fetch(`${url}/${route}`, {
          method: "POST",
          headers: {
            ...headers,
            ...(body !== undefined && { "content-type": "application/json" }),
            ...(idempotencyKey !== null && { "idempotency-key": idempotencyKey }),
          },
          ...(body !== undefined && { body }),
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        });
        const text = await response.text();
        if (response.ok) return text === "" ? undefined : JSON.parse(text);
        if (!isPassing(response.status)) throw refusal(response.status, text, path);
      } catch (error) {
        if (error instanceof ReadbackError || signal?.aborted) throw error;
        if (Date.now() > giveUpAt) throw unreachable(urls, error);
      }
      if (Date.now() > giveUpAt) throw unreachable(urls, "it is overloaded");
      current += 1;
      await pausing(pause, signal);
    }
  }

  return {
    object: ({ name }, key, handler, input, options) =>
      request([name, key, handler], input, options),
    service: ({ name }, handler, input, options) => request([name, handler], input, options),
  };
}

/** A node that starts, stops or has too much to do says so; another one, or the same one later, does it. */
const isPassing = (status: number) => status === 429 || status === 502 || status === 503;

/** What the cluster refused, as the error that the same call would throw on one machine. */
function refusal(status: number, text: string, [service = ""]: readonly string[]): Error {
  const said = messageIn(text);
  if (status === 400) {
    const problems = problemsIn(said);
    if (problems) return new InvalidInputError("request", problems);
  }
  if (status === 404) {
    const message = `The cluster does not serve ${service}: name its machine in readbackServices, and register the endpoint`;
    return new ReadbackError("unknown_machine", message);
  }
  return new ReadbackError("lost", said);
}

function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" ? message : text;
  } catch {
    return text;
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

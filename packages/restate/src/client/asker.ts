import {
  type AskCallOptions,
  type AskedQuestion,
  type AskedResult,
  type Asker,
  type AskHandle,
  type AskInputOf,
  type AskResult,
  type AskState,
  ReadbackError,
  systemClock,
} from "@readback/core";
import {
  type AnyAskInput,
  type Ask,
  askOf,
  callSchema,
  parse,
  quickSha256,
  termsOf,
  USUAL_SETTINGS,
  unpresentedResult,
  withValues,
} from "@readback/core/host";
import { type AskCall, type AskLook, isSameLook, type SaidByCaller, SERVICES } from "../names.js";
import { checkClient } from "./check-client.js";
import { createIngress, type Ingress, type IngressOptions, pausing } from "./ingress.js";

/** Settings of {@link connectAsker}. */
export interface ConnectAskerOptions extends IngressOptions {
  /** Told of errors nobody waits for. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** An asker whose questions live on a cluster. It has the methods of `createAsker`, without a runtime of its own. */
export interface ConnectedAsker extends Pick<Asker, "show"> {
  ask<const Q extends readonly AskedQuestion[]>(
    input: AskInputOf<Q>,
    options?: AskCallOptions,
  ): Promise<AskedResult<Q>>;
  open<const Q extends readonly AskedQuestion[]>(
    input: AskInputOf<Q>,
    options?: AskCallOptions,
  ): AskHandle<Q>;
  /** Tells the cluster that the callers of this process wait no longer; they get `aborted`. */
  dispose(): Promise<void>;
  readonly runtime: { readonly clock: typeof systemClock };
}

/** How long one request waits: whoever dies is missed after that, and joins again until then. */
const LEG = 45_000;
/** How long the answer may take beyond the patience. */
const GRACE = 25_000;
/** How often a call that stops waiting says so, until it has its result. */
const SAY_EVERY = 2_000;
/** How long to wait, at first and at most, before the cluster is asked again how a question stands that it did not know. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const UNKNOWN = "The cluster did not say in time what became of this call: call again";
const NO_RUNTIME = { clock: systemClock };

/**
 * Asks people through a cluster: any process may call, join or call again.
 * @example
 * const asker = connectAsker({ ingress: "http://127.0.0.1:8080" });
 * const result = await asker.ask({ questions }, { session: "alice", patience: 50_000, key: toolCallId });
 */
export function connectAsker(options: ConnectAskerOptions): ConnectedAsker {
  checkClient("connectAsker", options);
  const { onError = (error: unknown) => console.error(error) } = options;
  const ingress = createIngress(options);
  const usual = termsOf(USUAL_SETTINGS);
  const ids = { newId: () => "", sha256: quickSha256() };
  const waiting = new Map<string, ConnectedCall>();
  /** What is still to be said to the cluster, and of which question. */
  const underWay = new Map<Promise<void>, string>();

  /** What is said later is under way, too: whoever is disposed of says it first. */
  function say(askId: string, said: SaidByCaller, after = Promise.resolve()): void {
    const saying = after
      .then(() => ingress.object(SERVICES.ask, askId, "said", said))
      .catch(onError)
      .finally(() => underWay.delete(saying));
    underWay.set(saying, askId);
  }

  function open(input: AnyAskInput, options: AskCallOptions = {}): ConnectedCall {
    const who = parse(callSchema, options, "ask options");
    const { session, from, key, retry, patience } = who;
    const ask = askOf(input, who, usual, ids);
    const caller = who.caller ?? crypto.randomUUID();
    const name = `${ask.askId} ${caller}`;
    const known = waiting.get(name);
    if (known) return known;
    const call = new ConnectedCall(ask, caller, ingress, say);
    waiting.set(name, call);
    // What this program has said of the question comes before what it asks now.
    const said = [...underWay].flatMap(([saying, about]) => (about === ask.askId ? saying : []));
    call.wait({
      after: Promise.all(said),
      asked: { input: input as never, session, from, key, retry },
      patience,
      signal: options.signal,
    });
    call.result.then(
      () => waiting.delete(name),
      () => waiting.delete(name),
    );
    return call;
  }

  return {
    runtime: NO_RUNTIME,
    open(input, callOptions) {
      const call = open(input, callOptions);
      call.watch();
      return call as never;
    },
    async ask(input, callOptions) {
      return open(input, callOptions).result as Promise<never>;
    },
    // Surfaces follow their desk: what is open is there when they come.
    show() {},
    async dispose() {
      const hint = "The program that asked is stopping";
      const calls = [...waiting.values()];
      for (const call of calls) call.leave({ how: "stopping", hint });
      await Promise.allSettled(calls.map(({ result }) => result));
      // What is said last is said of those results.
      while (underWay.size > 0) await Promise.allSettled(underWay.keys());
    },
  };
}

interface WaitOptions {
  readonly after: Promise<unknown>;
  readonly asked: Omit<AskCall, "caller" | "patience">;
  readonly patience: number | undefined;
  readonly signal: AbortSignal | undefined;
}

type Say = (askId: string, said: SaidByCaller, after?: Promise<void>) => void;

/** One call that waits. It knows how its question stands as far as it last heard. */
class ConnectedCall implements AskHandle {
  readonly result: Promise<AskedResult>;
  #settle!: { resolve(result: AskedResult): void; reject(error: unknown): void };
  #settled: AskResult | undefined;
  #look: AskLook = { state: "presenting", requestId: null, surface: null };
  #isLeaving = false;
  readonly #over = new AbortController();

  constructor(
    readonly ask: Ask,
    readonly caller: string,
    readonly ingress: Ingress,
    readonly say: Say,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    const over = () => this.#over.abort();
    // Whoever waits for it hears of an error; nobody else has to.
    this.result.then(over, over);
  }

  get askId(): string {
    return this.ask.askId;
  }

  get requestId(): string | null {
    return this.#settled ? this.#settled.requestId : this.#look.requestId;
  }

  get state(): AskState {
    return this.#settled
      ? "settled"
      : this.#look.state === "settled"
        ? "presenting"
        : this.#look.state;
  }

  get surface(): string | null {
    return this.#settled ? this.#settled.surface : this.#look.surface;
  }

  leave(how: { readonly how?: "stopping"; readonly hint?: string } = {}): void {
    this.#stop({ type: "LEAVE", caller: this.caller, ...how });
  }

  abort(reason = "The caller gave up waiting"): void {
    this.#stop({ type: "ABORT", caller: this.caller, hint: reason });
  }

  notReceived(): void {
    if (this.#settled?.answered)
      this.say(this.askId, { type: "NOT_RECEIVED", caller: this.caller });
  }

  async wait({ after, asked, patience, signal }: WaitOptions): Promise<void> {
    const abort = () => this.abort();
    signal?.addEventListener("abort", abort, { once: true });
    const until = patience === undefined ? Number.POSITIVE_INFINITY : Date.now() + patience;
    // Of this call alone: the cluster must never take another one for it.
    const name = crypto.randomUUID();
    try {
      // Nobody is asked for a caller that has given up already.
      if (signal?.aborted) {
        return this.#end(unpresentedResult({ ask: this.ask }, "aborted", { cause: "system" }));
      }
      await after;
      for (let leg = 1; ; leg += 1) {
        const left = Math.max(1, Math.min(LEG, until - Date.now()));
        const call = { ...asked, caller: this.caller, patience: left };
        const how = { idempotencyKey: `${name}/${leg}`, timeout: left + GRACE };
        const result = await this.ingress.service(SERVICES.asker, "ask", call, how);
        const isOver = this.#isLeaving || Date.now() >= until;
        if (result && (result.outcome !== "pending" || isOver)) return this.#end(result);
        if (!result && isOver) throw new ReadbackError("lost", UNKNOWN);
      }
    } catch (error) {
      this.#settle.reject(error);
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  #end(result: AskResult): void {
    this.#settled = result;
    if (result.answered) {
      // Not before the caller had a chance to act on it: a process that dies now keeps the answer for the next call.
      const soon = new Promise<void>((resolve) => setTimeout(resolve, 0));
      this.say(this.askId, { type: "RECEIVED", caller: this.caller }, soon);
    }
    this.#settle.resolve(withValues(this.ask.questions, result));
  }

  /** Follows how the question stands, for as long as the call waits: one request until that changes. */
  async watch(): Promise<void> {
    const { signal } = this.#over;
    for (let pause = 0; !signal.aborted; ) {
      const seen = this.#look;
      const watching = { askId: this.askId, caller: this.caller, seen, patience: LEG };
      try {
        await pausing(pause, signal);
        const how = { idempotencyKey: null, timeout: LEG + GRACE, signal };
        const look = await this.ingress.service(SERVICES.asker, "watch", watching, how);
        const hasChanged = look !== null && look.state !== "settled" && !isSameLook(look, seen);
        if (hasChanged) this.#look = look;
        pause = hasChanged || look === null ? 0 : longer(pause);
      } catch {
        // The call itself tells what is wrong with the cluster.
        pause = longer(pause);
      }
    }
  }

  /** The cluster may hear of the call only after this: it is said until the call has its result. */
  #stop(said: SaidByCaller): void {
    if (this.#settled || this.#isLeaving) return;
    this.#isLeaving = true;
    const again = () => {
      if (this.#settled) return clearInterval(saying);
      this.say(this.askId, said);
    };
    const saying = setInterval(again, SAY_EVERY);
    saying.unref?.();
    this.result.then(
      () => clearInterval(saying),
      () => clearInterval(saying),
    );
    again();
  }
}

const longer = (pause: number) => Math.min(LONGEST_PAUSE, 2 * pause || FIRST_PAUSE);

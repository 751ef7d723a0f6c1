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
  withValues,
} from "@readback/core/host";
import { type AskLook, type SaidByCaller, SERVICES } from "../names.js";
import { createIngress, type Ingress, type IngressOptions } from "./ingress.js";

/** Settings of {@link connectAsker}. */
export interface ConnectAskerOptions extends IngressOptions {
  /** Told of errors nobody waits for. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** Settings of one call. */
export interface ConnectedCallOptions extends AskCallOptions {
  /** Names the call, such as the id of a tool call: made twice, by any process, it is one call. The same as `caller`. */
  readonly key?: string;
}

/** An asker whose questions live on a cluster. It has the methods of `createAsker`, without a runtime of its own. */
export interface ConnectedAsker extends Pick<Asker, "show"> {
  ask<const Q extends readonly AskedQuestion[]>(
    input: AskInputOf<Q>,
    options?: ConnectedCallOptions,
  ): Promise<AskedResult<Q>>;
  open<const Q extends readonly AskedQuestion[]>(
    input: AskInputOf<Q>,
    options?: ConnectedCallOptions,
  ): AskHandle<Q>;
  /** Tells the cluster that the callers of this process wait no longer; they get `aborted`. */
  dispose(): Promise<void>;
  readonly runtime: { readonly clock: typeof systemClock };
}

/** How long one request waits: whoever dies is missed after that, and joins again until then. */
const LEG = 45_000;
/** How long the answer may take beyond the patience. */
const GRACE = 25_000;
/** How often a call that waits looks how its question stands. */
const LOOK_EVERY = 2_000;
const UNKNOWN = "The cluster did not say in time what became of this call: call again";
const NO_RUNTIME = { clock: systemClock };

/**
 * Asks people through a cluster: any process may call, join or call again.
 * @example
 * const asker = connectAsker({ ingress: "http://127.0.0.1:8080" });
 * const result = await asker.ask({ questions }, { session: "alice", patience: 50_000, key: toolCallId });
 */
export function connectAsker(options: ConnectAskerOptions): ConnectedAsker {
  const { onError = (error: unknown) => console.error(error) } = options;
  const ingress = createIngress(options);
  const usual = termsOf(USUAL_SETTINGS);
  const ids = { newId: () => "", sha256: quickSha256() };
  const waiting = new Map<string, ConnectedCall>();
  /** What is still to be said to the cluster. */
  const underWay = new Set<Promise<void>>();

  function say(askId: string, said: SaidByCaller): void {
    const saying = ingress
      .object(SERVICES.ask, askId, "said", said)
      .catch(onError)
      .finally(() => underWay.delete(saying));
    underWay.add(saying);
  }

  function open(input: AnyAskInput, callOptions: ConnectedCallOptions = {}): ConnectedCall {
    const { key, signal, ...rest } = callOptions;
    const who = parse(
      callSchema,
      key === undefined ? rest : { ...rest, caller: key },
      "ask options",
    );
    const ask = askOf(input, who, usual, ids);
    const caller = who.caller ?? crypto.randomUUID();
    const known = waiting.get(caller);
    if (known) return known;
    const call = new ConnectedCall(ask, caller, ingress, say);
    waiting.set(caller, call);
    call.wait({ input, session: who.session, from: who.from, patience: who.patience, signal });
    call.result.then(
      () => waiting.delete(caller),
      () => waiting.delete(caller),
    );
    return call;
  }

  return {
    runtime: NO_RUNTIME,
    open: (input, callOptions) => open(input, callOptions) as never,
    async ask(input, callOptions) {
      return open(input, callOptions).result as Promise<never>;
    },
    // Surfaces follow their desk: what is open is there when they come.
    show() {},
    async dispose() {
      const hint = "The program that asked is stopping";
      for (const [caller, { askId }] of waiting) {
        say(askId, { type: "LEAVE", caller, how: "stopping", hint });
      }
      await Promise.allSettled([...underWay, ...[...waiting.values()].map(({ result }) => result)]);
      await Promise.allSettled([...underWay]);
    },
  };
}

interface WaitOptions {
  readonly input: AnyAskInput;
  readonly session: string;
  readonly from?: string | undefined;
  readonly patience?: number | undefined;
  readonly signal: AbortSignal | undefined;
}

type Say = (askId: string, said: SaidByCaller) => void;

/** One call that waits. It knows how its question stands as far as it last heard, two seconds ago at most. */
class ConnectedCall implements AskHandle {
  readonly result: Promise<AskedResult>;
  #settle!: { resolve(result: AskedResult): void; reject(error: unknown): void };
  #settled: AskResult | undefined;
  #look: AskLook = { state: "presenting", requestId: null, surface: null };
  #isLeaving = false;

  constructor(
    readonly ask: Ask,
    readonly caller: string,
    readonly ingress: Ingress,
    readonly say: Say,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Whoever waits for it hears of an error; nobody else has to.
    this.result.catch(() => {});
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

  leave(): void {
    this.#stop({ type: "LEAVE", caller: this.caller });
  }

  abort(reason = "The caller gave up waiting"): void {
    this.#stop({ type: "ABORT", caller: this.caller, hint: reason });
  }

  notReceived(): void {
    if (this.#settled?.answered)
      this.say(this.askId, { type: "NOT_RECEIVED", caller: this.caller });
  }

  async wait({ input, session, from, patience, signal }: WaitOptions): Promise<void> {
    const abort = () => this.abort();
    signal?.addEventListener("abort", abort, { once: true });
    const looking = this.#lookAgain();
    const until = patience === undefined ? Number.POSITIVE_INFINITY : Date.now() + patience;
    try {
      if (signal?.aborted) this.abort();
      for (let leg = 1; ; leg += 1) {
        const left = Math.max(1, Math.min(LEG, until - Date.now()));
        const { caller } = this;
        const result = await this.ingress.service(
          SERVICES.asker,
          "ask",
          {
            input: input as never,
            session,
            ...(from !== undefined && { from }),
            caller,
            patience: left,
          },
          { idempotencyKey: `${caller}/${leg}`, timeout: left + GRACE },
        );
        const isOver = this.#isLeaving || Date.now() >= until;
        if (result && (result.outcome !== "pending" || isOver)) return this.#end(result);
        if (!result && isOver) throw new ReadbackError("lost", UNKNOWN);
      }
    } catch (error) {
      this.#settle.reject(error);
    } finally {
      clearInterval(looking);
      signal?.removeEventListener("abort", abort);
    }
  }

  #end(result: AskResult): void {
    this.#settled = result;
    this.#settle.resolve(withValues(this.ask.questions, result));
    // Not before the caller had a chance to act on it: a process that dies now keeps the answer for the next call.
    if (result.answered) {
      setTimeout(() => this.say(this.askId, { type: "RECEIVED", caller: this.caller }), 0);
    }
  }

  #lookAgain() {
    const looking = setInterval(() => {
      const options = { idempotencyKey: null, timeout: LOOK_EVERY };
      this.ingress
        .object(SERVICES.ask, this.askId, "look", undefined, options)
        .then((look) => {
          this.#look = look;
        })
        // The next look tells.
        .catch(() => {});
    }, LOOK_EVERY);
    looking.unref?.();
    return looking;
  }

  /** The cluster may hear of the call only after this: it is said until the call has its result. */
  #stop(said: SaidByCaller): void {
    if (this.#settled || this.#isLeaving) return;
    this.#isLeaving = true;
    const again = () => {
      if (this.#settled) return clearInterval(saying);
      this.say(this.askId, said);
    };
    const saying = setInterval(again, LOOK_EVERY);
    saying.unref?.();
    this.result.then(
      () => clearInterval(saying),
      () => clearInterval(saying),
    );
    again();
  }
}

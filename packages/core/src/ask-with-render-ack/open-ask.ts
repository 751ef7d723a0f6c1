import type { Runtime } from "../runtime/runtime-interface.js";
import type { Ask, Call } from "./ask.js";
import type { AskHandle, AskState } from "./asker-options.js";
import { onScreenIn } from "./context.js";
import type { askMachine } from "./machine.js";
import type { AskEvent } from "./protocol.js";
import type { AskResult } from "./result.js";
import { type AskedResult, withValues } from "./values.js";

/** What a call needs of the asker it was made with. */
interface OpenAskOwner {
  failed(error: unknown): void;
  takeBack(caller: string, askId: string): void;
}

/**
 * One call that waits. It listens to its signal itself: thousands may wait, and a function for each
 * would be kept as long as it.
 */
export class OpenAsk implements AskHandle {
  readonly result: Promise<AskedResult>;
  #resolve: (result: AskedResult | Promise<never>) => void = () => {};
  #settled: AskResult | undefined;
  #waited = 0;
  readonly key: string | undefined;
  readonly patience: number | undefined;
  readonly detached: true | undefined;

  constructor(
    readonly ask: Ask,
    readonly caller: string,
    { key, patience, detached }: Pick<Call, "key" | "patience" | "detached">,
    readonly runtime: Runtime<typeof askMachine>,
    readonly signal: AbortSignal | undefined,
    readonly asker: OpenAskOwner,
  ) {
    this.key = key;
    this.patience = patience;
    this.detached = detached;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    signal?.addEventListener("abort", this);
  }

  get askId(): string {
    return this.ask.askId;
  }

  get requestId(): string | null {
    if (this.#settled) return this.#settled.requestId;
    return this.runtime.snapshot(this.askId)?.context.requestId ?? null;
  }

  get state(): AskState {
    const snapshot = this.#settled ? undefined : this.runtime.snapshot(this.askId);
    if (!snapshot) return "settled";
    if (snapshot.matches({ open: "rendered" })) return "on_screen";
    return snapshot.matches({ open: { presenting: "queued" } }) ? "queued" : "presenting";
  }

  get surface(): string | null {
    if (this.#settled) return this.#settled.surface;
    const context = this.runtime.snapshot(this.askId)?.context;
    return context ? onScreenIn(context) : null;
  }

  /** Some time has passed: whether that is more than its patience and twice as much, whatever the clock says. */
  hasWaited(passed: number): boolean {
    this.#waited += passed;
    return this.patience !== undefined && this.#waited > this.patience + 2 * passed;
  }

  leave(): void {
    this.#send({ type: "LEAVE", caller: this.caller });
  }

  abort(reason = "The caller gave up waiting"): void {
    this.#send({ type: "ABORT", caller: this.caller, hint: reason });
  }

  notReceived(): void {
    if (this.#settled?.answered) this.asker.takeBack(this.caller, this.askId);
  }

  /** The signal was aborted. */
  handleEvent(): void {
    this.abort();
  }

  settle(result: AskResult): void {
    this.#settled = result;
    this.drop();
    this.#resolve(withValues(this.ask.questions, result));
  }

  /** The journal does not take what this call wants to say. */
  fail(error: unknown): void {
    this.asker.failed(error);
    this.drop();
    const refused = Promise.reject(error);
    // The caller may have its result already.
    refused.catch(() => {});
    this.#resolve(refused);
  }

  /** Lets go of the signal. */
  drop(): void {
    this.signal?.removeEventListener("abort", this);
  }

  #send(event: AskEvent): void {
    if (this.#settled) return;
    try {
      this.runtime.send(this.askId, event);
    } catch (error) {
      this.fail(error);
    }
  }
}

/** A call that has its result from the start. */
export function settledAsk(ask: OpenAsk, result: AskResult): OpenAsk {
  ask.settle(result);
  return ask;
}

import type { QuestionRequest } from "../ask-with-render-ack/ask.js";
import { createAsker } from "../ask-with-render-ack/asker.js";
import type { AskCallOptions, AskHandle } from "../ask-with-render-ack/asker-options.js";
import type { QuestionBridge } from "../ask-with-render-ack/bridge.js";
import type { AskResult } from "../ask-with-render-ack/result.js";
import { messageOf } from "../errors.js";
import { createSimulatedClock, systemClock } from "../runtime/clock.js";
import { BrokenPromiseError } from "./broken-promise.js";
import { type Recorder, record } from "./recorder.js";
import type {
  BridgeCapability,
  BridgeHost,
  BridgeStage,
  BridgeSubject,
  HostedTerms,
  Person,
} from "./subject.js";

/** The asker's times, in milliseconds of a clock that stands still until a check moves it. */
export const TIMES = {
  renderTimeout: 30_000,
  responseTimeout: 300_000,
  queueCap: 1_800_000,
} as const;

/** How often to look, in milliseconds. */
const LOOK_EVERY = 5;

/** What a check works with: one bridge and its person, and what stands between it and those who ask. */
export class Stand {
  readonly recorder: Recorder;
  /** What went wrong where no caller could be told. */
  readonly errors: unknown[] = [];
  #host: BridgeHost | undefined;

  constructor(
    readonly promise: string,
    readonly subject: BridgeSubject,
    readonly stage: BridgeStage,
  ) {
    this.recorder = record(stage.bridge);
  }

  get bridge(): BridgeStage["bridge"] {
    return this.stage.bridge;
  }

  /** Before the first `ask`. */
  async start(terms: Partial<HostedTerms> = {}): Promise<void> {
    const { host = hostHere } = this.subject;
    const idleWindow = 2 * TIMES.queueCap;
    const onError = (error: unknown) => void this.errors.push(error);
    this.#host = await host(this.recorder.bridge, { ...TIMES, idleWindow, onError, ...terms });
  }

  get host(): BridgeHost {
    if (!this.#host) throw new Error("The stand has not been started");
    return this.#host;
  }

  /** Lets so much time pass for the questions. */
  async advance(ms: number): Promise<void> {
    await this.host.advance(ms);
  }

  can(capability: BridgeCapability): boolean {
    return this.subject.cannot?.[capability] === undefined;
  }

  /** The person, with everything that a check needs of them. */
  get person(): Required<Person> {
    return this.stage.person as Required<Person>;
  }

  /** Asks one question of type `text`. */
  ask(question = "Which name?", options?: AskCallOptions): AskHandle {
    return this.host.open({ questions: [{ question, type: "text" }] }, options);
  }

  /** The latest presentation of a question. */
  request(handle: AskHandle): QuestionRequest {
    const request = this.#latest(handle);
    if (!request) throw this.broken("the question is sent to the bridge", "it was not");
    return request;
  }

  #latest(handle: AskHandle): QuestionRequest | undefined {
    return this.recorder.sent.filter(({ askId }) => askId === handle.askId).at(-1);
  }

  /** Waits until the question has come to the bridge. */
  async sent(handle: AskHandle): Promise<void> {
    const isSent = () => this.#latest(handle) !== undefined;
    await this.until("the question is sent to the bridge", isSent);
  }

  /** Waits until the person sees the question. */
  async presented(handle: AskHandle): Promise<QuestionRequest> {
    await this.until("the person sees the question", () => this.sees(handle));
    return this.request(handle);
  }

  /** Waits until the person sees the question, and the asker knows. */
  async onScreen(handle: AskHandle): Promise<QuestionRequest> {
    await this.presented(handle);
    await this.until(
      "onRenderConfirmed is told once the person sees the question",
      () => handle.state === "on_screen",
      () => `the question is "${handle.state}"; ${this.story()}`,
    );
    return this.request(handle);
  }

  async sees(handle: AskHandle): Promise<boolean> {
    const request = this.#latest(handle);
    // On its way to the bridge it may take a while.
    return request !== undefined && this.person.sees(request);
  }

  /** Whether the person can read these words; how the surface breaks lines does not matter. */
  async reads(words: string): Promise<boolean> {
    return bare(await this.person.reads()).includes(bare(words));
  }

  /** The result of a call that has to come now. */
  async result(handle: AskHandle, expected: string): Promise<AskResult> {
    await this.until(
      expected,
      () => handle.state === "settled",
      () => `no result: ${this.story()}`,
    );
    return handle.result;
  }

  /** Waits until something is so, and fails if it does not come to that. */
  async until(
    expected: string,
    isSo: () => boolean | Promise<boolean>,
    seen: () => string | Promise<string> = () => this.story(),
  ): Promise<void> {
    const { patience = 5_000 } = this.subject;
    const end = systemClock.now() + patience;
    // On a busy machine the time may be over before the bridge had its turn: it gets one more.
    for (let isOver = false; !(await isSo()); isOver = systemClock.now() > end) {
      if (isOver) throw this.broken(`${expected}, within ${patience} ms`, await seen());
      await wait(LOOK_EVERY);
    }
  }

  /** Leaves time for what must not happen. */
  quiet(): Promise<void> {
    return wait(this.subject.quiet ?? 100);
  }

  expect(
    isSo: boolean,
    expected: string,
    seen: string | (() => string) = () => this.story(),
  ): void {
    if (!isSo) throw this.broken(expected, typeof seen === "string" ? seen : seen());
  }

  /** How often the bridge told something, of one request or of all. */
  told(call: string, requestId?: string): number {
    return this.recorder.told.filter(
      (word) => word.call === call && (requestId === undefined || word.requestId === requestId),
    ).length;
  }

  /** Nobody did anything, so nothing may be told in their name. */
  expectNoWordOfAPerson(after: string): void {
    const words = this.recorder.told.filter(
      ({ call }) => call === "onAnswer" || call === "onCancel",
    );
    this.expect(
      words.length === 0,
      `no onAnswer and no onCancel ${after}: nobody answered, and nobody refused`,
      () => words.map(({ call, args }) => `${call}(${JSON.stringify(args)})`).join(", "),
    );
  }

  broken(expected: string, seen: string, cause?: unknown): BrokenPromiseError {
    return new BrokenPromiseError(
      this.promise,
      expected,
      seen,
      cause === undefined ? undefined : { cause },
    );
  }

  /** What crossed the bridge so far, for a failure's message. */
  story(): string {
    const { sent, told, heard } = this.recorder;
    const list = (words: typeof told) =>
      words.map(({ call, args }) => [call, ...args.map((arg) => JSON.stringify(arg))].join(" "));
    return [
      `${sent.length} sent`,
      `the bridge told: ${list(told).join(", ") || "nothing"}`,
      `it was told: ${list(heard).join(", ") || "nothing"}`,
    ].join("; ");
  }

  /** No call of the bridge may have failed meanwhile. */
  expectNoErrors(): void {
    const [error] = this.errors;
    if (error === undefined) return;
    throw this.broken("no call of the bridge throws", messageOf(error), error);
  }

  async dispose(): Promise<void> {
    await this.#host?.dispose();
  }
}

/** Within this process, on a clock that stands still until a check moves it. */
function hostHere(bridge: QuestionBridge, terms: HostedTerms): BridgeHost {
  const clock = createSimulatedClock(1_000_000);
  const asker = createAsker({ ...terms, bridge, clock });
  return {
    open: (input, options) => asker.open(input, options),
    show: () => asker.show(),
    advance: (ms) => clock.advance(ms),
    dispose: () => asker.dispose(),
  };
}

/** Letters and digits only. */
function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "");
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => systemClock.setTimeout(resolve, ms));
}

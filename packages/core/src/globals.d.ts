// The few globals core uses, present in Node, browsers and workers alike. Declared here instead of
// pulling in the DOM or Node libraries, so that a platform API cannot slip into core unnoticed.
interface AbortSignal {
  readonly aborted: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the platforms' own declaration
  readonly reason: any;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare var AbortController: { new (): AbortController };
declare var console: { error(...data: unknown[]): void };
declare var crypto: { randomUUID(): string };
declare function setTimeout(callback: () => void, ms: number): unknown;
declare function clearTimeout(handle: unknown): void;

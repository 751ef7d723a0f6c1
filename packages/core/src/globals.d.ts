// The few globals core uses, present in Node, browsers and workers alike. Declared here instead of
// pulling in the DOM or Node libraries, so that a platform API cannot slip into core unnoticed.
type AbortListener = (() => void) | { handleEvent(): void };
interface AbortSignal {
  readonly aborted: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the platforms' own declaration
  readonly reason: any;
  addEventListener(type: "abort", listener: AbortListener, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: AbortListener): void;
}
interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare var AbortController: { new (): AbortController };
declare var console: { error(...data: unknown[]): void };
declare var crypto: { randomUUID(): string };
/** Only in Node; older ones have no `getBuiltinModule`, or no `hash`. */
declare var process:
  | {
      getBuiltinModule?(name: "node:crypto"): {
        hash?(algorithm: "sha256", text: string): string;
      };
    }
  | undefined;
declare function setTimeout(callback: () => void, ms: number): unknown;
declare function queueMicrotask(callback: () => void): void;
declare function clearTimeout(handle: unknown): void;

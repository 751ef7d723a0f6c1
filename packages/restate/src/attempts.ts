/** Work under way in this process, for one call of the cluster. */
export interface Attempt {
  /** Runs it, or joins it when it runs already. */
  run<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Nobody wants its result any more. */
  abort(): void;
}

/** The call of the cluster that an attempt is for: `context.request()`. */
interface Calling {
  readonly id: string;
  readonly attemptCompletedSignal: AbortSignal;
}

/** How long work goes on that no call of the cluster waits for, and how long its result is kept. */
const KEPT = 60_000;

/**
 * The attempts of this process. A call that the cluster makes again, because a connection broke or the server's
 * patience was over, joins the work that runs: it is not done twice. One that began in another process, or in an
 * earlier life of this one, is not here.
 */
export function createAttempts() {
  const begun = new Map<string, Attempt & { readonly attach: (signal: AbortSignal) => void }>();

  function create(id: string) {
    const controller = new AbortController();
    const parts = new Map<string, Promise<unknown>>();
    let forgetting: ReturnType<typeof setTimeout> | undefined;
    /** Unless the call is made again here soon, it goes on elsewhere, or is over. */
    const letGo = () => {
      clearTimeout(forgetting);
      forgetting = setTimeout(() => {
        controller.abort();
        begun.delete(id);
      }, KEPT);
      forgetting.unref();
    };
    return {
      run<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
        const known = parts.get(name) ?? work(controller.signal);
        parts.set(name, known);
        return known as Promise<T>;
      },
      abort: () => controller.abort(),
      attach(signal: AbortSignal) {
        clearTimeout(forgetting);
        signal.addEventListener("abort", letGo, { once: true });
        if (signal.aborted) letGo();
      },
    };
  }

  return {
    /** Notes, as a durable step, that this process has the call. */
    begin({ id }: Calling): void {
      if (!begun.has(id)) begun.set(id, create(id));
    },
    /** What this process does for the call; `undefined`: another one began it. */
    of({ id, attemptCompletedSignal }: Calling): Attempt | undefined {
      const attempt = begun.get(id);
      attempt?.attach(attemptCompletedSignal);
      return attempt;
    },
  };
}

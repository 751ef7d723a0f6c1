import type { ReadbackApi, RefusalCode, Reply, Said } from "../shared/protocol.js";

const KEY = "readback:electron:outbox";
const FIRST_DELAY = 250;
const MAX_DELAY = 5_000;

/** Where a page keeps what a person decided, over a reload. */
export type DecisionStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

interface OutboxOptions {
  readonly say: ReadbackApi["say"];
  /** Connects again; settles when that is done or given up. */
  readonly reconnect: () => Promise<void>;
  /** The main process will never take this. */
  readonly onRefused: (said: Said, code: RefusalCode, message: string) => void;
  readonly store: DecisionStore | undefined;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Says things in their order, one at a time. What a person decided is said until it is taken, also after a
 * reload. All else is old news by then: the main process asks for it when the page is connected again.
 */
export function createOutbox({ say, reconnect, onRefused, store, pause }: OutboxOptions) {
  const queue: Said[] = stored(store);
  /** Whether there may be something in the store: most of what is said was never in it. */
  let isKept = true;
  let isBusy = false;
  let isStopped = false;

  function keepDecisions(): void {
    const decisions = queue.filter(isDecision);
    if (isKept || decisions.length > 0) keep(store, decisions);
    isKept = decisions.length > 0;
  }

  async function pump(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    let delay = FIRST_DELAY;
    for (let [said] = queue; said && !isStopped; [said] = queue) {
      const reply = await say(said);
      const code = reply.ok ? undefined : reply.error.code;
      if (reply.ok || !isDecision(said) || code === "invalid_message" || code === "wrong_sender") {
        queue.shift();
        keepDecisions();
        delay = FIRST_DELAY;
        report(said, reply);
      }
      if (code === "not_connected") await reconnect();
      else if (code && queue[0] === said) {
        await pause(delay);
        delay = Math.min(delay * 2, MAX_DELAY);
      }
    }
    isBusy = false;
  }

  function report(said: Said, reply: Reply): void {
    if (reply.ok) return;
    const { code, message } = reply.error;
    if (code === "invalid_message" || code === "wrong_sender") onRefused(said, code, message);
  }

  return {
    put(said: Said): void {
      queue.push(said);
      keepDecisions();
      void pump();
    },
    /** Says what was left over from before a reload. */
    flush: (): void => void pump(),
    stop(): void {
      isStopped = true;
    },
  };
}

function isDecision({ type }: Partial<Said>): boolean {
  return type === "answer" || type === "cancel";
}

function stored(store: DecisionStore | undefined): Said[] {
  try {
    const found: unknown = JSON.parse(store?.getItem(KEY) ?? "[]");
    // Of an earlier version, or broken: one of these must not stand in the way of what comes.
    return Array.isArray(found) ? found.filter((one) => isDecision(one ?? {})) : [];
  } catch {
    return [];
  }
}

function keep(store: DecisionStore | undefined, decisions: readonly Said[]): void {
  try {
    if (decisions.length === 0) store?.removeItem(KEY);
    else store?.setItem(KEY, JSON.stringify(decisions));
  } catch {
    // Storage is off or full: it is still said as long as the page lives.
  }
}

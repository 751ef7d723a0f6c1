import { type FromTab, ROUTES, type Taken, type ToTab } from "../shared/protocol.js";
import type { Session } from "./session.js";

const KEY = "readback:outbox";
const FIRST_DELAY = 250;
const MAX_DELAY = 5_000;

type Distributed<T> = T extends unknown ? Omit<T, "id" | "tab"> : never;
/** What a tab has to say, before it gets its id. */
export type Said = Distributed<FromTab>;

interface OutboxOptions {
  readonly tab: string;
  readonly session: () => Session | undefined;
  readonly onReply: (message: ToTab) => void;
}

/**
 * Sends messages in their order, one at a time, each until the server has taken it. What a person
 * decided survives a reload; the id in it keeps it from counting twice.
 */
export function createOutbox({ tab, session, onReply }: OutboxOptions) {
  const queue: FromTab[] = stored();
  let isBusy = false;
  let wake = () => {};

  async function pump(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    let delay = FIRST_DELAY;
    for (let [message] = queue; message; [message] = queue) {
      const replies = await post(message, session());
      if (replies) {
        queue.shift();
        store(queue);
        delay = FIRST_DELAY;
        for (const reply of replies) onReply(reply);
      } else if (message.type === "activity") {
        // Old news by the time it would arrive.
        queue.shift();
      } else {
        await pause(delay);
        delay = Math.min(delay * 2, MAX_DELAY);
      }
    }
    isBusy = false;
  }

  function pause(delay: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delay);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    put(said: Said): void {
      queue.push({ ...said, id: crypto.randomUUID(), tab } as FromTab);
      store(queue);
      void pump();
    },
    /** To call when the server is there again: do not wait any longer. */
    flush(): void {
      wake();
      void pump();
    },
  };
}

/** The server's replies; `undefined` when the message has to be sent again. */
async function post(
  message: FromTab,
  session: Session | undefined,
): Promise<readonly ToTab[] | undefined> {
  const reply = await session?.post(ROUTES.messages, JSON.stringify(message));
  if (!reply || reply.status >= 500) return undefined;
  if (reply.status === 200) return (JSON.parse(reply.body) as Taken).events;
  const { error } = JSON.parse(reply.body) as { readonly error: string };
  return [{ type: "refuse", requestId: message.requestId, problem: error }];
}

function stored(): FromTab[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function store(queue: readonly FromTab[]): void {
  try {
    const decisions = queue.filter(({ type }) => type === "answer" || type === "cancel");
    if (decisions.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(decisions));
  } catch {
    // Storage is off or full: the message still goes out as long as the page lives.
  }
}

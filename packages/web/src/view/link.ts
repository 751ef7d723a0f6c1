import type { Drafts } from "../element/draft.js";
import type { Said } from "../page/outbox.js";
import type { FromTab, ToTab } from "../shared/protocol.js";
import {
  type FromView,
  HIDDEN_PING,
  IDLE_PING,
  type ToView,
  VIEW_PING,
  type ViewOpening,
} from "../shared/view-protocol.js";
import { newName } from "./new-name.js";

interface LinkOptions {
  readonly key: string;
  /** Calls the view's tool. */
  readonly call: (args: FromView) => Promise<ToView>;
  readonly onMessage: (message: ToTab) => void;
  /** What was typed before, in a view that is gone. */
  readonly onDrafts: (drafts: Readonly<Record<string, Drafts>>) => void;
  /** The server has not known this view: what is on screen has to be confirmed, what was typed to be told. */
  readonly onLost: () => void;
  readonly onState: (isConnected: boolean) => void;
  /** Whether a question waits for its answer here. */
  readonly isBusy: () => boolean;
}

const FIRST_DELAY = 250;
const MAX_DELAY = 5_000;
/** How long to look for the question of this view. */
const GIVES_UP = 600_000;

/**
 * The view's connection to its server: one tool call after the other. A server cannot call a view, so the
 * view asks what is new; while nobody waits for it here, ever more seldom.
 */
export function createLink(options: LinkOptions) {
  const { key, call, onMessage, onDrafts, onLost, onState, isBusy } = options;
  const view = newName();
  const said: FromTab[] = [];
  let drafts: Record<string, Drafts | null> = {};
  let opening: ViewOpening = {};
  let isToOpen = false;
  let isRunning = false;
  let looks = FIRST_DELAY;
  let idleSince = performance.now();
  let wake = () => {};

  function wakeUp(): void {
    looks = FIRST_DELAY;
    idleSince = performance.now();
    wake();
    if (!isRunning) void run();
  }

  async function run(): Promise<void> {
    isRunning = true;
    let delay = FIRST_DELAY;
    while (isBusy() || said.length > 0 || performance.now() - idleSince < GIVES_UP) {
      const isSent = await exchange();
      onState(isSent);
      if (!isSent) {
        await pause(delay);
        delay = Math.min(delay * 2, MAX_DELAY);
        continue;
      }
      delay = FIRST_DELAY;
      const isUrgent = said.length > 0 || isToOpen || Object.keys(drafts).length > 0;
      if (!isUrgent) await pause(untilNext());
    }
    isRunning = false;
  }

  function untilNext(): number {
    if (document.hidden) return HIDDEN_PING;
    if (isBusy()) return VIEW_PING;
    looks = Math.min(looks * 1.3, IDLE_PING);
    return looks;
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

  /** One call; whether the server took it. */
  async function exchange(): Promise<boolean> {
    const open = isToOpen ? opening : undefined;
    const sent = said.slice();
    const typed = drafts;
    drafts = {};
    const reply = await call({
      key,
      view,
      ...(open && { open }),
      ...(sent.length > 0 && { say: sent }),
      ...(Object.keys(typed).length > 0 && { drafts: typed }),
      ...(document.hidden && { hidden: true }),
    }).catch(() => undefined);
    if (!reply || reply.again) {
      // It may have come to the server, and what that told be lost: only a new opening says how things stand.
      drafts = { ...typed, ...drafts };
      isToOpen = true;
      return reply !== undefined;
    }
    said.splice(0, sent.length);
    if (open === opening) isToOpen = false;
    if (reply.fresh) onLost();
    if (reply.drafts) onDrafts(reply.drafts);
    for (const message of reply.events) onMessage(message);
    return true;
  }

  addEventListener("visibilitychange", wakeUp);
  return {
    /** Says whose view this is; again when more is known, or when the question may be another's by now. */
    open(known: ViewOpening = opening): void {
      opening = known;
      isToOpen = true;
      wakeUp();
    },
    say(what: Said): void {
      said.push({ ...what, id: newName(), tab: view } as FromTab);
      // Goes with the next sign of life: what a person decides would have to wait for a call of its own.
      if (what.type !== "activity") wakeUp();
    },
    draft(askId: string, typed: Drafts | null): void {
      drafts[askId] = typed;
      // With the next call: a person types faster than a host carries calls.
    },
    async leave(): Promise<void> {
      await call({ key, view, drafts, leave: true }).catch(() => {});
    },
  };
}

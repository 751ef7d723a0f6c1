import { type Asker, type AskInput, InvalidInputError, type QuestionRequest } from "@readback/core";
import { parseAskUserQuestion } from "@readback/core/tools";
import type { FromView, ToView, ViewOpening } from "@readback/web/view";
import type { ToolCall } from "../tool-call.js";
import { createViewBoard } from "./board.js";
import { createViewCalls } from "./calls.js";
import type { ViewDrafts } from "./drafts.js";
import { createViewKeys } from "./key.js";
import type { ViewMemory } from "./memory.js";

/** Settings of {@link createViews}. */
export interface ViewsOptions {
  readonly asker: Pick<Asker, "addSurface" | "askIdOf">;
  readonly sessionOf: (call: ToolCall) => string;
  /** What `ask_user` takes as its arguments. Throws when they make no sense. */
  readonly parseAskUser: (args: unknown) => AskInput;
  /** Makes the keys of views; at least 32 bytes. Default: random, so that a restart makes views void. */
  readonly secret?: Uint8Array | undefined;
  readonly memory?: ViewMemory | undefined;
  readonly drafts?: ViewDrafts | undefined;
}

/** The views inside chat clients, as a surface beside all others. */
export type Views = ReturnType<typeof createViews>;

/** Shows the questions of an asker in the views of chat clients, too. */
export function createViews(options: ViewsOptions) {
  const { asker, sessionOf, parseAskUser, secret, memory, drafts } = options;
  const keys = createViewKeys(secret);
  const calls = createViewCalls(memory);
  const board = createViewBoard({ askIdsOf, onOpen: calls.opened, drafts });

  /** Hosts need not say which tool a view belongs to: what it was called with says enough. */
  function askIdsOf({ input }: ViewOpening, session: string): Set<string> | undefined {
    if (input === undefined) return undefined;
    const askIds = [parseAskUser, parseAskUserQuestion].flatMap((parse) => {
      try {
        return [asker.askIdOf(parse(input), { session })];
      } catch (error) {
        if (error instanceof InvalidInputError) return [];
        throw error;
      }
    });
    return new Set(askIds);
  }

  const { bridge } = board;
  const removeSurface = asker.addSurface("app", {
    ...bridge,
    close(requestId, reason) {
      bridge.close(requestId, reason);
      calls.over(requestId.slice(0, requestId.indexOf("~")));
    },
    acknowledge(requestId) {
      bridge.acknowledge(requestId);
      calls.over(requestId.slice(0, requestId.indexOf("~")));
    },
  });

  /** Whether a view calls in for a question within a time; at once when one has. */
  function comes({ askId }: QuestionRequest, within: number): Promise<boolean> {
    if (board.hasViewOf(askId)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (isThere: boolean) => {
        clearTimeout(timer);
        stop();
        resolve(isThere);
      };
      const timer = setTimeout(end, within, false);
      (timer as { unref?: () => void }).unref?.();
      const stop = calls.whenOpened(askId, () => end(true));
    });
  }

  return {
    calls,
    comes,
    onRenderConfirmed: bridge.onRenderConfirmed,
    hasViewOf: board.hasViewOf,
    /** The key for the HTML of a call's session. */
    keyFor: (call: ToolCall) => keys.keyOf(sessionOf(call)),
    /** What a view says; `undefined` when it is no view of this session, and nothing was done. */
    async take(said: unknown, call: ToolCall): Promise<ToView | undefined> {
      const session = sessionOf(call);
      const { key, view } = (said ?? {}) as Partial<FromView>;
      const isView = typeof view === "string" && /^[\w-]{16,100}$/.test(view);
      if (!isView || !(await keys.isKeyOf(key, session))) return undefined;
      return board.take(said as FromView, session);
    },
    stop(): void {
      removeSurface();
      board.stop();
    },
  };
}

import { NoSurfaceError, type QuestionBridge, type QuestionRequest } from "@readback/core";
import { createForms, type Forms } from "./forms.js";
import { createListeners } from "./listeners.js";
import type { ToolCall } from "./tool-call.js";

/** A place on this machine where a person can see a question, such as a page in a browser. */
export interface LocalSurface {
  /** How results call it, such as `page`. */
  readonly name: string;
  readonly bridge: QuestionBridge;
  /** Whether a person can see a question there now. It may open the place first. */
  isReachable(): boolean | Promise<boolean>;
  /** What a person can do when it is not: one sentence. */
  readonly hint: string;
}

/** Settings of {@link createSurfaces}. */
export interface SurfacesOptions {
  /** Places on this machine, the preferred one first. Default: none. */
  readonly local?: readonly LocalSurface[];
  /** Whether to use the form of a client that has one when no local surface is reachable. Default true. */
  readonly elicitation?: boolean;
}

/** A bridge that chooses for each question where it is shown. */
export interface Surfaces extends QuestionBridge {
  /** Runs `act`; the questions it presents at once are presented for this call. */
  forCall<T>(call: ToolCall, act: () => T): T;
  /** Where a request was shown, or `null`. */
  surfaceOf(requestId: string | null): string | null;
  /** Resolves once it is decided where the ask is shown. */
  decided(askId: string): Promise<void>;
  /** Takes a client's reply to a form. */
  reply: Forms["reply"];
  /** The questions shown by clients. */
  readonly forms: Forms;
}

/** How many requests to remember the surface of. */
const REMEMBERED = 10_000;

/**
 * Makes a bridge of several surfaces, for `createAsker`.
 * @example
 * const page = await openQuestionPage();
 * const surfaces = createSurfaces({ local: [pageSurface(page)] });
 * const asker = createAsker({ bridge: surfaces });
 * registerAskUser(server, { asker, surfaces });
 */
export function createSurfaces(options: SurfacesOptions = {}): Surfaces {
  const { local = [], elicitation = true } = options;
  const listeners = createListeners();
  const forms = createForms(listeners);
  const names = new Map<string, string>();
  /** Requests whose surface is being looked for, by ask. */
  const deciding = new Map<string, { readonly requestId: string; readonly done: Promise<void> }>();
  let current: ToolCall | null = null;

  for (const { bridge } of local) {
    bridge.onRenderConfirmed((...args) => listeners.emit("onRenderConfirmed", ...args));
    bridge.onAnswer((...args) => listeners.emit("onAnswer", ...args));
    bridge.onCancel((...args) => listeners.emit("onCancel", ...args));
    bridge.onQueued?.((...args) => listeners.emit("onQueued", ...args));
    bridge.onActivity?.((...args) => listeners.emit("onActivity", ...args));
  }

  function remember(requestId: string, name: string): void {
    names.set(requestId, name);
    const [oldest] = names.keys();
    if (names.size > REMEMBERED && oldest !== undefined) names.delete(oldest);
  }

  function showOn({ name, bridge }: LocalSurface, request: QuestionRequest): void | Promise<void> {
    remember(request.requestId, name);
    return bridge.sendQuestion(request);
  }

  /** It may have waited for a form, or for its turn. Now the render clock runs, until the place says more. */
  function showAgainOn(surface: LocalSurface, request: QuestionRequest): void | Promise<void> {
    queueMicrotask(() => listeners.emit("onQueued", request.requestId, false));
    return showOn(surface, request);
  }

  function showForm(request: QuestionRequest, call: ToolCall | null): Promise<void> {
    remember(request.requestId, "elicitation");
    return forms.open(request, call);
  }

  /** No local surface was reachable at once: open one, or fall back on the client. */
  function search(request: QuestionRequest, call: ToolCall): Promise<void> {
    const { requestId, askId } = request;
    const found = firstReachable(local);
    const shown = found.then((surface) => {
      if (deciding.get(askId)?.requestId !== requestId) return undefined;
      deciding.delete(askId);
      if (surface) return showOn(surface, request);
      if (elicitation && call.elicitation) return showForm(request, call);
      throw new NoSurfaceError(whatToDo(local, elicitation));
    });
    const done = found.then(
      () => {},
      () => {},
    );
    deciding.set(askId, { requestId, done });
    return shown;
  }

  return {
    forms,
    forCall(call, act) {
      const before = current;
      current = call;
      try {
        return act();
      } finally {
        current = before;
      }
    },
    surfaceOf: (requestId) => (requestId === null ? null : (names.get(requestId) ?? null)),
    decided: async (askId) => deciding.get(askId)?.done,
    reply(requestId, ...given) {
      remember(requestId, "elicitation");
      forms.reply(requestId, ...given);
    },
    sendQuestion(request) {
      const call = current ?? forms.of(request.askId)?.call ?? null;
      const [first] = local;
      if (!call) {
        // After a restart, before anyone has called: shown where somebody may come back to.
        if (first) return showAgainOn(first, request);
        return elicitation ? showForm(request, null) : Promise.reject(new NoSurfaceError());
      }
      if (!first && elicitation && call.elicitation) return showForm(request, call);
      if (first?.isReachable() === true) return showOn(first, request);
      return search(request, call);
    },
    onRenderConfirmed: (callback) => listeners.add("onRenderConfirmed", callback),
    onAnswer: (callback) => listeners.add("onAnswer", callback),
    onCancel: (callback) => listeners.add("onCancel", callback),
    onQueued: (callback) => listeners.add("onQueued", callback),
    onActivity: (callback) => listeners.add("onActivity", callback),
    // To all: a dialog of before a restart is told, too, and who knows nothing of it does nothing.
    close(requestId, reason) {
      for (const [askId, search] of deciding) {
        if (search.requestId === requestId) deciding.delete(askId);
      }
      forms.close(requestId);
      for (const { bridge } of local) bridge.close?.(requestId, reason);
    },
    acknowledge(requestId) {
      for (const { bridge } of local) bridge.acknowledge?.(requestId);
    },
    refuse(requestId, problem) {
      for (const { bridge } of local) bridge.refuse?.(requestId, problem);
    },
  };
}

async function firstReachable(local: readonly LocalSurface[]): Promise<LocalSurface | undefined> {
  for (const surface of local) if (await surface.isReachable()) return surface;
  return undefined;
}

function whatToDo(local: readonly LocalSurface[], elicitation: boolean): string {
  const hints = local.map(({ hint }) => hint);
  const use = hints.length > 0 ? "Or use" : "Use";
  if (elicitation) hints.push(`${use} an MCP client that supports elicitation.`);
  return ["No place to show the question.", ...hints].join(" ");
}

import { NoSurfaceError, type QuestionBridge, type QuestionRequest } from "@readback/core";
import { refuseUnknown } from "@readback/core/host";
import { BoundedMap, createBridgeListeners, ShownQuestions } from "@readback/core/surfaces";
import { createForms, FORM_SURFACE, type Forms } from "./forms.js";
import { OpenCalls } from "./open-calls.js";
import type { ToolCall } from "./tool-call.js";
import { createViewsFirst } from "./views/first.js";
import type { Views } from "./views/views.js";

/** A place on this machine where a person can see a question, such as a page in a browser. */
export interface LocalSurface {
  /** How results call it, such as `page`. */
  readonly name: string;
  readonly bridge: QuestionBridge;
  /** Whether a person can see a question there now. It may open the place first. */
  isReachable(): boolean | Promise<boolean>;
  /** What a person can do when it is not: one sentence. */
  readonly hint: string;
  /** What opens it, for a person who does not see the question. */
  readonly link?: string | undefined;
}

/** Settings of {@link createSurfaces}. */
export interface SurfacesOptions {
  /** Places on this machine, the preferred one first. Default: none. */
  readonly local?: readonly LocalSurface[];
  /** Whether to use the form of a client that has one when no local surface is reachable. Default true. */
  readonly elicitation?: boolean;
  /**
   * A form that is replied to sooner than this, in milliseconds, was replied to by a client that runs
   * without a person: nobody can have read it, and the question was not asked. Only time counts in which a reply
   * would have been heard: a busy machine stretches it. Default 500.
   */
  readonly quickestReply?: number;
  /**
   * How long a local surface has to show a question, in milliseconds, before the client's form is tried,
   * too. Default 8,000: within every render timeout that a tool call may choose.
   */
  readonly comesUpWithin?: number;
  /**
   * How long a client that says that it shows views has until one calls in, in milliseconds, before the
   * question is shown elsewhere, too. Default 3,000.
   */
  readonly viewWithin?: number;
  /**
   * How long a place that showed a question and is gone has to come back by itself, as when a page is
   * loaded again, in milliseconds. Then it is opened again, once for each attempt. Default 3,000.
   */
  readonly returnsWithin?: number;
}

/** A bridge that chooses for each question where it is shown. */
export interface Surfaces extends QuestionBridge {
  /** The calls that wait: a request names the one it is shown for. */
  readonly calls: OpenCalls;
  surfaceOf(requestId: string): string | null;
  /** From now on the views inside clients come first. */
  useViews(views: Views): void;
  /** What opens the place where questions are shown, or `null`. */
  link(): string | null;
  /** Takes a client's reply to a form. */
  reply: Forms["reply"];
  /** The questions shown by clients. */
  readonly forms: Forms;
}

const OPTIONS = [
  "local",
  "elicitation",
  "quickestReply",
  "comesUpWithin",
  "returnsWithin",
  "viewWithin",
] satisfies (keyof SurfacesOptions)[];

/** A question whose place is being looked for. */
interface Search {
  readonly request: QuestionRequest;
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
  refuseUnknown(options, OPTIONS, "options of the surfaces");
  const { local = [], elicitation = true, quickestReply = 500 } = options;
  const { comesUpWithin = 8_000, returnsWithin = 3_000, viewWithin = 3_000 } = options;
  let viewsFirst: ReturnType<typeof createViewsFirst> | undefined;
  let isViewExpected = (_: ToolCall) => false;
  /** The call that came last for a question, of clients that say that they show views. */
  const latest = new BoundedMap<string, string>(REMEMBERED);
  const calls = new OpenCalls();
  const listeners = createBridgeListeners();
  const elsewhere = () => whatToDo(local, false);
  const names = new BoundedMap<string, string>(REMEMBERED);
  const onReply = (requestId: string) => names.set(requestId, FORM_SURFACE);
  const forms = createForms({ listeners, onReply, quickestReply, elsewhere });
  const searches = new ShownQuestions<Search>();

  /** Requests that a local surface has to show: ends the wait for it. */
  const comingUp = new Map<string, () => void>();
  /** Requests for which a place that was gone was opened again: that is done once. */
  const openedAgain = new BoundedMap<string, true>(REMEMBERED);

  for (const { bridge } of local) listeners.relay(bridge);
  listeners.methods.onRenderConfirmed(stopWaiting);

  function stopWaiting(requestId: string): void {
    comingUp.get(requestId)?.();
    comingUp.delete(requestId);
  }

  /**
   * Sees to it that a question which does not appear where it was sent is shown elsewhere. Fails when it was on
   * screen, is not, and no place is left.
   */
  function awaitRender(request: QuestionRequest, call: ToolCall, isLost = false): Promise<void> {
    const { requestId } = request;
    stopWaiting(requestId);
    return new Promise((resolve, reject) => {
      const look = () => {
        comingUp.delete(requestId);
        showElsewhere(request, call, isLost).then(resolve, reject);
      };
      const timer = setTimeout(
        look,
        isLost ? returnsWithin : comesUpWithin - (call.apps ? viewWithin : 0),
      );
      (timer as { unref?: () => void }).unref?.();
      comingUp.set(requestId, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** As {@link awaitRender}, for a place that can be reached: only the render clock can tell that it failed. */
  function expectRender(request: QuestionRequest, call: ToolCall): void {
    awaitRender(request, call).catch(() => {});
  }

  async function showElsewhere(
    request: QuestionRequest,
    call: ToolCall,
    isLost: boolean,
  ): Promise<void> {
    const { requestId } = request;
    const isForm = elicitation && call.elicitation && calls.of(request.caller) === call;
    if (isLost && !openedAgain.get(requestId)) {
      openedAgain.set(requestId, true);
      expectRender(request, call);
      if (await firstReachable(local)) return;
      // It has appeared, or is over.
      if (!comingUp.has(requestId)) return;
      stopWaiting(requestId);
      if (!isForm) throw new NoSurfaceError(whatToDo(local, elicitation));
    }
    if (!isForm) return;
    // The other place may still show it: only the render clock can tell that it did not.
    await forms.open(request, call).catch(() => listeners.emit("onQueued", requestId, false));
  }

  function showOn({ name, bridge }: LocalSurface, request: QuestionRequest): void | Promise<void> {
    names.set(request.requestId, name);
    return bridge.sendQuestion(request);
  }

  /** It may have waited for a form, or for its turn. Now the render clock runs, until the place says more. */
  function showAgainOn(surface: LocalSurface, request: QuestionRequest): void | Promise<void> {
    queueMicrotask(() => listeners.emit("onQueued", request.requestId, false));
    return showOn(surface, request);
  }

  function showForm(request: QuestionRequest, call: ToolCall | null): Promise<void> {
    names.set(request.requestId, FORM_SURFACE);
    return forms.open(request, call);
  }

  /** No local surface was reachable at once: open one, or fall back on the client. */
  function search(request: QuestionRequest, call: ToolCall): Promise<void> {
    const found = firstReachable(local);
    const shown = found.then((surface) => {
      // The question is over, or shown again since.
      if (searches.get(request.requestId)?.request !== request) return undefined;
      searches.take(request.requestId);
      if (surface) {
        expectRender(request, call);
        return showOn(surface, request);
      }
      if (elicitation && call.elicitation) return showForm(request, call);
      throw new NoSurfaceError(whatToDo(local, elicitation));
    });
    searches.put({ request });
    return shown;
  }

  /** Nobody waits, as after a restart: shown where somebody may come back to. */
  function placeForNobody(request: QuestionRequest): void | Promise<void> {
    const [first] = local;
    if (first) return showAgainOn(first, request);
    return elicitation ? showForm(request, null) : Promise.reject(new NoSurfaceError());
  }

  function place(request: QuestionRequest, call: ToolCall): void | Promise<void> {
    const [first] = local;
    if (!first && elicitation && call.elicitation) return showForm(request, call);
    // The place may have a new host, which has to know it before a tab comes back.
    const isThere = first && names.get(request.requestId) === first.name;
    if (first && (isThere || first.isReachable() === true)) {
      if (!isThere) expectRender(request, call);
      const sent = showOn(first, request);
      return isThere ? Promise.all([sent, awaitRender(request, call, true)]).then(() => {}) : sent;
    }
    return search(request, call);
  }

  return {
    calls,
    forms,
    useViews(views) {
      const elsewhere = (request: QuestionRequest) => {
        const call = calls.of(latest.get(request.askId) ?? request.caller);
        return call ? place(request, call) : placeForNobody(request);
      };
      viewsFirst = createViewsFirst({ views, viewWithin, comesUpWithin, elsewhere });
      isViewExpected = views.calls.isExpected;
      views.onRenderConfirmed(stopWaiting);
    },
    surfaceOf: (requestId) => names.get(requestId) ?? null,
    link: () => local.find(({ link }) => link !== undefined)?.link ?? null,
    reply: forms.reply,
    sendQuestion(request) {
      const call = calls.of(request.caller) ?? forms.of(request.askId)?.call ?? null;
      const [first] = local;
      if (!call && request.caller !== null) {
        // Another process asks: the place that all of them share may be here.
        return first ? showOn(first, request) : undefined;
      }
      if (!call) return placeForNobody(request);
      if (request.caller !== null && call.apps) latest.set(request.askId, request.caller);
      return isViewExpected(call) && viewsFirst
        ? viewsFirst.show(request, call)
        : place(request, call);
    },
    join(request) {
      // A form from before a restart has no client that shows it, until one calls again.
      const call = calls.of(request.caller);
      if (call) forms.show(request.askId, call);
      if (call?.apps && request.caller !== null) latest.set(request.askId, request.caller);
      const name = names.get(request.requestId);
      local.find((surface) => surface.name === name)?.bridge.join?.(request);
    },
    ...listeners.methods,
    // To all: a dialog from before a restart is told, too, and who knows nothing of it does nothing.
    close(requestId, reason) {
      searches.take(requestId);
      stopWaiting(requestId);
      viewsFirst?.end(requestId);
      forms.close(requestId);
      for (const { bridge } of local) bridge.close?.(requestId, reason);
    },
    acknowledge(requestId) {
      for (const { bridge } of local) bridge.acknowledge?.(requestId);
    },
    refuse(requestId, problem) {
      forms.refuse(requestId, problem);
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
  // As with \`--surface app\`.
  if (hints.length === 0) {
    hints.push("Use an MCP client that shows views (MCP Apps), or allow the page or a form, too.");
  }
  return ["No place to show the question.", ...hints].join(" ");
}

import { NoSurfaceError, type QuestionBridge, type QuestionRequest } from "@readback/core";
import { BoundedMap, createBridgeListeners, ShownQuestions } from "@readback/core/surfaces";
import { createForms, type Forms } from "./forms.js";
import { OpenCalls } from "./open-calls.js";
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
  /**
   * A form that is refused sooner than this, in milliseconds, was refused by a client that runs without
   * a person: the question was not asked. Default 500.
   */
  readonly quickestRefusal?: number;
}

/** A bridge that chooses for each question where it is shown. */
export interface Surfaces extends QuestionBridge {
  /** The calls that wait: a request names the one it is shown for. */
  readonly calls: OpenCalls;
  /** Where a request was shown, or `null`. */
  surfaceOf(requestId: string | null): string | null;
  /** Resolves once it is decided where the ask is shown; `undefined`: nothing is to be decided. */
  decided(askId: string): Promise<void> | undefined;
  /** Takes a client's reply to a form. */
  reply: Forms["reply"];
  /** The questions shown by clients. */
  readonly forms: Forms;
}

/** A question whose place is being looked for. */
interface Search {
  readonly request: QuestionRequest;
  readonly done: Promise<void>;
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
  const { local = [], elicitation = true, quickestRefusal = 500 } = options;
  const calls = new OpenCalls();
  const listeners = createBridgeListeners();
  const elsewhere = () => whatToDo(local, false);
  const forms = createForms({ listeners, quickestRefusal, elsewhere });
  const names = new BoundedMap<string, string>(REMEMBERED);
  const searches = new ShownQuestions<Search>();

  for (const { bridge } of local) listeners.relay(bridge);

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
    names.set(request.requestId, "elicitation");
    return forms.open(request, call);
  }

  /** No local surface was reachable at once: open one, or fall back on the client. */
  function search(request: QuestionRequest, call: ToolCall): Promise<void> {
    const found = firstReachable(local);
    const shown = found.then((surface) => {
      // The question is over, or shown again since.
      if (searches.get(request.requestId)?.request !== request) return undefined;
      searches.take(request.requestId);
      if (surface) return showOn(surface, request);
      if (elicitation && call.elicitation) return showForm(request, call);
      throw new NoSurfaceError(whatToDo(local, elicitation));
    });
    const done = found.then(
      () => {},
      () => {},
    );
    searches.put({ request, done });
    return shown;
  }

  return {
    calls,
    forms,
    surfaceOf: (requestId) => (requestId === null ? null : (names.get(requestId) ?? null)),
    decided: (askId) => searches.of(askId)?.done,
    reply(requestId, ...given) {
      names.set(requestId, "elicitation");
      forms.reply(requestId, ...given);
    },
    sendQuestion(request) {
      const call = calls.of(request.caller) ?? forms.of(request.askId)?.call ?? null;
      const [first] = local;
      if (!call && request.caller !== null) {
        // Another process asks: the place that all of them share may be here.
        return first ? showOn(first, request) : undefined;
      }
      if (!call) {
        // Nobody waits, as after a restart: shown where somebody may come back to.
        if (first) return showAgainOn(first, request);
        return elicitation ? showForm(request, null) : Promise.reject(new NoSurfaceError());
      }
      if (!first && elicitation && call.elicitation) return showForm(request, call);
      // The place may have a new host, which has to know it before a tab comes back.
      const isThere = first && names.get(request.requestId) === first.name;
      if (first && (isThere || first.isReachable() === true)) return showOn(first, request);
      return search(request, call);
    },
    join(request) {
      // A form from before a restart has no client that shows it, until one calls again.
      const call = calls.of(request.caller);
      if (call) forms.show(request.askId, call);
      const name = names.get(request.requestId);
      local.find((surface) => surface.name === name)?.bridge.join?.(request);
    },
    ...listeners.methods,
    // To all: a dialog from before a restart is told, too, and who knows nothing of it does nothing.
    close(requestId, reason) {
      searches.take(requestId);
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

import type { AskedQuestion, AskedResult, AskHandle, AskInput } from "@readback/core";
import { parse } from "@readback/core/host";
import { BoundedMap } from "@readback/core/surfaces";
import { ASK_USER_QUESTION_TOOL_NAME, ASK_USER_TOOL_NAME } from "@readback/core/tools";
import {
  type AskUserToolsOptions,
  canDetach,
  settingsSchema,
  withSurfaces,
} from "./ask-user-settings.js";
import { surviveBrokenOutput } from "./broken-output.js";
import { createFormRounds, isAskResult, type Passage } from "./form-rounds.js";
import { FORM_SURFACE } from "./forms.js";
import { createHeartbeat } from "./heartbeat.js";
import type { InputRequired, McpServerLike, ToolResult } from "./mcp-server.js";
import { ASKING, askUserInput, failure, offerAsking } from "./offer-asking.js";
import { createRequestStateCodec } from "./request-state.js";
import { offerTasks } from "./tasks/offer.js";
import { createTasks } from "./tasks/tasks.js";
import { type ToolCall, toolCallOf } from "./tool-call.js";
import {
  type Asked,
  askUserQuestionResult,
  askUserResult,
  type Whereabouts,
} from "./tool-result.js";
import type { ConnectableServer } from "./transport.js";
import { namingView, offerViews } from "./views/offer.js";
import { createViews } from "./views/views.js";
import { waitingMessage } from "./waiting-message.js";

/** The tools `ask_user` and `ask_user_question`, for any number of servers. */
export interface AskUserTools {
  register(server: McpServerLike): void;
  /** Lets go of the views; nothing without `app`. */
  dispose(): void;
  /** The client has cancelled the call of this name. Had that its result already, the client did not take it. */
  cancelled(name: string): void;
}

/** What each tool returns for a result. */
const FORMATS = {
  [ASK_USER_TOOL_NAME]: askUserResult,
  [ASK_USER_QUESTION_TOOL_NAME]: askUserQuestionResult,
};

/** How many results to remember, for a client that cancels while one is on its way. */
const DELIVERED = 256;

/** More heartbeats at once than a busy computer leaves out: its clock was set. */
const JUMP = 10;

type Returned = ToolResult | InputRequired;
type Format = (questions: Asked, result: AskedResult, where: Whereabouts) => ToolResult;

/** A call that waits. */
interface Waiting {
  readonly call: ToolCall;
  readonly progress: ToolCall["progress"];
  /** How long it has waited when the clock showed `at`, in milliseconds. */
  waited: number;
  at: number;
  /** The name under which it asks; absent where no surface has to know. */
  readonly caller: string | undefined;
  /** The same where views have to know it; absent without them. */
  viewCaller?: string;
  /** What it waits for; absent before it asks. */
  handle?: AskHandle;
}

/** Makes the tools around an asker. Register them on as many servers as there are connections. */
export function createAskUserTools(options: AskUserToolsOptions): AskUserTools {
  const settings = parse(settingsSchema, options, "options of the ask_user tools");
  const { asker, surfaces, session, requestStateKey, isAttended = () => true } = options;
  const { clock } = asker.runtime;
  const whereabouts = () => ({ link: surfaces?.link() ?? null, hint: settings.hint });
  // The result has to arrive, and a busy machine takes its time.
  const longest = Math.max(settings.clientTimeout / 2, settings.clientTimeout - 2_000);
  const codec = createRequestStateCodec(requestStateKey);
  const lifetime = settings.requestStateLifetime;
  const askByRounds = surfaces && createFormRounds({ surfaces, codec, lifetime, clock });
  const heartbeat = createHeartbeat(clock, settings.heartbeat, beat);
  const views = options.app
    ? createViews({
        ...{
          asker: withSurfaces(asker),
          sessionOf,
          secret: requestStateKey,
          memory: options.viewMemory,
          drafts: options.viewDrafts,
        },
        parseAskUser: askUserInput,
      })
    : undefined;
  if (views) surfaces?.useViews(views);
  /** The tasks that this process sees to. */
  const attended = new Set<string>();
  const tasks = canDetach(asker)
    ? createTasks({
        ...{ asker, clock, surfaces, secret: requestStateKey, sessionOf, fromOf, attend },
        resultOf: (tool, questions, result) =>
          FORMATS[tool === ASK_USER_QUESTION_TOOL_NAME ? tool : ASK_USER_TOOL_NAME](
            questions,
            result,
            whereabouts(),
          ),
      })
    : undefined;
  /** The latest calls that were given their result, by their names. */
  const delivered = new BoundedMap<string, AskHandle>(DELIVERED);

  function sessionOf(call: ToolCall): string {
    if (typeof session === "string") return session;
    return session ? session(call) : (call.sessionId ?? call.client?.name ?? "default");
  }

  /** A form that nobody sees is no place to ask. */
  const withSeenForms = (call: ToolCall): ToolCall =>
    isAttended(call) ? call : { ...call, elicitation: undefined };

  function fromOf(call: ToolCall): string | undefined {
    return call.client && (options.from?.(call) ?? call.client.title).slice(0, 200);
  }

  /** A call that waits in no process: surfaces know it here until it has its result. */
  function attend<H extends AskHandle | undefined>(
    caller: string,
    call: ToolCall,
    openIt: () => H,
  ): H | undefined {
    if (attended.has(caller)) return undefined;
    surfaces?.calls.enterAs(caller, call);
    const leave = () => {
      attended.delete(caller);
      surfaces?.calls.leave(caller);
      views?.calls.leave(caller);
    };
    try {
      const handle = openIt();
      if (!handle) leave();
      else {
        attended.add(caller);
        if (views && call.apps) views.calls.enter(caller, call, sessionOf(call), handle);
        handle.result.then(leave, leave);
      }
      return handle;
    } catch (error) {
      leave();
      throw error;
    }
  }

  // Thousands of calls may wait at once. So nothing here is an async function, which would keep all
  // it has seen until the person answers, and no call has functions of its own without need.

  function ask(input: AskInput, call: ToolCall, format: Format): Promise<Returned> {
    const { progress } = call;
    const caller = surfaces?.calls.enter(call);
    const waiting: Waiting = { call, progress, waited: 0, at: clock.now(), caller };
    if (progress) heartbeat.add(waiting);
    return finish(start(input, call, waiting), input.questions, format, waiting);
  }

  function start(input: AskInput, call: ToolCall, waiting: Waiting): Promise<Passage> {
    try {
      const session = sessionOf(call);
      const { elicitation } = call;
      if (!askByRounds || elicitation?.kind !== "result") {
        return open(input, call, session, waiting).result;
      }
      const round = { input, session, elicitation };
      return askByRounds({ ...round, open: () => open(input, call, session, waiting) });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  function open(input: AskInput, call: ToolCall, session: string, waiting: Waiting): AskHandle {
    const { signal, progress, client } = call;
    const caller = views && call.apps ? (waiting.caller ?? newCaller()) : waiting.caller;
    const handle = asker.open<readonly AskedQuestion[]>(input, {
      session,
      signal,
      patience: Math.min(progress ? settings.patienceWithProgress : settings.patience, longest),
      ...(client && { from: fromOf(call) }),
      ...(caller !== undefined && { caller }),
    });
    waiting.handle = handle;
    if (views && call.apps && caller !== undefined) {
      waiting.viewCaller = caller;
      views.calls.enter(caller, call, session, handle);
    }
    return handle;
  }

  function finish(
    passage: Promise<Passage>,
    questions: Asked,
    format: Format,
    waiting: Waiting,
  ): Promise<Returned> {
    return passage.then(
      (came) => {
        release(waiting);
        if (!isAskResult(came)) return came;
        noteDelivery(waiting);
        // A client says nothing of its form until that is over.
        const isForm = came.surface === null && hasForm(came.requestId);
        const result = isForm ? { ...came, surface: FORM_SURFACE } : came;
        const told = format(questions, result, whereabouts());
        return views && waiting.call.apps ? namingView(told) : told;
      },
      (error: unknown) => {
        release(waiting);
        return failure(error);
      },
    );
  }

  /** A client that has cancelled takes no result, and one that cancels just now may not have taken it. */
  function noteDelivery({ call, handle }: Waiting): void {
    if (!handle) return;
    if (call.signal.aborted) handle.notReceived();
    else for (const name of call.names) delivered.set(name, handle);
  }

  function hasForm(requestId: string | null): boolean {
    return requestId !== null && surfaces?.forms.has(requestId) === true;
  }

  function release(waiting: Waiting): void {
    if (waiting.progress) heartbeat.remove(waiting);
    if (waiting.caller !== undefined) surfaces?.calls.leave(waiting.caller);
    if (waiting.viewCaller !== undefined) views?.calls.leave(waiting.viewCaller);
  }

  function beat(waiting: Waiting): void {
    const { progress, handle } = waiting;
    const now = clock.now();
    const passed = now - waiting.at;
    // A clock that was set does not tell how long it was.
    const isSet = passed < 0 || passed > JUMP * settings.heartbeat;
    waiting.waited += isSet ? settings.heartbeat : passed;
    waiting.at = now;
    const seconds = waiting.waited / 1_000;
    // A client that is gone is told nothing; its call is aborted in another way.
    const question = handle && {
      state: handle.state,
      surface: handle.surface,
      isForm: hasForm(handle.requestId),
    };
    progress?.(seconds, waitingMessage(question, seconds)).catch(() => {});
  }

  return {
    cancelled(name) {
      delivered.get(name)?.notReceived();
    },
    dispose: () => views?.stop(),
    register(server) {
      surviveBrokenOutput(server);
      offerAsking(server, (input, tool, context) => {
        const call = withSeenForms(toolCallOf(server, context));
        if (tasks && call.tasks && !isReply(call)) {
          return tasks.start(input, call, tool).catch(failure);
        }
        return ask(input, call, FORMATS[tool]);
      });
      if (views) offerViews(server as ConnectableServer, views, ASKING);
      if (tasks) offerTasks(server, tasks);
    },
  };
}

/** Names a call that no surface has named. */
const newCaller = () => `mcp-${crypto.randomUUID()}`;

/** Whether a client calls again with its reply to a form. */
const isReply = ({ elicitation }: ToolCall) =>
  elicitation?.kind === "result" && elicitation.state !== undefined;

import {
  type AnswerInput,
  type Asker,
  type AskerOptions,
  type AskInput,
  type AskResult,
  createAsker,
  NoSurfaceError,
  type QuestionRequest,
} from "../../../src/index.js";
import { createFakeBridge } from "../../support/fake-bridge.js";
import {
  asJson,
  movedTime,
  type Scene,
  type Seen,
  type Stage,
  type Step,
  settled,
} from "../stage.js";

/** The questions of the stories. Golden files name them: add, never change. */
const QUESTIONS: Readonly<Record<string, AskInput>> = {
  deploy: { title: "Release", questions: [{ id: "go", question: "Deploy now?", type: "confirm" }] },
  name: { questions: [{ id: "name", question: "What shall it be called?", type: "text" }] },
  setup: {
    title: "Set-up",
    maxRetries: 1,
    questions: [
      { id: "db", question: "Which database?", type: "select", options: ["SQLite", "Postgres"] },
      {
        id: "parts",
        question: "Which parts?",
        type: "multi-select",
        options: [{ label: "Page", description: "A web page" }, { label: "Hook" }],
      },
      { id: "why", question: "Why?", type: "text", required: false },
    ],
  },
};

const ANSWERS: Readonly<Record<string, readonly AnswerInput[]>> = {
  yes: [{ id: "go", values: ["yes"] }],
  no: [{ id: "go", values: ["no"] }],
  heron: [{ id: "name", values: ["Heron – Ωmega 🚀\nsecond line"] }],
  crane: [{ id: "name", values: ["Crane"] }],
  long: [{ id: "name", values: ["Long. ".repeat(100)] }],
  own: [
    { id: "db", custom: "DuckDB" },
    { id: "parts", values: ["Page", "Hook"] },
  ],
};

/** An asker, its callers, and the person at the screen. */
export function askStage({ journal, time, settings, ids }: Scene): Stage {
  const { receipt = true, acks = [], surface: at = "ok", ...options } = settings;
  let surface = at;
  let made = 0;
  let asker: Asker;
  let ui: ReturnType<typeof createFakeBridge>;
  let told: Record<string, unknown> = {};
  let calls = new Map<string, AbortController>();

  function open(): void {
    ui = createFakeBridge();
    calls = new Map();
    ui.onSend = ({ requestId }) => {
      if (surface === "none") throw new NoSurfaceError("No page is open");
      if (surface === "broken") throw new Error("The page is gone");
      // A page that still shows the question says so again.
      if ((acks as readonly string[]).includes(requestId)) ui.render(requestId);
    };
    asker = createAsker({
      ...(options as Partial<AskerOptions>),
      bridge: ui.bridge,
      clock: time.clock,
      newId: () => `${ids}${++made}`,
      ...(receipt ? { journal } : {}),
    });
    if (!receipt) asker.runtime.journal.subscribe((entry) => journal.append(entry));
  }

  function call({ call: question, as = "caller", session, from, patience }: Step): void {
    const caller = String(as);
    const controller = new AbortController();
    calls.set(caller, controller);
    const { signal } = controller;
    const callOptions = { signal, session, from, patience } as Parameters<Asker["ask"]>[1];
    asker.ask(QUESTIONS[String(question)] as AskInput, callOptions).then(
      (result) => {
        told[caller] = toldOf(result);
      },
      (error) => {
        told[caller] = { error: String(error) };
      },
    );
  }

  function act(step: Step): void {
    const id = String(step.request);
    if ("recover" in step) asker.recover();
    else if ("call" in step) call(step);
    else if ("abort" in step) calls.get(String(step.abort))?.abort();
    else if ("surface" in step) surface = step.surface;
    else if ("answer" in step) ui.answer(ANSWERS[String(step.answer)] ?? [], id);
    else if (step.dialog === "shown") ui.render(id);
    else if (step.dialog === "typing") ui.type(id);
    else if (step.dialog === "queued") ui.queue(true, id);
    else if (step.dialog === "its turn") ui.queue(false, id);
    else if (step.dialog === "cancelled" || step.dialog === "declined") ui.cancel(step.dialog, id);
    else if ("stop" in step) asker.dispose();
    else if ("restart" in step) {
      time.nextProcess();
      open();
      asker.recover();
    } else throw new Error(`An ask knows no step ${JSON.stringify(step)}`);
  }

  open();
  return {
    async perform(step) {
      told = {};
      const before = [ui.shown.length, ui.acknowledged.length, ui.closed.length, ui.refused.length];
      const was = ui;
      if (!movedTime(step, time)) act(step);
      await settled();
      const [shown, acknowledged, closed, refused] = was === ui ? before : [0, 0, 0, 0];
      return asJson({
        shown: ui.shown.slice(shown).map((request) => shownOf(request, "recover" in step)),
        told,
        acknowledged: ui.acknowledged.slice(acknowledged),
        closed: closedAmong(ui.closed.slice(closed), ids),
        refused: ui.refused.slice(refused).map(({ requestId }) => requestId),
      });
    },
  };
}

/** An answer is an answer, however it came; of the rest it matters how far it got. */
function toldOf({ outcome, answers, attempt, cause, renderConfirmed }: AskResult): Seen {
  if (outcome === "answered") return { outcome, answers };
  return { outcome, attempt, cause, onScreen: renderConfirmed };
}

/** Of the dialogs that were open before: what ids are like is for each version to decide. */
function closedAmong(closed: ReturnType<typeof createFakeBridge>["closed"], ids: string): Seen {
  const known = closed.filter(({ requestId }) => !requestId.startsWith(ids));
  return Object.fromEntries(known.map(({ requestId, reason }) => [requestId, reason]));
}

/** A dialog that may still be open somewhere is known by its id; a new one may have any. */
function shownOf(request: QuestionRequest, isOpenSomewhere: boolean): Seen {
  const { requestId, attempt, maxRetries, title, questions, session, from, notice } = request;
  return {
    ...(isOpenSomewhere ? { requestId } : {}),
    ...{ attempt, maxRetries, title, questions: questions.map(({ question }) => question) },
    ...{ session, from, warns: notice !== null },
  };
}

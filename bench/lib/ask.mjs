import { askInputSchema } from "@readback/core/tools";

/** What an agent asks in every measure: one choice and one free text. */
export const input = {
  title: "Release 4.2",
  questions: [
    {
      id: "target",
      question: "Where should this release go first?",
      options: [
        { label: "Staging", description: "Deployed at once, nobody else sees it" },
        { label: "Canary", description: "One per cent of the users" },
        { label: "Everyone", description: "No way back without a rollback" },
      ],
    },
    { id: "note", question: "Anything the release notes should say?", required: false },
  ],
};

export const { questions } = askInputSchema.parse(input);

export const answers = [
  { id: "target", values: ["Canary"], custom: null },
  { id: "note", values: [], custom: null },
];

const times = {
  renderTimeout: 30_000,
  responseTimeout: 300_000,
  responseCap: 1_800_000,
  queueCap: 1_800_000,
  idleWindow: 600_000,
  // Over as soon as it is settled, so that an ask is a few events in every subject.
  lateAnswerWindow: 0,
  memory: 0,
};

/** The machine's input, as `createAsker` makes it; the questions are shared by all asks. */
export function newAsk(requestBase, askId = requestBase) {
  const ask = {
    askId,
    requestBase,
    session: "bench",
    from: null,
    title: input.title,
    questions,
    maxRetries: 3,
    retry: "agent",
    concurrency: "queue",
    times,
  };
  return { ask, call: { caller: requestBase }, at: 0 };
}

export const rendered = (base) => ({ type: "RENDERED", requestId: `${base}.1` });
export const activity = (base) => ({ type: "ACTIVITY", requestId: `${base}.1` });
export const answered = (base) => ({ type: "ANSWER", requestId: `${base}.1`, answers });

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source code
import { inFile } from "./in-file.mjs";

export const askMutations = [
  ...inFile("ask-with-render-ack/machine.ts", [
    [
      "one attempt more than the bound",
      "hasAttemptsLeft: ({ context }) => context.attempt < context.bound,",
      "hasAttemptsLeft: ({ context }) => context.attempt <= context.bound,",
    ],
    ["maxRetries means attempts", "bound: 1 + input.maxRetries,", "bound: input.maxRetries,"],
    [
      "a presentation counts twice",
      "const attempt = context.attempt + 1;",
      "const attempt = context.attempt + 2;",
    ],
    [
      "a retry that finds something kept is not counted",
      "countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),",
      "countAttempt: assign({ attempt: ({ context }) => context.attempt }),",
    ],
    [
      "the render clock is 1 ms longer",
      "renderTimeout: ({ context }) => context.ask.times.renderTimeout,",
      "renderTimeout: ({ context }) => context.ask.times.renderTimeout + 1,",
    ],
    [
      "the response clock is 1 ms longer",
      "responseTimeout: ({ context }) => context.ask.times.responseTimeout,",
      "responseTimeout: ({ context }) => context.ask.times.responseTimeout + 1,",
    ],
    [
      "the cap on the response is 1 ms longer",
      "responseCap: ({ context }) => context.ask.times.responseCap,",
      "responseCap: ({ context }) => context.ask.times.responseCap + 1,",
    ],
    [
      "the cap on queueing is 1 ms longer",
      "queueCap: ({ context }) => context.ask.times.queueCap,",
      "queueCap: ({ context }) => context.ask.times.queueCap + 1,",
    ],
    [
      "the idle window is 1 ms longer",
      "idleWindow: ({ context }) => context.ask.times.idleWindow,",
      "idleWindow: ({ context }) => context.ask.times.idleWindow + 1,",
    ],
    [
      "the late-answer window is 1 ms longer",
      "lateAnswerWindow: ({ context }) => context.ask.times.lateAnswerWindow,",
      "lateAnswerWindow: ({ context }) => context.ask.times.lateAnswerWindow + 1,",
    ],
    [
      "a window of 0 still takes late answers",
      "takesNoLateAnswers: ({ context }) => context.ask.times.lateAnswerWindow === 0,",
      "takesNoLateAnswers: ({ context }) => context.ask.times.lateAnswerWindow < 0,",
    ],
    [
      "the render clock runs on while the UI has the question queued",
      'on: { QUEUED: { guard: "isActiveRequest", target: "queued" } },',
      'on: { QUEUED: { guard: "isActiveRequest" } },',
    ],
    [
      "the render clock stays stopped when it is the question's turn",
      'on: { DEQUEUED: { guard: "isActiveRequest", target: "rendering" } },',
      'on: { DEQUEUED: { guard: "isActiveRequest" } },',
    ],
    [
      "activity does not re-arm the response clock",
      'on: { ACTIVITY: { guard: "isOwnRequest", target: "waiting", reenter: true } },',
      'on: { ACTIVITY: { guard: "isOwnRequest", target: "waiting" } },',
    ],
    [
      "activity re-arms the cap, too",
      'on: { ACTIVITY: { guard: "isOwnRequest", target: "waiting", reenter: true } },',
      'on: { ACTIVITY: { guard: "isOwnRequest", target: "#ask-with-render-ack.open.rendered", reenter: true } },',
    ],
    [
      "an answer to a different ask is taken",
      'event.type === "ANSWER" && event.askId === context.ask.askId,',
      'event.type === "ANSWER",',
    ],
    [
      "a failure of an earlier presentation counts for the current one",
      '"requestId" in event && event.requestId === context.requestId,',
      '"requestId" in event,',
    ],
    [
      "a dialog that is not on screen cancels the current one",
      "(context.renderConfirmed || event.requestId === context.requestId)",
      "true",
    ],
    [
      "a second answer replaces the kept one",
      'hasNoAnswerKept: ({ context }) => context.kept !== "answered",',
      "hasNoAnswerKept: () => true,",
    ],
    [
      "a cancel replaces the kept answer",
      'CANCEL: {\n          guard: and(["isOwnRequest", "hasNothingKept"]),',
      'CANCEL: {\n          guard: "isOwnRequest",',
    ],
    [
      "a kept answer is dropped when the agent does not call again",
      'guard: "hasKeptAnswer",\n            target: "ended.holding",',
      'guard: "hasKeptAnswer",\n            target: "ended",',
    ],
    [
      "an answer that comes in time is not acknowledged",
      '"takeAnswer",\n              "acknowledge",',
      '"takeAnswer",',
    ],
    [
      "an answer that is kept for the retry is not acknowledged",
      '{ type: "keep", params: { as: "answered" } },\n            "acknowledge",',
      '{ type: "keep", params: { as: "answered" } },',
    ],
    [
      "an answer that comes after the end is not acknowledged",
      `              guard: "isForThisAsk",
              target: "holding",
              actions: ["takeAnswer", { type: "keep", params: { as: "answered" } }, "acknowledge"],`,
      `              guard: "isForThisAsk",
              target: "holding",
              actions: ["takeAnswer", { type: "keep", params: { as: "answered" } }],`,
    ],
    [
      "a late answer can be claimed again and again",
      'on: { CLAIM: "#ask-with-render-ack.claimed" },',
      "on: { CLAIM: {} },",
    ],
    [
      "an abort starts the count again",
      "assign({ renderConfirmed: false, closedUpTo:",
      "assign({ attempt: 0, renderConfirmed: false, closedUpTo:",
    ],
    [
      "after an abort the dialog that was closed counts as shown",
      "assign({ renderConfirmed: false, closedUpTo:",
      "assign({ closedUpTo:",
    ],
    [
      "in agent mode the host presents again",
      'guard: and(["hasAttemptsLeft", "hostRetries"]),',
      'guard: "hasAttemptsLeft",',
    ],
    [
      "a dialog stays open after the time is over",
      '{ type: "close", params: { reason: "timed_out" } },',
      "",
    ],
    [
      "no surface is reported as a refusal",
      '{ type: "settle", params: { outcome: "no_surface" } },',
      '{ type: "settle", params: { outcome: "declined" } },',
    ],
    [
      "a person is asked again what they dismissed while nobody waited",
      '{ guard: "isUnheard", target: "untold" },',
      "",
    ],
    [
      "an answer is over before its caller has it",
      "!context.unheard && (!context.ask.receipt || context.ask.times.lateAnswerWindow === 0),",
      "!context.unheard,",
    ],
    ["who comes back does not count", 'JOIN: { guard: "isUnheard", actions: "hear" },', ""],
  ]),

  ...inFile("ask-with-render-ack/ask.ts", [
    [
      "a presentation still to come is acknowledged",
      "let made = attempt; made > 0;",
      "let made = attempt + 1; made > 0;",
    ],
    [
      "what a UI says of a dialog it was told to close is taken",
      "(attemptOf(context, requestId) ?? 0) > context.closedUpTo",
      "(attemptOf(context, requestId) ?? 0) >= context.closedUpTo",
    ],
    [
      "a request of another ask is taken for an own one",
      "if (requestId === `${ask.requestBase}.${made}`) return made;",
      "if (requestId.endsWith(`.${made}`)) return made;",
    ],
    [
      "answers are handed out with other outcomes, too",
      'answers: outcome === "answered" ? answers : [],',
      "answers,",
    ],
    ["the person is warned of a retry one attempt too late", "attempt > 1 &&", "attempt > 2 &&"],
    [
      "the person is warned of a failure when the caller only left",
      "attempt > 1 && closedUpTo < attempt - 1",
      "attempt > 1",
    ],
  ]),
  ...inFile("ask-with-render-ack/callers.ts", [
    ["patience ends 1 ms late", "clock.now() + limit;", "clock.now() + limit + 1;"],
    ["who was told is told again", "waiting.delete(instance);\n      for", "for"],
    [
      "the last caller to leave is not noticed",
      "known.length > 0 && others.length === 0",
      "known.length > 1 && others.length === 0",
    ],
  ]),
  ...inFile("ask-with-render-ack/result.ts", [
    [
      "an exhausted ask tells the agent to retry",
      "exhausted: {\n    answered: false,\n    cancelled: false,\n    timedOut: false,\n    shouldRetry: false,",
      "exhausted: {\n    answered: false,\n    cancelled: false,\n    timedOut: false,\n    shouldRetry: true,",
    ],
    [
      "a timed-out ask tells the agent to retry",
      "timedOut: true,\n    shouldRetry: false,",
      "timedOut: true,\n    shouldRetry: true,",
    ],
    [
      "the reason to retry counts attempts, not retries",
      "(attempt ${attempt}/${maxRetries})",
      "(attempt ${attempt}/${1 + maxRetries})",
    ],
    [
      "the words of the reason to retry",
      "UI failed to render question",
      "UI did not render question",
    ],
    [
      "the words of exhaustion",
      "`Max retries (${maxRetries}) exceeded`",
      "`Max attempts (${maxRetries}) exceeded`",
    ],
    ["the words of a rejected ask", 'error: "dialog already open"', 'error: "a dialog is open"'],
  ]),

  ...inFile("ask-with-render-ack/schema.ts", [
    ["11 questions", "questions: 10,", "questions: 11,"],
    [
      "no question at all",
      '.min(1, "must hold at least 1 question")',
      '.min(0, "must hold at least 1 question")',
    ],
    ["a title of 101 characters", "title: 100,", "title: 101,"],
    [
      "maxRetries 6",
      "maxRetries: { min: 0, max: 5, default: 3 },",
      "maxRetries: { min: 0, max: 6, default: 3 },",
    ],
    [
      "maxRetries 1 at least",
      "maxRetries: { min: 0, max: 5, default: 3 },",
      "maxRetries: { min: 1, max: 5, default: 3 },",
    ],
    [
      "4 retries by default",
      "maxRetries: { min: 0, max: 5, default: 3 },",
      "maxRetries: { min: 0, max: 5, default: 4 },",
    ],
    [
      "a tool's render timeout below 10 s",
      "renderTimeout: { min: 10_000,",
      "renderTimeout: { min: 9_999,",
    ],
    [
      "a tool's render timeout above 60 s",
      "max: 60_000, default: 30_000 },",
      "max: 60_001, default: 30_000 },",
    ],
    [
      "another default render timeout",
      "max: 60_000, default: 30_000 },",
      "max: 60_000, default: 30_001 },",
    ],
    [
      "another default response timeout",
      "responseTimeout: { default: 300_000 },",
      "responseTimeout: { default: 300_001 },",
    ],
    [
      "a question need not be answered by default",
      "required: z.boolean().default(true),",
      "required: z.boolean().default(false),",
    ],
    [
      "a select takes no own answer by default",
      "(fields.custom ?? true)",
      "(fields.custom ?? false)",
    ],
  ]),

  ...inFile("ask-with-render-ack/asker.ts", [
    [
      "another default response cap",
      "responseCap: durationSchema.default(30 * MINUTE),",
      "responseCap: durationSchema.default(31 * MINUTE),",
    ],
    [
      "another default queue cap",
      "queueCap: durationSchema.default(30 * MINUTE),",
      "queueCap: durationSchema.default(31 * MINUTE),",
    ],
    [
      "another default idle window",
      "idleWindow: durationSchema.default(10 * MINUTE),",
      "idleWindow: durationSchema.default(11 * MINUTE),",
    ],
    [
      "another default late-answer window",
      "durationSchema]).default(DAY),",
      "durationSchema]).default(2 * DAY),",
    ],
    ["one listening ask fewer", "listening.size <= maxListening", "listening.size < maxListening"],
    ["the host retries by default", '.default("agent"),', '.default("host"),'],
    ["a second question is rejected by default", '.default("queue"),', '.default("reject"),'],
    ["a call does not join an open ask", "if (open !== undefined) {", "if (open === null) {"],
    [
      "a late answer is handed out without being claimed",
      'else runtime.send(instance, { type: "CLAIM" });',
      "",
    ],
    [
      "an answer that is sent again is not acknowledged again",
      "if (known !== undefined && known === fingerprintOf(input))",
      "if (false)",
    ],
    [
      "another answer under the same name is confirmed, too",
      "known === fingerprintOf(input)",
      "true",
    ],
    [
      "one of two callers giving up closes the question",
      "() => isLast && runtime.send",
      "() => runtime.send",
    ],
    [
      "sessions share their asks",
      "hashOf({ questions, session, title }, sha256)",
      "hashOf({ questions, title }, sha256)",
    ],
    [
      "the title does not tell asks apart",
      "hashOf({ questions, session, title }, sha256)",
      "hashOf({ questions, session }, sha256)",
    ],
    [
      "a second open question is not rejected",
      "return open.length > 0;",
      "return open.length > 1;",
    ],
    ["a question is presented to nobody", "if (options.signal?.aborted) {", "if (false) {"],
    ["no surface counts as a failed attempt", "error instanceof NoSurfaceError", "false"],
    [
      "a dialog stays alive after its ask",
      "else if (snapshot.context.outcome) bridge.close?.(requestId, snapshot.context.outcome);",
      "",
    ],
    [
      "an open question is not presented again after a restart",
      "present(requestOf(context), instance);",
      "",
    ],
  ]),

  ...inFile("ask-with-render-ack/answers.ts", [
    [
      "two answers to a single choice",
      "values.length + Number(custom !== null) > 1",
      "values.length + Number(custom !== null) > 2",
    ],
    [
      "an answer to what was not asked",
      "!questions.some((question) => question.id === id)",
      "false",
    ],
    [
      "no answer to a required question",
      'return required ? "needs an answer" : undefined;',
      "return undefined;",
    ],
    ["an option that was not offered", "!allowed.includes(value)", "false"],
  ]),

  ...inFile("ask-with-render-ack/strict-profile.ts", [
    ["5 questions", "questions: 4,", "questions: 5,"],
    ["a header of 13 characters", "header: 12,", "header: 13,"],
    ["1 option", "options: { min: 2, max: 4 },", "options: { min: 1, max: 4 },"],
    ["5 options", "options: { min: 2, max: 4 },", "options: { min: 2, max: 5 },"],
    ["a label of 6 words", "labelWords: 5,", "labelWords: 6,"],
    ["a label without words", "words < 1 || ", ""],
    ["a question that does not end with ?", '.trim().endsWith("?")', '.includes("?")'],
    ["two questions with one header", "if (headers.has(header)) {", "if (false) {"],
    ["an answer for an unknown header", "!headers.has(key)", "false"],
    [
      '"other" as a label',
      "label.toLowerCase() === OTHER_OPTION_LABEL.toLowerCase()",
      "label === OTHER_OPTION_LABEL",
    ],
    [
      "the words about a missing ?",
      "`Question must end with ?: ${header}`",
      "`Question must end with ?: ${question}`",
    ],
    [
      "the words about a double header",
      "`Duplicate header: ${header}`",
      "`Duplicate header ${header}`",
    ],
    [
      "the words about a long label",
      "Option label must be 1-5 words:",
      "Option label must have 1-5 words:",
    ],
    ["the words about a reserved label", "is reserved`", "is reserved.`"],
    [
      "the words about an unknown header",
      "`Unknown answers key: ${unknown}`",
      "`Unknown header: ${unknown}`",
    ],
    ["the first line of the summary", '"Collected answers:"', '"Answers:"'],
  ]),
];

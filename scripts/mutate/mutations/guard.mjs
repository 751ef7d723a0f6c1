// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source code
import { inFile } from "./in-file.mjs";

export const guardMutations = [
  ...inFile("todo-attempt-guard/machine.ts", [
    [
      "one attempt more than the bound",
      "hasAttemptsLeft: ({ context }) => context.attempt < context.bound,",
      "hasAttemptsLeft: ({ context }) => context.attempt <= context.bound,",
    ],
    [
      "one attempt fewer than the bound",
      "bound: input.maxRetryAttempts,",
      "bound: input.maxRetryAttempts - 1,",
    ],
    [
      "a claim counts twice",
      "count: assign({ attempt: ({ context }) => context.attempt + 1,",
      "count: assign({ attempt: ({ context }) => context.attempt + 2,",
    ],
    [
      "the first claim is not sent back for review",
      "context.attempt === 0,",
      "context.attempt < 0,",
    ],
    [
      "the second claim is sent back for review, too",
      "context.attempt === 0,",
      "context.attempt <= 1,",
    ],
    [
      "a tool call that is reported again counts again",
      "isNewClaim: ({ context, event }) => !claimOf(context, event),",
      "isNewClaim: () => true,",
    ],
    [
      "what was never allowed can be completed",
      'context.claims.some((claim) => claim.verdict?.decision === "allow"),\n  },',
      "true,\n  },",
    ],
    [
      "a claim that is validated passes at once",
      'and(["isUnchecked", "hasAttemptsLeft", "isNewClaim"])',
      'and(["hasAttemptsLeft", "isNewClaim"])',
    ],
    ["one claim fewer is remembered", "const REMEMBERED = 20;", "const REMEMBERED = 19;"],
    ["a claim that waits can be forgotten", "isPending(claim) || index >=", "index >="],
    ["a reset keeps the count", 'attempt: 0,\n      cause: "human",', 'cause: "human",'],
    [
      "a claim made before a reset counts again after it",
      'claims: ({ context, event }) =>\n        context.claims.map((claim) => ({\n          ...claim,\n          verdict: verdict(context, event, claim, "cleared"),\n        })),',
      "claims: [],",
    ],
    [
      "a further claim takes an exhausted todo out of a person's hands",
      'CLAIM: {\n          guard: "isNewClaim",\n          actions: ["remember", { type: "conclude", params: { as: "exhausted",',
      'CLAIM: {\n          target: "watching",\n          guard: "isNewClaim",\n          actions: ["remember", { type: "conclude", params: { as: "exhausted",',
    ],
    [
      "time alone takes an exhausted todo out of a person's hands",
      'description: "Only a person can move it now: approve or reset.",',
      'after: { retention: "forgotten" },',
    ],
    [
      "a claim past the limit stops the clock of those that wait",
      'guard: and([not("hasAttemptsLeft"), "isNewClaim"]),',
      "guard: () => false,",
    ],
    [
      "a validation may take 1 ms longer",
      "context.guarded.validationTimeout,\n",
      "context.guarded.validationTimeout + 1,\n",
    ],
    ["a guard is kept 1 ms longer", "context.guarded.retention,", "context.guarded.retention + 1,"],
    ["an approved todo can be overruled", "OVERRULED: undefined,", ""],
    [
      "what was allowed in a blocked write stays allowed",
      'OVERRULED: {\n              guard: and(["isAllowed", "isLatest"]),',
      "OVERRULED: {\n              guard: () => false,",
    ],
    [
      "an older claim's overruling blocks the latest",
      'guard: and(["isAllowed", "isLatest"]),',
      'guard: "isAllowed",',
    ],
  ]),

  ...inFile("todo-attempt-guard/verdict.ts", [
    [
      "one allowed todo lets a blocked write through",
      'todos.some((todo) => todo.decision === "block")',
      'todos.every((todo) => todo.decision === "block")',
    ],
    [
      "a failing guard always allows",
      'if (kind === "guard_failed") return onGuardFailure;',
      'if (kind === "guard_failed") return "allow";',
    ],
    [
      "what a person approved is blocked",
      'kind === "allowed" || kind === "approved" ? "allow"',
      'kind === "allowed" ? "allow"',
    ],
    [
      "the words of exhaustion",
      "Please wait for user guidance or manually mark as completed.",
      "Please wait for the user.",
    ],
    [
      "the number in the words of exhaustion",
      "Maximum retry attempts (${maxRetryAttempts})",
      "Maximum retry attempts (${maxRetryAttempts + 1})",
    ],
    [
      "only the first exhausted todo is named",
      "exhausted.map(({ todo }) => todo),",
      "[first.todo],",
    ],
    ["the verdict of each todo is left out", "[headline, ...verdictLines(todos)]", "[headline]"],
    [
      "a todo is quoted with 201 characters",
      "truncate(oneLine(todo), 200)",
      "truncate(oneLine(todo), 201)",
    ],
    [
      "a todo is quoted with its line breaks",
      "truncate(oneLine(todo), 200)",
      "truncate(todo, 200)",
    ],
  ]),

  ...inFile("todo-attempt-guard/schema.ts", [
    ["11 attempts", '.max(10, "must be 1 to 10")', '.max(11, "must be 1 to 10")'],
    ["0 attempts", '.min(1, "must be 1 to 10")', '.min(0, "must be 1 to 10")'],
    ["6 attempts by default", ".default(5),", ".default(6),"],
    ["a failing guard allows by default", '.default("block"),', '.default("allow"),'],
    [
      "another default validation timeout",
      "validationTimeout: durationSchema.default(MINUTE),",
      "validationTimeout: durationSchema.default(2 * MINUTE),",
    ],
    [
      "another default retention",
      "durationSchema.default(7 * DAY),",
      "durationSchema.default(8 * DAY),",
    ],
  ]),

  ...inFile("todo-attempt-guard/instance.ts", [
    ["sessions share their todos", "JSON.stringify([session, todo])", "JSON.stringify([todo])"],
  ]),

  ...inFile("todo-attempt-guard/guard-engine.ts", [
    ["a todo that stands twice in a write counts twice", "[...new Set(completing)]", "completing"],
    [
      "a todo passes before the others of its write are known",
      "!validate && isAlone &&",
      "!validate &&",
    ],
    ["a write that is blocked anyway is validated", "if (!blocker) judge", "if (true) judge"],
    ["a tool call that is reported again is validated again", "if (!isOurs || ", "if ("],
    [
      "another tool call's result completes a todo",
      "claims.find((one) => one.toolUseId === toolUseId);\n        if",
      "claims.at(-1);\n        if",
    ],
    [
      "the result of a blocked tool call completes a todo",
      'if (claim?.verdict?.decision === "allow") runtime',
      "if (claim) runtime",
    ],
    [
      "an open todo in the list is completed",
      'if (status === "completed")',
      'if (status !== "completed")',
    ],
    [
      "a session's end ends the others",
      "session === undefined || guarded.session === session",
      "true",
    ],
    [
      "a reset creates a guard",
      'return runtime.send(instanceOf(session, todo), { type: "RESET" });',
      'return runtime.send(watch(session, todo), { type: "RESET" });',
    ],
    [
      "an allowed todo that is opened again passes unseen",
      'snapshot?.matches("remembered") || snapshot?.matches({ watching: "allowed" });',
      'snapshot?.matches("remembered");',
    ],
    [
      "what a person approved is completed before it was claimed",
      'return !snapshot.matches("approved") || claims.at(-1)?.verdict?.decision !== "allow";',
      'return !snapshot.matches("approved");',
    ],
    ["an aborted check goes on waiting", "if (signal?.aborted) giveUp();", ""],
    [
      "a validator's answer of the wrong shape passes",
      "const { passed, reason } = validationOf(judged);",
      "const { passed, reason } = judged as { passed: boolean; reason?: string };",
    ],
  ]),
];

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source code
import { inFile } from "./in-file.mjs";

export const instructionMutations = [
  ...inFile("instruction-ack/machine.ts", [
    [
      "one dispatch more than the bound",
      "hasAttemptsLeft: ({ context }) => context.attempt < context.bound",
      "hasAttemptsLeft: ({ context }) => context.attempt <= context.bound",
    ],
    ["maxRetries means dispatches", "bound: 1 + input.maxRetries,", "bound: input.maxRetries,"],
    [
      "a dispatch counts twice",
      "attempt: ({ context }) => context.attempt + 1,",
      "attempt: ({ context }) => context.attempt + 2,",
    ],
    [
      "the first retry is important",
      "if (retry <= 1) return content;",
      "if (retry <= 0) return content;",
    ],
    [
      "the second retry has no prefix",
      "if (retry <= 1) return content;",
      "if (retry <= 2) return content;",
    ],
    ["the second retry is urgent", "retry === 2 ?", "retry === 3 ?"],
    ["the third retry is important", "retry === 2 ?", "retry <= 3 ?"],
    ["the words of the second retry", "`**IMPORTANT:** ${content}`", "`**Important:** ${content}`"],
    ["the words of the third retry", "`**URGENT:** ${content}`", "`**URGENT** ${content}`"],
    [
      "the urgency lags one dispatch behind",
      "urgentText(instruction.content, attempt)",
      "urgentText(instruction.content, attempt - 1)",
    ],
    [
      "a redriven instruction keeps its count",
      'assign({ attempt: 0, cause: "human" })',
      'assign({ cause: "human" })',
    ],
    [
      "an instruction lives 1 ms longer",
      "context.instruction.expiresAfter }",
      "context.instruction.expiresAfter + 1 }",
    ],
    [
      "an acknowledged instruction stays in the queue",
      'entry: [assign({ cause: "system" }), "withdraw", ',
      'entry: [assign({ cause: "system" }), ',
    ],
    ["a failed instruction stays in the queue", 'entry: ["withdraw", "fail"],', 'entry: ["fail"],'],
    ["the history of a failed instruction is empty", "? [...context.dispatches, {", "? [{"],
  ]),

  ...inFile("instruction-ack/queue.ts", [
    ["4 retries by default", "maxRetriesSchema.default(3)", "maxRetriesSchema.default(4)"],
    ["101 retries", "const MAX_RETRIES = 100;", "const MAX_RETRIES = 101;"],
    [
      "fewer than 0 retries",
      ".min(0, `must be 0 to ${MAX_RETRIES}`)",
      ".min(-1, `must be 0 to ${MAX_RETRIES}`)",
    ],
    [
      "another default tick",
      "tickInterval: durationSchema.default(MINUTE),",
      "tickInterval: durationSchema.default(2 * MINUTE),",
    ],
    [
      "another default lifetime",
      "expiresAfter: durationSchema.default(DAY),",
      "expiresAfter: durationSchema.default(2 * DAY),",
    ],
    [
      "another default of failed instructions",
      "maxFailed: z.int().min(0).default(1_000),",
      "maxFailed: z.int().min(0).default(1_001),",
    ],
    ["one failed instruction fewer is kept", "failed.size <= maxFailed", "failed.size < maxFailed"],
    ["a tick repeats while something waits", "if (queue.length > 0) return 0;", ""],
    ["the same text is tracked twice", "if (known !== undefined) return known;", ""],
    ["the first dispatch counts as a retry", "?? 0) > 0;", "?? 0) >= 0;"],
    [
      "the retry rate counts instructions",
      "counts.retried / counts.sent",
      "counts.retried / (counts.sent - counts.retried)",
    ],
    [
      "an unknown id is acknowledged",
      'if (!context || !runtime.send(id, { type: "ACKNOWLEDGE" })) return false;',
      'if (!context || !runtime.send(id, { type: "ACKNOWLEDGE" })) return true;',
    ],
    [
      "a redriven text that is tracked again is sent twice",
      "if (tracked !== undefined) {",
      "if (false) {",
    ],
    ["a text the journal refused is lost", "queue.unshift(item);", ""],
    [
      "what was queued is lost in a restart",
      'if (snapshot.matches({ tracked: "queued" })) {',
      "if (false) {",
    ],
  ]),
];

import { expectTypeOf, it } from "vitest";
import type * as z from "zod";
import type { AnswerInput, answersSchema } from "../../src/ask-with-render-ack/answers.js";
import type { AskUserReply, askUserResultSchema } from "../../src/ask-with-render-ack/ask-tool.js";
import type {
  AskUserInput,
  askUserInputSchema,
} from "../../src/ask-with-render-ack/ask-user-schema.js";
import type { AskInput, Question, QuestionInput } from "../../src/ask-with-render-ack/question.js";
import type {
  askInputSchema,
  fieldsSchema,
  questionsSchema,
} from "../../src/ask-with-render-ack/schema.js";
import type {
  AskUserQuestionArgs,
  askUserQuestionInputSchema,
} from "../../src/ask-with-render-ack/strict-profile.js";
import type { GuardConfig, guardConfigSchema } from "../../src/todo-attempt-guard/schema.js";
import type { PlanTask, planTaskSchema } from "../../src/verify-retry-escalate/plan.js";
import type {
  ResultDocument,
  resultDocumentSchema,
} from "../../src/verify-retry-escalate/result-document.js";

// The types are written out, because editors show no comments of what zod infers. The type check sees that
// they say what the schemas say.
it("has types that say what the schemas say", () => {
  expectTypeOf<z.input<typeof fieldsSchema>>().toExtend<QuestionInput>();
  expectTypeOf<QuestionInput>().toExtend<z.input<typeof fieldsSchema>>();
  expectTypeOf<z.output<typeof questionsSchema>[number]>().toExtend<Question>();
  expectTypeOf<Question>().toExtend<Readonly<z.output<typeof questionsSchema>[number]>>();
  expectTypeOf<z.input<typeof askInputSchema>>().toExtend<AskInput>();
  expectTypeOf<AskInput>().toExtend<z.input<typeof askInputSchema>>();
  expectTypeOf<z.input<typeof answersSchema>>().toEqualTypeOf<AnswerInput[]>();
  expectTypeOf<z.input<typeof askUserInputSchema>>().toExtend<AskUserInput>();
  expectTypeOf<AskUserInput>().toExtend<z.input<typeof askUserInputSchema>>();
  expectTypeOf<z.input<typeof askUserQuestionInputSchema>>().toEqualTypeOf<AskUserQuestionArgs>();
  expectTypeOf<keyof z.output<typeof askUserResultSchema>>().toEqualTypeOf<keyof AskUserReply>();
  expectTypeOf<z.output<typeof resultDocumentSchema>>().toEqualTypeOf<ResultDocument>();
  expectTypeOf<Omit<PlanTask, "dependants">>().toExtend<
    Readonly<Omit<z.output<typeof planTaskSchema>, "dependsOn">>
  >();
  expectTypeOf<Readonly<z.output<typeof planTaskSchema>>>().toExtend<
    Omit<PlanTask, "dependants">
  >();
  expectTypeOf<z.input<typeof guardConfigSchema>>().toExtend<GuardConfig>();
  expectTypeOf<GuardConfig>().toExtend<z.input<typeof guardConfigSchema>>();
});

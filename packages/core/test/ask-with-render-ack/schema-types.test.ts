import { expectTypeOf, it } from "vitest";
import type * as z from "zod";
import type { AskInput, Question, QuestionInput } from "../../src/ask-with-render-ack/question.js";
import type {
  askInputSchema,
  fieldsSchema,
  questionsSchema,
} from "../../src/ask-with-render-ack/schema.js";
import type { GuardConfig, guardConfigSchema } from "../../src/todo-attempt-guard/schema.js";

// The types are written out, because editors show no comments of what zod infers. The type check sees that
// they say what the schemas say.
it("has types that say what the schemas say", () => {
  expectTypeOf<z.input<typeof fieldsSchema>>().toExtend<QuestionInput>();
  expectTypeOf<QuestionInput>().toExtend<z.input<typeof fieldsSchema>>();
  expectTypeOf<z.output<typeof questionsSchema>[number]>().toExtend<Question>();
  expectTypeOf<Question>().toExtend<Readonly<z.output<typeof questionsSchema>[number]>>();
  expectTypeOf<z.input<typeof askInputSchema>>().toExtend<AskInput>();
  expectTypeOf<AskInput>().toExtend<z.input<typeof askInputSchema>>();
  expectTypeOf<z.input<typeof guardConfigSchema>>().toExtend<GuardConfig>();
  expectTypeOf<GuardConfig>().toExtend<z.input<typeof guardConfigSchema>>();
});

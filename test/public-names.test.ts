import ts from "typescript";
import { describe, expect, it } from "vitest";
import { members } from "../scripts/lib/workspace.mjs";
import { commentOf, entriesOf, exportsOf, OPTIONS } from "../scripts/site/reference.mjs";

interface Member {
  readonly folder: string;
  readonly manifest: { readonly name: string; readonly exports?: object };
}

/** What most programs need of core: about 70 names. Anything else belongs to another entry, or to nobody. */
const NAMES = `
  ASK_OUTCOMES Answer AnswerInput Approval AskCallOptions AskHandle AskInput AskInputOf AskOutcome
  AskResult AskState AskedQuestion AskedResult Asker AskerOptions AttemptRequest Clock CloseReason
  Escalate Escalation Execution FailedInstruction GuardCheck GuardReport GuardVerdict
  GuardedTodoView InputProblem InstructionQueue InstructionQueueOptions InstructionStats
  InvalidInputError Journal JournalEntry MachineStatistics NoSurfaceError PromptBridge Question
  QuestionBridge QuestionInput QuestionRequest ReadbackError ReadbackErrorCode RunVerifiedOptions
  Runtime SimulatedClock Task TaskOptions TodoGuard TodoGuardOptions TodoList ToolCallToApprove
  Unsubscribe ValidationResult Validator Verification VerifiedOutcome approve askMachine createAsk
  createAsker createGuardedTodo createInstruction createInstructionQueue createMemoryJournal
  createRuntime createSimulatedClock createTask createTodoGuard guardMachine instructionMachine
  journalStatistics promptBridge runVerified startRetryTimer systemClock verifyMachine
`.split(/\s+/);

/** What people write and read by hand, much of it beside a schema of the same shape: editors show nothing of what zod infers. */
const SPOKEN = new Set([
  ...["Answer", "AnswerInput", "AskCallOptions", "AskInput", "AskedQuestion", "AskUserInput"],
  ...["AskUserQuestionArgs", "AskUserReply", "AskerOptions", "Plan", "PlanTask", "Question"],
  ...[
    "QuestionInput",
    "QuestionRequest",
    "ResultDocument",
    "RunVerifiedOptions",
    "TodoGuardOptions",
  ],
]);

const packages = (members() as Member[]).map(({ folder, manifest }) => {
  const entries: { key: string; file: string }[] = entriesOf(folder, manifest.exports ?? {});
  return { name: manifest.name, entries };
});

describe.each(packages.filter(({ entries }) => entries.length > 0))(
  "$name",
  ({ name, entries }) => {
    const program = ts.createProgram(
      entries.map(({ file }) => file),
      OPTIONS,
    );
    const namesOf = (file: string): { name: string; symbol: ts.Symbol }[] =>
      exportsOf(program, file);

    it("says in the editor what each of its names is", () => {
      const checker = program.getTypeChecker();
      const silent = entries.flatMap(({ key, file }) =>
        namesOf(file)
          .filter(({ symbol }) => commentOf(checker, symbol) === "")
          .map((one) => `${name}${key.slice(1)}: ${one.name}`),
      );
      expect(silent).toEqual([]);
    });

    it.runIf(name === "@readback/core")("says what each field of what is given to it is", () => {
      const checker = program.getTypeChecker();
      const silent = entries.flatMap(({ file }) =>
        namesOf(file)
          .filter((one) => SPOKEN.has(one.name))
          .flatMap((one) =>
            checker
              .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(one.symbol))
              .filter((field) => commentOf(checker, field) === "")
              .map((field) => `${one.name}.${field.name}`),
          ),
      );
      expect(silent).toEqual([]);
    });

    it.runIf(name === "@readback/core")("has these names in its main entry", () => {
      const main = entries.find(({ key }) => key === ".")?.file ?? "";
      const names = namesOf(main).map((one) => one.name);
      expect(names.sort()).toEqual(NAMES.filter(Boolean).sort());
    });
  },
);

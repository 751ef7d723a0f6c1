import {
  type AnswerInput,
  type AskInput,
  createAsker,
  createInstructionQueue,
  createSimulatedClock,
  createTodoGuard,
  type QuestionBridge,
  runVerified,
} from "@readback/core";
import { createFileJournal } from "../../src/create-file-journal.js";

/** The questions of the stories. Golden files name them: add, never change. */
export const QUESTIONS = {
  deploy: { title: "Release", questions: [{ id: "go", question: "Deploy now?", type: "confirm" }] },
  name: { questions: [{ id: "name", question: "What shall it be called?", type: "text" }] },
  colour: { questions: [{ id: "colour", question: "Which colour?", type: "text" }] },
} as const satisfies Record<string, AskInput>;

/** The four handles of one process, on the journal in a folder; each writes for itself. */
export function openHandles(folder: string, at: number) {
  const clock = createSimulatedClock(at);
  const journals = new Set<ReturnType<typeof createFileJournal>>();
  const shown: { readonly requestId: string; readonly title: string | null; attempt: number }[] =
    [];
  const acknowledged: string[] = [];
  let render: (requestId: string) => void = () => {};
  let answer: (requestId: string, answers: readonly AnswerInput[]) => void = () => {};
  let made = 0;

  const open = () => {
    const journal = createFileJournal({ folder });
    journals.add(journal);
    return { journal, clock };
  };
  const bridge: QuestionBridge = {
    sendQuestion({ requestId, title, attempt }) {
      shown.push({ requestId, title, attempt });
    },
    onRenderConfirmed(callback) {
      render = callback;
      return () => {};
    },
    onAnswer(callback) {
      answer = callback;
      return () => {};
    },
    onCancel: () => () => {},
    acknowledge: (requestId) => acknowledged.push(requestId),
  };

  return {
    clock,
    shown,
    acknowledged,
    asker: createAsker({ ...open(), bridge, newId: () => `ask${at}-${++made}` }),
    guard: createTodoGuard({ ...open(), maxRetryAttempts: 2, rememberCompleted: true }),
    queue: createInstructionQueue({ ...open(), newId: () => `instruction${at}-${++made}` }),
    render: (requestId: string) => render(requestId),
    answer: (requestId: string, answers: readonly AnswerInput[]) => answer(requestId, answers),
    /** Runs a task that never answers, and says what it was asked first. */
    async run(id: string, executes: readonly string[] = []): Promise<unknown> {
      const does: unknown[] = [];
      const failures = [...executes];
      runVerified({
        ...{ ...open(), session: "session", task: { id, name: `Task ${id}` }, maxAttempts: 3 },
        execute({ attempt, maxAttempts, failures: before }) {
          does.push({ executes: attempt, of: maxAttempts, failures: before.map(summaryOf) });
          const error = failures.shift();
          return error === undefined ? new Promise(() => {}) : { status: "failure", error };
        },
        verify: () => true,
        escalate({ reason, failures: before }) {
          does.push({ asksPerson: reason, failures: before.map(summaryOf) });
          return new Promise(() => {});
        },
      });
      for (let turn = 0; turn <= executes.length; turn += 1) {
        await settled();
        clock.advance(0);
      }
      await settled();
      return does;
    },
    /** The process is gone. */
    close() {
      for (const journal of journals) journal.close();
    },
  };
}

const summaryOf = ({ error_summary }: { readonly error_summary: string }) => error_summary;

/** Lets every promise that can go on do so. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

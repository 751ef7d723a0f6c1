import type { AskInput, AskResult } from "@readback/core";
import { createFileJournal } from "../../src/create-file-journal.js";
import { openHandles, QUESTIONS, settled } from "./handles.js";

const MINUTE = 60_000;

/** What a process sees that opens the journal in a folder at the moment `at`. */
export async function seenIn(folder: string, at: number): Promise<unknown> {
  const { read, report } = readAll(folder);
  const here = openHandles(folder, at);
  here.asker.recover();
  const shown = [...here.shown];
  here.guard.recover();
  here.queue.recover();
  const calls: Record<string, unknown> = {};
  for (const [name, question] of Object.entries(QUESTIONS)) calls[name] = await ask(here, question);
  const todos = here.guard.list().map(({ todo, attempt, maxRetryAttempts, claims }) => ({
    ...{ todo, attempt, maxRetryAttempts },
    claims: claims.map(({ toolUseId, verdict }) => [toolUseId, verdict?.kind ?? "waits"]),
  }));
  here.clock.advance(MINUTE);
  const claims = await Promise.all(
    todos.map(async ({ todo }) => {
      const { todos: verdicts } = await here.guard.check({
        ...{ session: "session", toolUseId: `new ${todo}`, completing: [todo] },
      });
      return [todo, verdicts[0]?.kind, verdicts[0]?.attempt];
    }),
  );
  here.queue.tick();
  const seen = {
    ...{ read, report, shown, calls },
    todos: todos.sort((a, b) => (a.todo < b.todo ? -1 : 1)),
    claims: claims.sort(),
    queued: here.queue.take(),
    failed: here.queue.getFailedInstructions(),
    tasks: { "1:running": await here.run("1:running"), "1:stopped": await here.run("1:stopped") },
  };
  here.close();
  return JSON.parse(JSON.stringify(seen));
}

/** How much is there, and how much of it cannot be read. */
function readAll(folder: string) {
  const journal = createFileJournal({ folder });
  const machines = new Set([...journal.read()].map(({ machine }) => machine));
  const { corrupt, newer } = journal.report();
  journal.close();
  return { read: [...machines].sort(), report: { corrupt, newer } };
}

/** What a call is told at once, or that it waits; and what it had presented. */
async function ask({ asker, shown }: ReturnType<typeof openHandles>, question: AskInput) {
  const before = shown.length;
  let told: AskResult | undefined;
  asker.ask(question).then((result) => {
    told = result;
  });
  await settled();
  const presented = shown.slice(before).map(({ attempt }) => attempt);
  if (!told) return { waits: true, presented };
  return { outcome: told.outcome, answers: told.answers, presented };
}

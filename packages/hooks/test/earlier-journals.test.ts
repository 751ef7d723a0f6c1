import { createSimulatedClock, guardMachine, type JournalEntry } from "@readback/core";
import { sha256Hex } from "@readback/core/host";
import { openFileJournal } from "@readback/node";
import { describe, expect, it } from "vitest";
import { useProject } from "./support/project.js";

const project = useProject();
const NOW = Date.UTC(2026, 0, 26, 14, 30);
const session = "0b9c7c1e-8a5f-4a43-9a63-4d0b8d1d2c11";
const todo = "Add the login form";

/** A claim as an earlier version wrote it: named by the todo's text as it is. */
function writeAsBefore(): void {
  const common = {
    v: 1,
    machine: guardMachine.id,
    instance: sha256Hex(JSON.stringify([session, todo])),
    bound: 5,
  } as const;
  const input = {
    ...{ session, todo, maxRetryAttempts: 5, validationTimeout: 60_000 },
    ...{ retention: 604_800_000, onGuardFailure: "block", rememberCompleted: true },
  };
  const entries: JournalEntry[] = [
    {
      ...common,
      ...{ time: NOW, event: "readback.start", payload: { input } },
      ...{ from: null, to: "watching.unclaimed", attempt: 0, cause: null },
    },
    {
      ...common,
      ...{ time: NOW, event: "CLAIM", payload: { toolUseId: "t1" } },
      ...{ from: "watching.unclaimed", to: "watching.reviewing", attempt: 1, cause: "policy" },
    },
  ];
  const journal = openFileJournal({ folder: project.journal, machines: [guardMachine] });
  for (const entry of entries) journal.append(entry);
  journal.close();
}

describe("the journal of an earlier version", () => {
  it("is found by a hook of today: the count goes on, and the old call has its verdict", async () => {
    project.configure({ validate: "exit 1" });
    writeAsBefore();
    const clock = createSimulatedClock(NOW + 60_000);
    const write = (id: string, content: string) =>
      project.replay(
        "claude-code/todo-write",
        { tool_use_id: id, tool_input: { todos: [{ content, status: "completed" }] } },
        { clock },
      );
    expect((await write("t1", todo)).reason).toContain("attempt 1 of 5");
    expect((await write("t2", todo)).reason).toContain("attempt 2 of 5");
    expect(project.todos()).toMatchObject([{ todo, attempt: 2 }]);
  });
});

import { mkdirSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createSimulatedClock } from "@readback/core";
import { describe, expect, it } from "vitest";
import { runHookFile } from "./support/hook-process.js";
import { UNTOUCHED, useProject } from "./support/project.js";

const project = useProject();
const DAY = 24 * 60 * 60 * 1_000;

/** Marks a todo as completed, so many days ago. */
const claim = (content: string, id: string, days: number) =>
  project.hook(
    "claude-code",
    project.fixture("claude-code/todo-write", {
      tool_use_id: id,
      tool_input: { todos: [{ content, status: "completed" }] },
    }),
    { clock: createSimulatedClock(Date.now() - days * DAY) },
  );
const later = { session_id: "a later session" };
const begin = () => runHookFile("claude-code", project.fixture("claude-code/session-start", later));
const files = () => readdirSync(project.journal).sort();
const text = () => files().map((file) => readFileSync(join(project.journal, file), "utf8"));

describe("when a session begins", () => {
  it("a small journal forgets todos that ended, and a month later their texts are gone", async () => {
    await claim("Tidy the cellar", "t1", 40);
    // Nothing is forgotten at the first look.
    const early = createSimulatedClock(Date.now() - 4 * DAY);
    const stop = project.fixture("claude-code/stop", later);
    expect(await project.hook("claude-code", stop, { clock: early })).toMatchObject(UNTOUCHED);
    await claim("Write tests", "t2", 2);
    expect(await begin()).toMatchObject(UNTOUCHED);
    expect(files()).toEqual(["000001.jsonl", "000002.jsonl"]);
    expect(text()[1]).not.toContain("Tidy the cellar");
    const [old = ""] = files();
    utimesSync(join(project.journal, old), new Date(), new Date(Date.now() - 31 * DAY));
    await begin();
    expect(files()).toEqual(["000002.jsonl"]);
    // What is under way keeps its count.
    expect(await claim("Write tests", "t3", 0)).toMatchObject(UNTOUCHED);
    expect(project.todos()).toMatchObject([{ todo: "Write tests", attempt: 2 }]);
  });

  it("a journal of the last day is left alone", async () => {
    await claim("Write tests", "t1", 0.9);
    await begin();
    expect(files()).toEqual(["000001.jsonl"]);
  });

  it("the agent is told what waits for a person, though tidying up fails", async () => {
    project.configure({ maxRetryAttempts: 1 });
    for (const days of [0.1, 0]) await claim("Write tests", `t${days}`, days);
    const odd = join(project.journal, "000000.tmp");
    mkdirSync(odd);
    utimesSync(odd, 1, 1);
    const { context } = await project.replay("claude-code/session-start");
    expect(context).toContain("- 'Write tests'");
  });

  it("a person is told when tidying up fails, and there is nothing else to say", async () => {
    await claim("Write tests", "t1", 0);
    const odd = join(project.journal, "000000.tmp");
    mkdirSync(odd);
    utimesSync(odd, 1, 1);
    const { remark } = await project.replay("claude-code/session-start");
    expect(remark).toMatch(/Old entries of the todo guard could not be deleted: .*000000/);
  });
});

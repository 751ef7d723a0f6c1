import { describe, expect, it } from "vitest";
import { agentReader } from "../src/verify/agent-report.js";
import { AGENT_NAMES, type AgentPreset, agentNamed, agentView } from "../src/verify/agents.js";

const jsonLines = (events: readonly object[]) =>
  events.map((event) => `${JSON.stringify(event)}\n`).join("");

/** How each agent prints that it says something, and that its run is over. */
const SPEAKERS: Readonly<
  Record<string, { says(text: string): readonly object[]; over: object; fails: object }>
> = {
  "claude-code": {
    says: (text) => [{ type: "assistant", message: { content: [{ type: "text", text }] } }],
    over: { type: "result", subtype: "success", is_error: false, result: "" },
    fails: { type: "result", subtype: "error", is_error: true, result: "Credit is too low" },
  },
  codex: {
    says: (text) => [{ type: "item.completed", item: { type: "agent_message", text } }],
    over: { type: "turn.completed", usage: {} },
    fails: { type: "turn.failed", error: { message: "Credit is too low" } },
  },
  gemini: {
    says: (text) =>
      text
        .split(/(?<=[ :])/)
        .map((content) => ({ type: "message", role: "assistant", content, delta: true })),
    over: { type: "result", status: "success", stats: {} },
    fails: { type: "result", status: "error", error: { message: "Credit is too low" } },
  },
  opencode: {
    says: (text) => [{ type: "text", part: { type: "text", text } }],
    over: { type: "step_finish", part: { reason: "stop" } },
    fails: { type: "error", error: { name: "APIError", data: { message: "Credit is too low" } } },
  },
};

describe.each(AGENT_NAMES)("what %s prints", (name) => {
  const agent = agentNamed(name) as AgentPreset;
  const { says, over, fails } = SPEAKERS[name] as (typeof SPEAKERS)[string];
  const read = (stdout: string) =>
    agentReader(agent)({
      ...{ how: "exited", exitCode: 0, signal: null, bytes: stdout.length },
      ...{ output: stdout, stdout },
    });
  const run = (...said: readonly string[]) =>
    read(jsonLines([...said.flatMap((text) => [...says(text), { type: "other" }]), over]));

  it("holds the result document of its last message, all of it", async () => {
    const document = [
      "status: failure",
      "error: Cannot find module 'uuid'",
      "suggested_fix: Run npm install uuid",
      "learnings: [uuid.validate does not throw]",
    ].join("\n");
    const wanted = {
      status: "failure",
      error: "Cannot find module 'uuid'",
      suggestedFix: "Run npm install uuid",
      learnings: ["uuid.validate does not throw"],
    };
    for (const text of [`I tried.\n\`\`\`yaml\n${document}\n\`\`\`\nSorry.`, document]) {
      expect(await run("Working on it", text)).toMatchObject(wanted);
    }
    expect(await run(`It is like this.\n\n${document}`)).toMatchObject(wanted);
    expect(await run('```json\n{ "status": "success", "learnings": ["a"] }\n```')).toMatchObject({
      status: "success",
      learnings: ["a"],
    });
  });

  it.each([
    ["status: blocked", "The executor reports: blocked"],
    ["I have no key.\n\n**Status:** blocked", "I have no key.\n\n**Status:** blocked"],
    ["Well.\nstatus: blocked - no key\nAsk ops.", "status: blocked - no key\nAsk ops."],
    ["status: blocked\nreason: no key", "no key"],
  ])("tells that it is blocked: %j", async (text, reason) => {
    expect(await run("status: failure", text)).toEqual({ status: "blocked", reason });
  });

  it.each([
    ["Done. The answer has `status: failure` when the user is unknown."],
    ["status: failure is what the server answers now."],
    ['Done:\n```json\n{ "status": "pending" }\n```'],
    ["The test said:\n```\nstatus: failure\n  but it passes now: really\n\t- x: [\n```"],
    ["Done."],
  ])("says nothing of a failure when it only talks about one: %j", async (text) => {
    expect(await run("status: blocked", text)).toBeUndefined();
  });

  it("tells that its run failed, and not when it went on after an error", async () => {
    const failed = await read(jsonLines([...says("Working on it"), fails]));
    expect(failed).toMatchObject({ status: "failure", error: "Credit is too low" });
    expect(JSON.stringify(failed)).not.toContain("Working on it");
    if (name === "codex") {
      const reconnecting = { type: "error", message: "Reconnecting... 1/5" };
      expect(await read(jsonLines([reconnecting, ...says("Done."), over]))).toBeUndefined();
    }
    if (name === "opencode") {
      expect(await read(jsonLines([fails, ...says("Done."), over]))).toBeUndefined();
    }
    const cutOff = `rubbish\n{"type":\n${jsonLines([over])}`;
    expect(await read(cutOff)).toBeUndefined();
  });

  it("is shown as what it says, line by line", () => {
    const shown: string[] = [];
    const view = agentView(agent, (line) => shown.push(line));
    const events = [...says("One: two\nthree"), { type: "other" }, ...says("The end."), over];
    for (const line of ["a warning", ...jsonLines(events).trim().split("\n")]) view.line(line);
    view.end();
    expect(shown).toEqual(["a warning", "One: two", "three", "The end."]);
  });
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  askPerson,
  askUserServer,
  readbackHooks,
} from "../../packages/adapters/src/claude-agent-sdk.js";
import {
  createAsker,
  createInstructionQueue,
  createTodoGuard,
  promptBridge,
} from "../../packages/core/dist/index.js";
import { ask, claim, say, told } from "./action.js";
import { installPackage } from "./install.js";
import { startModel } from "./model/server.js";
import { claudeCode } from "./programs/claude-code.js";
import { tell } from "./storyteller.js";
import { createWorld } from "./world.js";

// The adapter in the real SDK with the Claude Code that comes with it, on a scripted model.

/** The oldest and the newest that are supported. */
const VERSIONS = ["0.2.141", "0.3.327"];

/** What the person says, by what stands in the question. */
const ANSWERS: Readonly<Record<string, string>> = {
  "Which colour?": "blue",
  "Which size?": "Large",
  "touch made-by-agent": "Not here",
  "touch allowed": "Yes, run it",
};

describe.each(VERSIONS)("the Claude Agent SDK %s", (version) => {
  it("asks, guards and instructs", { timeout: 300_000 }, async ({ skip }) => {
    const installed = await installPackage(`@anthropic-ai/claude-agent-sdk@${version}`);
    if (!("modules" in installed)) {
      console.error(`SKIPPED the Claude Agent SDK ${version}: ${installed.problem}`);
      return skip("it could not be installed");
    }
    const sdk = await import(join(installed.modules, "@anthropic-ai/claude-agent-sdk/sdk.mjs"));
    const world = createWorld();
    const seen: string[] = [];
    const bridge = promptBridge(({ questions: [question] }, { shown }) => {
      shown();
      seen.push(question?.question ?? "");
      const about = Object.keys(ANSWERS).find((name) => question?.question.includes(name));
      const said = ANSWERS[about ?? ""] ?? "I do not know";
      const isLabel =
        question?.type === "text" || question?.options.some(({ label }) => label === said);
      return [{ id: question?.id ?? "", ...(isLabel ? { values: [said] } : { custom: said }) }];
    });
    const asker = createAsker({ bridge });
    const guard = createTodoGuard({ rememberCompleted: true });
    const queue = createInstructionQueue();
    queue.queueInstructionWithAck("Ask before you write.", { until: "TodoWrite" });
    const size = {
      ...{ question: "Which size?", header: "Size", multiSelect: false },
      options: ["Small", "Large"].map((label) => ({ label, description: "A size" })),
    };
    const telling = tell(claudeCode, {
      main: [
        told(/<instruction id=[^>]*>\s*Ask before you write\./),
        ask("Which colour?"),
        told(/blue/),
        { kind: "tool", tool: "ask_user", input: { questions: [{ question: " " }] } },
        told(/invalid_input[\s\S]*questions\[0\]\.question/),
        claim("Write it"),
        told(/Review your work first/),
        claim("Write it"),
        told(/Todos have been modified/),
        { kind: "tool", tool: "AskUserQuestion", input: { questions: [size] } },
        told(/Large/),
        { kind: "tool", tool: "Bash", input: { command: "touch made-by-agent" } },
        told(/This tool call did not happen. The person said no: Not here/),
        { kind: "tool", tool: "Bash", input: { command: "touch allowed" } },
        say("Done"),
      ],
    });
    const model = await startModel((turn) => telling.next(turn));
    try {
      const run = sdk.query({
        prompt: "Go",
        options: {
          cwd: world.project,
          settingSources: [],
          env: {
            ...{ PATH: process.env.PATH, HOME: world.home },
            ...claudeCode.env(world, model.url),
            CLAUDE_CODE_ENABLE_TODO_TOOLS: "1",
          },
          mcpServers: { readback: sdk.createSdkMcpServer(askUserServer(asker)) },
          allowedTools: ["mcp__readback__ask_user"],
          canUseTool: askPerson(asker),
          hooks: readbackHooks({ guard, queue }),
        },
      });
      let result: unknown;
      for await (const message of run) if (message.type === "result") result = message.result;
      expect(telling.problems(), telling.transcript.join("\n")).toEqual([]);
      expect(result).toBe("Done");
      expect(
        seen.map((question) => Object.keys(ANSWERS).find((name) => question.includes(name))),
      ).toEqual(Object.keys(ANSWERS));
      expect(existsSync(world.path("made-by-agent"))).toBe(false);
      expect(existsSync(world.path("allowed"))).toBe(true);
      expect(queue.stats()).toMatchObject({ sent: 1, acknowledged: 1 });
    } finally {
      await model.close();
      asker.dispose();
      guard.dispose();
      queue.dispose();
      world.remove();
    }
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { pluginText } from "../src/hook/plugin-text.js";
import { carryingInstructions } from "../src/hosts/coding-agent.js";
import { agent } from "../src/hosts/opencode.js";

interface Plugin {
  "tool.execute.before"(call: object, output: { args: object }): Promise<void>;
  "tool.execute.after"(call: object, result: { output: string }): Promise<void>;
}

const call = { tool: "todowrite", sessionID: "ses_1", callID: "call_1", args: { todos: [] } };

/** The plugin in a process of its own as OpenCode loads it, with a hook that does this, and what a person was told. */
async function load(hook: string, host = agent, ...given: readonly unknown[]) {
  const folder = mkdtempSync(join(tmpdir(), "readback-plugin-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "hook.cjs"), hook);
  const file = join(folder, "plugin.mjs");
  writeFileSync(file, pluginText(`node "${join(folder, "hook.cjs")}" opencode`, host));
  const { Readback } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const toasts: string[] = [];
  const logged: string[] = [];
  const listening = {
    tui: {
      showToast: async ({ body }: { body: { message: string } }) => void toasts.push(body.message),
    },
    app: { log: async ({ body }: { body: { message: string } }) => void logged.push(body.message) },
  };
  const plugin: Plugin = await Readback({
    directory: folder,
    client: given.length > 0 ? given[0] : listening,
  });
  return { plugin, toasts, logged };
}

const saying = (answer: object) =>
  `process.stdout.write(${JSON.stringify(JSON.stringify(answer))})`;

it("stops the call that the guard denies, with its reason", async () => {
  const { plugin } = await load(saying({ decision: "deny", reason: "Review it first" }));
  const asked = plugin["tool.execute.before"](call, { args: call.args });
  await expect(asked).rejects.toThrow("Review it first");
});

it("passes a remark on to the person, on the screen and in the log, and lets the call go on", async () => {
  const { plugin, toasts, logged } = await load(saying({ remark: "Not blocked: damaged" }));
  await plugin["tool.execute.before"](call, { args: call.args });
  expect({ toasts, logged }).toEqual({
    toasts: ["Not blocked: damaged"],
    logged: ["Not blocked: damaged"],
  });
  const result = { output: "ok" };
  await plugin["tool.execute.after"](call, result);
  expect(toasts).toHaveLength(2);
  expect(result.output).toBe("ok");
});

it("lets the call go on when nobody can be told", async () => {
  const broken = async () => Promise.reject(new Error("no screen"));
  for (const client of [undefined, {}, { tui: { showToast: broken }, app: { log: broken } }]) {
    const { plugin } = await load(saying({ remark: "Not blocked" }), agent, client);
    await plugin["tool.execute.before"](call, { args: call.args });
  }
});

it("puts what the agent is to know behind the result", async () => {
  const { plugin } = await load(saying({ context: "Do this" }), carryingInstructions(agent));
  const result = { output: "ok" };
  await plugin["tool.execute.after"]({ ...call, tool: "bash" }, result);
  expect(result.output).toBe("ok\n\nDo this");
});

it("asks about no other tool, unless instructions ride along", async () => {
  const { plugin } = await load("process.exit(1)");
  await plugin["tool.execute.before"]({ ...call, tool: "bash" }, { args: {} });
  const result = { output: "ok" };
  await plugin["tool.execute.after"]({ ...call, tool: "bash" }, result);
  expect(result.output).toBe("ok");
});

it("stops the call when the guard cannot run, and says so where nothing can be stopped any more", async () => {
  const { plugin, toasts } = await load("console.error('Cannot find it'); process.exit(1)");
  const asked = plugin["tool.execute.before"](call, { args: call.args });
  await expect(asked).rejects.toThrow(
    "The todo guard cannot run, so no todo can be completed: Cannot find it",
  );
  await plugin["tool.execute.after"](call, { output: "ok" });
  expect(toasts).toEqual(["The todo guard cannot run: Cannot find it. Look with: readback doctor"]);
});

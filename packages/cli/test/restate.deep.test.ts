import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { deskToken, journalToken, readbackServices, type Serving, serve } from "@readback/restate";
import {
  connectAsker,
  connectQueue,
  readClusterInstances,
  readClusterJournal,
} from "@readback/restate/client";
import { openJournals } from "@readback/visualizer/server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startNode, type TestNode } from "../../restate/test/support/node.js";
import { followCluster } from "../src/viz/follow-cluster.js";
import { startAgent } from "./support/mcp-client.js";
import { claimOf, createProject } from "./support/project.js";
import { run } from "./support/run.js";
import { hasTerminals, KEYS, openTerminal } from "./support/terminal.js";

const deskSecret = "the secret of the desks";
let node: TestNode;
let endpoint: Serving;
let queues: Serving | undefined;

/** What doctor says of the cluster, on one line each. */
async function examine(admin: string) {
  const { code, stdout } = await run(["doctor", "--restate", admin, "--json"]);
  const { ok, checks } = JSON.parse(stdout) as {
    ok: boolean;
    checks: { name: string; status: string; message: string }[];
  };
  expect(code).toBe(ok ? 0 : 1);
  return checks.map(({ name, status, message }) => `${status} ${name}: ${message}`);
}

function project(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "readback-restate-cli-")));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));
  return path;
}

beforeAll(async () => {
  node = await startNode();
});
afterAll(async () => {
  await endpoint?.close();
  await queues?.close();
  await node?.stop();
});

describe("readback doctor --restate", () => {
  it("says where no cluster answers", async () => {
    expect(await examine("http://127.0.0.1:1")).toEqual([
      expect.stringContaining("broken cluster: No Restate admin port answers"),
    ]);
  });

  it("takes no other port for the admin port", async () => {
    expect(await examine(node.ingress)).toEqual([expect.stringContaining("is it the admin port")]);
  });

  it("misses the endpoint, and finds everything well once it is registered", async () => {
    expect(await examine(node.admin)).toContain(
      "broken endpoints: No endpoint that serves Readback is registered",
    );
    endpoint = await serve({
      port: 0,
      services: readbackServices({ ask: {}, guard: {}, deskSecret }),
      onProblem: () => {},
    });
    await node.register(endpoint.url);
    expect(await examine(node.admin)).toEqual([
      expect.stringMatching(/^warning cluster: Restate 1\..* answers; 1 node/),
      expect.stringContaining(`ok endpoints: ${endpoint.url}/ (7 services, 0 calls under way)`),
      "ok calls: No call fails again and again",
      "ok parked: No state is set aside",
    ]);
  });
});

describe("readback mcp --restate", () => {
  it("has no surface of its own to choose", async () => {
    const flags = ["--restate", node.ingress, "--session", "s", "--surface", "page"];
    const { code, stderr } = await run(["mcp", ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain("--surface is not for --restate");
  });
});

describe("readback answer --restate", () => {
  it.skipIf(!hasTerminals)("answers what an agent asks through the cluster", async () => {
    const [cwd, elsewhere] = [project(), project()];
    const flags = ["--restate", node.ingress, "--session", "alice"];
    const agent = await startAgent(cwd, flags);
    const terminal = openTerminal(["answer", ...flags], {
      cwd: elsewhere,
      env: { READBACK_DESK_TOKEN: deskToken(deskSecret, "alice") },
    });
    onTestFinished(() => terminal.close());
    await terminal.sees("Questions of alice");
    const result = agent.ask([
      { id: "db", question: "Which database?", options: ["PostgreSQL", "SQLite"] },
    ]);
    await terminal.sees("Which database?");
    // A question has to rest before a key can decide anything.
    await new Promise((resolve) => setTimeout(resolve, 300));
    terminal.press(KEYS.down, KEYS.enter);
    expect(await result).toMatchObject({
      outcome: "answered",
      answers: [{ id: "db", values: ["SQLite"] }],
      surface: "terminal",
    });
    terminal.press("q");
    expect((await terminal.ended).code).toBe(0);
  });

  it.skipIf(!hasTerminals)("says that the token of the desk is wrong", async () => {
    const terminal = openTerminal(["answer", "--restate", node.ingress, "--session", "alice"], {
      cwd: project(),
      env: { READBACK_DESK_TOKEN: deskToken(deskSecret, "bob") },
    });
    onTestFinished(() => terminal.close());
    await terminal.sees("the desk token is missing or wrong");
    expect((await terminal.ended).code).toBe(1);
  });
});

describe("the todo guard of a cluster", () => {
  const hook = (cwd: string, input: object, restate = node.ingress) =>
    run(["hook", "claude-code", "--restate", restate], {}, { cwd, input: JSON.stringify(input) });
  const asPerson = (...args: readonly string[]) =>
    run(["guard", ...args, "--restate", node.ingress, "--session", "shared", "--no-color"]);

  it("is asked by the hooks of any machine, and counts once for all of them", async () => {
    const [one, two] = [project(), project()];
    const claim = (cwd: string, id: string) => hook(cwd, claimOf(cwd, "shared", id, ["Ship it"]));
    expect((await claim(one, "t1")).stdout).toContain("Review your work first");
    // The same call, as another process reports it.
    expect((await claim(two, "t1")).stdout).toContain("Review your work first");
    const stop = { session_id: "shared", cwd: two, hook_event_name: "Stop" };
    const reminder = (await hook(two, stop)).stdout;
    expect(reminder).toContain("'Ship it' (attempt 1 of");
    expect((await run(["guard", "list"], {}, { cwd: one })).stdout).toContain("No todos yet");

    expect((await asPerson("list")).stdout).toMatch(/Session shared\n .* in review .* Ship it/);
    const [listed] = JSON.parse((await asPerson("list", "--json")).stdout);
    expect(listed).toMatchObject({ todo: "Ship it", standing: "reviewing", attempt: 1 });
    expect((await asPerson("approve", listed.id)).stdout).toContain("Approved: Ship it");
    expect((await claim(one, "t2")).stdout).not.toContain("deny");
    const happened = claimOf(one, "shared", "t2", ["Ship it"]);
    // This cluster serves no instructions, and that is no news.
    const after = { ...happened, hook_event_name: "PostToolUse" };
    expect(await hook(one, after)).toEqual({ code: 0, stdout: "", stderr: "" });
    const { code, stderr } = await asPerson("approve", listed.id);
    expect({ code, stderr }).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining("There is nothing to decide") },
    });
  });

  it("is approved by its id where the text of a task is not its name", async () => {
    const cwd = project();
    const task = (tool_use_id: string) =>
      hook(cwd, {
        ...{ session_id: "shared", cwd, hook_event_name: "PreToolUse", tool_use_id },
        ...{ tool_name: "TaskUpdate", tool_input: { taskId: "7", status: "completed" } },
      });
    expect((await task("k1")).stdout).toContain("deny");
    const list = JSON.parse((await asPerson("list", "--json")).stdout) as {
      id: string;
      todo: string;
    }[];
    const { id } = list.find(({ todo }) => todo.includes("7")) ?? { id: "" };
    expect((await asPerson("reset", id)).stdout).toContain("Reset");
    expect((await asPerson("approve", id)).stdout).toContain("Approved");
    expect((await task("k2")).stdout).not.toContain("deny");
    const after = JSON.parse((await asPerson("list", "--json")).stdout) as unknown[];
    expect(after).toHaveLength(list.length);
  });

  it("blocks what it cannot count, and is not asked without a session", async () => {
    const cwd = project();
    const { code, stdout } = await hook(cwd, claimOf(cwd, "s", "t", ["x"]), "nonsense");
    expect(code).toBe(0);
    expect(stdout).toContain("The todo guard itself failed");
    const refused = await run(["guard", "list", "--restate", node.ingress]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("needs --session");
  });
});

describe("readback hook install --restate", () => {
  it("writes a command that asks the cluster, hands over its instructions, and satisfies doctor", async () => {
    const own = createProject();
    queues = await serve({
      port: 0,
      services: readbackServices({ instructions: {}, deskSecret, journal: false }),
      onProblem: () => {},
    });
    await node.register(queues.url);
    const flags = ["--yes", "--instructions", "--restate", node.ingress];
    const installed = await own.run(["hook", "install", "claude-code", ...flags]);
    expect(installed.code).toBe(0);
    const { hooks } = JSON.parse(own.read(".claude/settings.json"));
    const env = { CLAUDE_PROJECT_DIR: own.folder, HOME: own.home };
    /** What the agent gets when it runs the command of its settings. */
    const fire = async (event: string, input: object) => {
      const command = hooks[event][0].hooks[0].command as string;
      const options = { shell: true, cwd: own.folder, env: { ...process.env, ...env } };
      const child = spawn(command, options);
      child.stdin.end(JSON.stringify({ ...input, hook_event_name: event }));
      const [said, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
      expect(code).toBe(0);
      return said;
    };
    const claim = claimOf(own.folder, "installed", "t1", ["Ship it"]);
    expect(await fire("PreToolUse", claim)).toContain("Review your work first");

    const queue = connectQueue({ ingress: node.ingress, queue: "installed" });
    const id = await queue.queueInstructionWithAck("Run the tests", { until: "npm test" });
    const call = (command: string) => {
      const about = { session_id: "installed", cwd: own.folder, tool_use_id: command };
      return { ...about, tool_name: "Bash", tool_input: { command }, tool_response: {} };
    };
    const { hookSpecificOutput } = JSON.parse(await fire("PostToolUse", call("ls")));
    expect(hookSpecificOutput.additionalContext).toBe(
      `<instruction id="${id}">\nRun the tests\n</instruction>`,
    );
    expect(await queue.wasHandedOver(id)).toBe(true);
    expect(await fire("PostToolUse", call("npm test"))).toBe("");
    expect((await queue.stats()).acknowledged).toBe(1);

    const examined = await own.run(["doctor", "--json"]);
    const checks = (JSON.parse(examined.stdout).checks as Record<string, string>[])
      .filter(({ name }) => ["Hooks", "Command", "Todos", "Fired"].includes(String(name)))
      .map(({ name, status, message }) => `${status} ${name}: ${message}`);
    expect(checks).toEqual([
      expect.stringContaining("ok Hooks: Claude Code asks the guard"),
      expect.stringMatching(/^(ok|warning) Command: The hook answers/),
      expect.stringContaining(
        `ok Todos: The todos of Claude Code are counted on the cluster at ${node.ingress}`,
      ),
    ]);
  });
});

describe("readback viz --restate", () => {
  const token = journalToken(deskSecret);

  it("says that the token of the journal is wrong", async () => {
    const env = { READBACK_JOURNAL_TOKEN: deskToken(deskSecret, "alice") };
    const { code, stderr } = await run(["viz", "--restate", node.ingress, "--no-open"], env);
    expect(code).toBe(1);
    expect(stderr).toContain("READBACK_JOURNAL_TOKEN");
  });

  it("takes a cluster or a project, not both", async () => {
    const { code, stderr } = await run(["viz", ".", "--restate", node.ingress, "--no-open"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--restate follows a cluster: name no journal");
  });

  it("shows what has happened, and goes on with what happens", async () => {
    const asker = connectAsker({ ingress: node.ingress });
    const ask = (session: string) =>
      asker.ask({ questions: [{ question: "Which?" }], renderTimeout: 50 }, { session });
    await ask("before");
    vi.stubEnv("READBACK_JOURNAL_TOKEN", token);
    const journals = openJournals({ paths: [] });
    let changes = 0;
    const onChange = () => {
      changes += 1;
    };
    const stop = await vi.waitFor(async () => {
      const stop = await followCluster(journals, node.ingress, onChange);
      if (journals.store.records > 0) return stop;
      stop();
      throw new Error("The journal of the cluster is empty still");
    }, 30_000);
    onTestFinished(() => {
      stop();
      journals.close();
      vi.unstubAllEnvs();
    });
    const before = [...(journals.store.machines.get("ask-with-render-ack") ?? [])].length;
    expect(before).toBeGreaterThan(0);
    await ask("after");
    await vi.waitFor(() => {
      const now = [...(journals.store.machines.get("ask-with-render-ack") ?? [])].length;
      expect(now).toBe(before + 1);
    }, 30_000);
    expect(changes).toBeGreaterThan(0);
    expect([...journals.store.problems]).toEqual([]);
    await asker.dispose();
  });

  it("opens by its state what the journal does not tell any more", async () => {
    const asker = connectAsker({ ingress: node.ingress });
    const handle = asker.open(
      { questions: [{ question: "Since when?" }] },
      { session: "long ago" },
    );
    const shards = async () =>
      node.query("select distinct service_key from state where service_name = 'ReadbackJournal'");
    await vi.waitFor(async () => {
      const { checkpoints } = await readClusterInstances(node.admin);
      expect(checkpoints.map(({ instance }) => instance)).toContain(handle.askId);
    }, 30_000);
    // Time has passed, and the journal has forgotten everything.
    await vi.waitFor(async () => {
      for (const { service_key } of await shards())
        await node.overwrite("ReadbackJournal", String(service_key), {
          extent: { first: 1_000, next: 1_000 },
        });
      const { entries } = await readClusterJournal({ ingress: node.ingress, token });
      expect(entries).toEqual([]);
    }, 30_000);
    vi.stubEnv("READBACK_JOURNAL_TOKEN", token);
    const journals = openJournals({ paths: [] });
    const stop = await followCluster(journals, node.ingress, () => {}, node.admin);
    onTestFinished(() => {
      stop();
      journals.close();
      vi.unstubAllEnvs();
    });
    const state = () => {
      const asks = journals.store.machines.get("ask-with-render-ack") ?? [];
      return asks.find(({ instance }) => instance === handle.askId)?.state;
    };
    expect(state()).toContain("presenting");
    // What happens to it from now on follows from there.
    handle.abort();
    await handle.result;
    await vi.waitFor(() => expect(state()).not.toContain("presenting"), 30_000);
    expect([...journals.store.problems]).toEqual([]);
    await asker.dispose();
  });
});

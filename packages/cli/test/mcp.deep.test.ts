import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { askUserAgentsMd } from "@readback/core/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { openWindow } from "../../web/test/support/two-tabs.js";
import { cli, plainEnv, run } from "./support/run.js";

type Elicit = () => Promise<{ action: "accept"; content: Record<string, string> }>;
type Structured = Record<string, unknown>;

const name = { questions: [{ question: "What is it called?" }] };

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "readback-mcp-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A client that starts the program itself, as coding agents do. */
async function start(cwd: string, args: readonly string[], elicit?: Elicit) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, "mcp", "--no-open", ...args],
    cwd,
    env: plainEnv(),
    stderr: "pipe",
  });
  const said = lineOf(transport.stderr as Readable, /Questions appear on (.+)/);
  const client = new Client(
    { name: "agent", version: "1.0.0" },
    { capabilities: elicit ? { elicitation: {} } : {} },
  );
  if (elicit) client.setRequestHandler("elicitation/create", elicit);
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    said,
    errors,
    pid: transport.pid as number,
    ask: async (args: object = name) => {
      const { structuredContent } = await client.callTool({
        name: "ask_user",
        arguments: { ...args },
      });
      return structuredContent as Structured;
    },
  };
}

/** What matches first in what a program says. */
function lineOf(stream: Readable, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    createInterface(stream).on("line", (line) => {
      const found = pattern.exec(line);
      if (found) resolve(found[1] ?? "");
    });
  });
}

async function whenGone(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid), { timeout: 10_000, interval: 10 }).toBe(false);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("readback agents-md", () => {
  it("prints the section, and nothing else", async () => {
    const printed = await run(["agents-md"]);
    expect(printed).toEqual({ code: 0, stdout: askUserAgentsMd(), stderr: "" });
  });
});

describe("readback mcp", () => {
  it("serves the tools on stdio, with nothing but protocol on stdout", async () => {
    const { client, said, ask, errors, pid } = await start(folder(), []);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["ask_user", "ask_user_question"]);
    const result = await ask();
    expect(result).toMatchObject({ outcome: "no_surface" });
    const [link = ""] = /file:\S+/.exec(await said) ?? [];
    expect(result.error).toContain(`Open ${link} in a browser`);
    // What is printed lands in logs: the way in stands in a file that only this user can read.
    expect(await said).not.toContain("launch=");
    expect(statSync(fileURLToPath(link)).mode & 0o777).toBe(0o600);
    expect(readFileSync(fileURLToPath(link), "utf8")).toContain("#launch=");
    expect(errors).toEqual([]);
    await client.close();
    await whenGone(pid);
  });

  it("serves clients of the 1.x SDK", async () => {
    const client = new ClientV1({ name: "agent", version: "1.0.0" });
    const args = [cli, "mcp", "--surface", "elicitation"];
    const options = { command: process.execPath, args, cwd: folder(), env: plainEnv() };
    await client.connect(new StdioV1({ ...options, stderr: "ignore" }));
    const { structuredContent } = await client.callTool({ name: "ask_user", arguments: name });
    expect(structuredContent).toMatchObject({ outcome: "no_surface" });
    await client.close();
  });

  it("goes on with the same question after it was killed", async () => {
    const cwd = folder();
    const args = ["--surface", "elicitation"];
    const impatient = [...args, "--patience", "1"];
    const first = await start(cwd, impatient, () => new Promise(() => {}));
    expect(await first.ask()).toMatchObject({ outcome: "pending", attempt: 1 });
    process.kill(first.pid, "SIGKILL");
    await whenGone(first.pid);
    const accept: Elicit = async () => {
      // A reply that comes at once is no person's.
      await new Promise((resolve) => setTimeout(resolve, 700));
      return { action: "accept", content: { q1: "Readback" } };
    };
    const second = await start(cwd, args, accept);
    const result = await second.ask();
    expect(result).toMatchObject({ outcome: "answered", attempt: 1, surface: "elicitation" });
  });

  it("sends progress as often as it is told to, for clients with a short limit", async () => {
    const args = ["--surface", "elicitation", "--heartbeat", "1"];
    let accept = () => {};
    const accepted = new Promise<void>((resolve) => {
      accept = resolve;
    });
    const { client } = await start(folder(), args, async () => {
      await accepted;
      return { action: "accept", content: { q1: "Readback" } };
    });
    let beats = 0;
    const onprogress = () => {
      beats += 1;
      if (beats === 3) accept();
    };
    const { structuredContent } = await client.callTool(
      { name: "ask_user", arguments: name },
      { timeout: 5_000, resetTimeoutOnProgress: true, onprogress },
    );
    expect(structuredContent).toMatchObject({ outcome: "answered" });
  });

  it("says after the shortest render timeout that a hidden tab showed nothing", {
    timeout: 60_000,
  }, async () => {
    const { said, ask } = await start(folder(), ["--surface", "page"]);
    const window = await openWindow();
    onTestFinished(() => window.close());
    const tab = await window.openTab(/file:\S+/.exec(await said)?.[0] ?? "");
    const state = `document.querySelector("#connection").dataset.state`;
    const look = () => tab.evaluate(state).catch(() => "not loaded yet");
    await expect.poll(look, { timeout: 20_000 }).toBe("connected");
    const front = await window.openTab("about:blank");
    await front.bringToFront();
    const result = await ask({ ...name, renderTimeout: 10_000, maxRetries: 0 });
    expect(result).toMatchObject({ outcome: "exhausted", attempt: 1, surface: null });
    expect(result.error).toContain("Max retries (0) exceeded");
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends cleanly on %s", async (signal) => {
    const child = spawn(process.execPath, [cli, "mcp", "--surface", "page", "--no-open"], {
      cwd: folder(),
      env: plainEnv(),
    });
    await lineOf(child.stderr, /Questions appear on (.+)/);
    const exited = once(child, "exit");
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
  });

  it("ends when its standard input does", async () => {
    const { code, stdout } = await run(["mcp", "--no-open"], {}, { cwd: folder(), input: "" });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  });
});

describe("readback mcp --http", () => {
  async function serve(env: Record<string, string> = {}) {
    const args = [cli, "mcp", "--http", "--port", "0", "--surface", "elicitation"];
    const child = spawn(process.execPath, args, { cwd: folder(), env: plainEnv(env) });
    onTestFinished(async () => {
      const exited = once(child, "exit");
      child.kill();
      expect(await exited).toEqual([0, null]);
    });
    let text = "";
    child.stderr.on("data", (data) => {
      text += data;
    });
    await expect.poll(() => text).toMatch(/"mcpServers".+\n/);
    if (!env.READBACK_TOKEN) await expect.poll(() => text).toMatch(/cat '[^']+'/);
    return {
      url: /Serving MCP on (\S+)/.exec(text)?.[1] ?? "",
      tokenFile: /cat '([^']+)'/.exec(text)?.[1],
      text,
    };
  }

  async function connect(url: string, token: string) {
    const client = new Client({ name: "agent", version: "1.0.0" });
    const headers = { Authorization: `Bearer ${token}` };
    const requestInit = { headers };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const { tools } = await client.listTools();
    await client.close();
    return tools.length;
  }

  it("says where the token is, prints it nowhere, and lets in who has it", async () => {
    const { url, tokenFile = "", text } = await serve();
    const token = readFileSync(tokenFile, "utf8").trim();
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
    expect(text).not.toContain(token);
    expect(await connect(url, token)).toBe(2);
    await expect(connect(url, "wrong")).rejects.toThrow();
  });

  it("takes the token of READBACK_TOKEN, and does not print it", async () => {
    const token = "a-token-for-tests-0123456789";
    const { url, text, tokenFile } = await serve({ READBACK_TOKEN: token });
    expect(text).not.toContain(token);
    expect(tokenFile).toBeUndefined();
    expect(await connect(url, token)).toBe(2);
  });

  it("says what to do about a short token or a port in use", async () => {
    const cwd = folder();
    const args = ["mcp", "--http", "--surface", "elicitation"];
    const short = await run(args, { READBACK_TOKEN: "abc" }, { cwd });
    expect(short).toMatchObject({ code: 1, stdout: "" });
    expect(short.stderr).toContain("READBACK_TOKEN: must have at least 16 characters");
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const port = String((other.address() as { port: number }).port);
    const taken = await run([...args, "--port", port], {}, { cwd });
    expect(taken.stderr).toContain(`--port: ${port} is in use. Choose another one`);
    expect(taken.code).toBe(1);
    const page = await run(["mcp", "--page-port", port], {}, { cwd });
    expect(page).toMatchObject({ code: 1, stdout: "" });
    expect(page.stderr).toContain(`--page-port: ${port} is in use: choose another one`);
    other.close();
  });
});

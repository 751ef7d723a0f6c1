import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlocks } from "../../scripts/docs/code-blocks.mjs";
import { root } from "../../scripts/lib/workspace.mjs";
import { execute } from "./execute.js";
import { installTarballs } from "./install.js";
import { pack, packages, withDependencies } from "./packages.js";

// What a new user does: packages from tarballs in an empty folder, and the first examples of the pages, word for word.

const folder = mkdtempSync(join(tmpdir(), "readback-new-user-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What each quick start took: printed at the end, for a machine's time is no promise. */
const took: string[] = [];
const since = (start: number) => `${((performance.now() - start) / 1_000).toFixed(1)} s`;
afterAll(() => console.log(["What a new user does, and how long it took:", ...took].join("\n")));

/** The TypeScript of a page, in order. */
const blocksOf = (page: string): readonly string[] =>
  codeBlocks(page).map(({ code = "" }: { code?: string | undefined }) => code);
const block = (page: string, index: number) =>
  blocksOf(page)[index] ?? expect.fail(`${page} has no such block`);

/** The lines somebody writes: without empty ones, and without what stands for their own program. */
const linesOf = (code: string) =>
  code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("declare "));

/** What the user brings: what the pages declare, as a person who answers at once. */
const USER = `
import { promptBridge } from "@readback/core";
globalThis.bridge = promptBridge(({ questions: [{ id }] }, { shown }) => {
  shown();
  return [{ id, values: ["yes"] }];
});
globalThis.show = () => ({ visible: Promise.resolve(), answer: Promise.resolve("Ada") });
globalThis.showDialog = () => ({ visible: Promise.resolve(), answer: Promise.resolve("staging") });
globalThis.runAgent = async (prompt) => (prompt.includes("<retry_context") ? "a-slug" : "nothing");
`;

/** Runs a program of the pages, as it stands there, and gives what it prints. */
async function run(name: string, code: string): Promise<string> {
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(code, { compilerOptions: options });
  writeFileSync(join(folder, `${name}.mjs`), `import "./user.mjs";\n${outputText}`);
  const start = performance.now();
  const printed = await execute(folder, process.execPath, [`${name}.mjs`]);
  took.push(`  ${name}: ${linesOf(code).length} lines, ${since(start)}`);
  return printed;
}

describe("a new user", () => {
  beforeAll(async () => {
    const wanted = ["@readback/core", "@readback/mcp"];
    const needed = packages.filter(({ name }) => wanted.includes(name)).flatMap(withDependencies);
    const dependencies = { "@modelcontextprotocol/server": "^2.4.0" };
    const manifest = { private: true, type: "module", dependencies };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "user.mjs"), USER);
    const tarballs = [...new Set(needed)].map((target) => pack(target, join(folder, "tarballs")));
    const packed = await Promise.all(tarballs);
    const start = performance.now();
    await installTarballs(folder, packed);
    took.push(`  npm install: ${since(start)}`);
  });

  it("sees all four machines do what the README says", async () => {
    const [ask = "", guard = "", queue = "", verify = ""] = blocksOf("README.md");
    expect(await run("ask", ask)).toBe("The person said yes.\n");
    expect(await run("guard", guard)).toMatch(
      /^block Review your work first: check that 'Write tests'/,
    );
    expect(await run("queue", queue)).toMatch(/^\[\] \{[^}]*sent: 1,\s+acknowledged: 1/);
    expect(await run("verify", verify)).toBe("first attempt\ndone 1\n");
  });

  it("has a user interface of their own in 15 lines", async () => {
    const surface = block("docs/start-surface-author.md", 0);
    expect(linesOf(surface).length).toBeLessThanOrEqual(15);
    expect(await run("surface", surface)).toBe("Ada\n");
    const core = block("packages/core/README.md", 0);
    expect(linesOf(core).length).toBeLessThanOrEqual(15);
    expect(await run("core", core)).toBe("Deploying to staging\n");
  });

  it("has a loop that verifies in 10 lines", async () => {
    const loop = blocksOf("docs/start-framework-user.md").find((code) =>
      code.includes("runVerified"),
    );
    expect(linesOf(loop ?? "").length).toBeLessThanOrEqual(10);
    expect(await run("loop", loop ?? "")).toBe("done\n");
  });

  it("has ask_user in an MCP server with 5 lines more", async () => {
    const server = block("docs/start-tool-author.md", 0);
    const added = linesOf(server).filter((line) => /readback|AskUser/.test(line));
    expect(added.length).toBeLessThanOrEqual(5);
    writeFileSync(join(folder, "server.mjs"), server);
    const start = performance.now();
    expect(await toolsOf("server.mjs")).toEqual(["ask_user", "ask_user_question"]);
    took.push(
      `  MCP server: ${added.length} lines more, ${since(start)} until its tools are listed`,
    );
  });

  it.each([
    ["AI SDK", 'from "@readback/adapters/ai"'],
    ["LangChain", 'from "@readback/adapters/langchain"'],
    ["OpenAI Agents", 'from "@readback/adapters/openai-agents"'],
    ["Claude Agent SDK", 'from "@readback/adapters/claude-agent-sdk"'],
  ])("has each machine in %s with one line", (_, imported) => {
    const pages = [...blocksOf("docs/frameworks.md"), ...ofLangChain()];
    const code =
      pages.find((one) => one.includes(imported)) ?? expect.fail("The guide has no such block");
    const [, names = ""] = /import \{([^}]*)\} from "@readback\/adapters/.exec(code) ?? [];
    const body = linesOf(code).filter((line) => !line.startsWith("import "));
    for (const name of names.split(",").map((part) => part.trim())) {
      expect(
        body.filter((line) => line.includes(`${name}(`)),
        name,
      ).toHaveLength(1);
    }
  });
});

/** The block whose types LangChain itself does not bear is not among those that are compiled. */
function ofLangChain(): readonly string[] {
  return readFileSync(join(root, "docs/frameworks.md"), "utf8")
    .split("```")
    .filter((part) => part.startsWith("ts ignore-check\n"));
}

/** The tools that a server offers on standard input and output. */
async function toolsOf(file: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const say = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "new-user", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  say({ id: 1, method: "initialize", params });
  say({ method: "notifications/initialized" });
  say({ id: 2, method: "tools/list" });
  let printed = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    printed += chunk;
    const lines = printed.split("\n").slice(0, -1);
    const list = lines.map((line) => JSON.parse(line)).find(({ id }) => id === 2);
    if (!list) continue;
    child.stdin.end();
    child.kill();
    return list.result.tools.map(({ name }: { name: string }) => name);
  }
  return expect.fail(`The server ended: ${printed}`);
}

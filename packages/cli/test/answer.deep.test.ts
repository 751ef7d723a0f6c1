import { mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { startAgent } from "./support/mcp-client.js";
import { cli, run } from "./support/run.js";
import { hasTerminals, KEYS, openTerminal, SLOWLY, type Terminal } from "./support/terminal.js";

const host = fileURLToPath(new URL("./support/tty-host.mjs", import.meta.url));
const which = { id: "db", question: "Which database?", options: ["PostgreSQL", "SQLite"] };
const name = { id: "name", question: "What is it called?" };

function project(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "readback-answer-")));
  // Not `rmSync`, which would keep closed windows open: what runs there would make the folder again.
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));
  return path;
}

/** A terminal of the project in which a person answers. */
function attach(cwd: string, args: readonly string[] = []): Terminal {
  const terminal = openTerminal(["answer", ...args], { cwd });
  onTestFinished(() => terminal.close());
  return terminal;
}

/**
 * Presses a key that decides something. A question has to rest before one can: whoever sees that nothing
 * has happened presses it again.
 */
const decide = (terminal: Terminal, key: string, text: string | RegExp) =>
  terminal.hurriesTo(text, key, SLOWLY);

describe("readback answer", () => {
  it("says at once that it needs a terminal", async () => {
    const { code, stderr } = await run(["answer"], {}, { cwd: project() });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^readback answer: No terminal: .* Run the program in a terminal/);
  });
});

describe.skipIf(!hasTerminals)("readback answer in a terminal", () => {
  it("shows what an agent asks, answers it, and leaves with q", async () => {
    const cwd = project();
    const agent = await startAgent(cwd);
    const terminal = attach(cwd);
    await terminal.sees("Nothing waits");
    const result = agent.ask([which]);
    await terminal.sees("Which database?");
    await terminal.sees("asks");
    terminal.press(KEYS.down);
    await decide(terminal, KEYS.enter, "✓ Sent.");
    expect(await result).toMatchObject({
      outcome: "answered",
      answers: [{ id: "db", values: ["SQLite"], custom: null }],
      surface: "terminal",
    });
    await terminal.sees("Nothing waits");
    terminal.press("q");
    const { code, modes } = await terminal.ended;
    expect(code).toBe(0);
    expect(modes).toMatch(/(?<!-)\bicanon\b/);
  });

  it("draws its first frame without what takes long to load and only an answer needs", async () => {
    const cwd = project();
    const loaded = join(cwd, "loaded.json");
    const preload = fileURLToPath(new URL("./support/loaded.cjs", import.meta.url));
    const terminal = openTerminal(["answer"], {
      cwd,
      env: { NODE_OPTIONS: `--require ${preload}`, READBACK_TEST_LOADED: loaded },
    });
    onTestFinished(() => terminal.close());
    await terminal.sees("Nothing waits");
    terminal.press("q");
    expect((await terminal.ended).code).toBe(0);
    const names = JSON.parse(readFileSync(loaded, "utf8")) as readonly string[];
    expect(names).toContain("answer.cjs");
    for (const name of ["answer-zod.cjs", "child_process"]) expect(names).not.toContain(name);
  });

  it("shows the questions of several agents as a list, those from before it came, too", async () => {
    const cwd = project();
    const first = attach(cwd);
    await first.sees("Nothing waits");
    const [one, two] = await Promise.all([
      startAgent(cwd, ["--session", "one"], "one"),
      startAgent(cwd, ["--session", "two"], "two"),
    ]);
    const results = [one.ask([which])];
    await first.sees("Which database?");
    results.push(two.ask([name]));
    await first.sees("1 more waits");
    const second = attach(cwd);
    await second.sees("1 more waits");
    await decide(second, KEYS.escape, "2 questions wait");
    await second.sees(/› Which database\? {2}one in /);
    await second.sees(/What is it called\? {2}two in /);
    await decide(first, KEYS.enter, "✓ Sent.");
    expect(await results[0]).toMatchObject({ outcome: "answered" });
    // The other one hears of it, and shows what is left.
    await second.sees("1 question waits");
    // No letter that is typed at the wrong moment refuses anything.
    second.press("x");
    second.press(KEYS.enter);
    await second.sees("Alt+Enter: new line");
    await first.sees("What is it called?");
    second.press("shop");
    await second.sees("› shop");
    await decide(second, KEYS.enter, "✓ Sent.");
    expect(await results[1]).toMatchObject({ answers: [{ values: ["shop"] }] });
    await first.sees("This question was answered elsewhere.");
  });

  it("loses nothing when the terminal is killed: what was typed is there again", async () => {
    const cwd = project();
    const agent = await startAgent(cwd);
    const first = attach(cwd);
    await first.sees("Nothing waits");
    const result = agent.ask([name]);
    await first.sees("What is it called?");
    first.press("half a na");
    await first.sees("› half a na");
    first.kill("SIGKILL");
    await first.ended;
    const second = attach(cwd);
    await second.sees("What you entered before is still here.");
    await second.sees("› half a na");
    second.press("me");
    await second.sees("› half a name");
    await decide(second, KEYS.enter, "✓ Sent.");
    expect(await result).toMatchObject({ answers: [{ values: ["half a name"] }] });
  });

  it("loses no choice when the terminal is killed, and brings back nothing that was erased", async () => {
    const cwd = project();
    const agent = await startAgent(cwd);
    const first = attach(cwd);
    await first.sees("Nothing waits");
    agent.ask([which, name]);
    await first.sees("Which database?");
    first.press(KEYS.down);
    // Seldom enough that none is on its way when the next question comes: it would be the first key of a paste.
    await first.hurriesTo("What is it called?", KEYS.enter, SLOWLY);
    first.press("ab");
    await first.sees("› ab");
    first.press(KEYS.backspace, KEYS.backspace);
    await first.sees(/› +$/m);
    first.kill("SIGKILL");
    await first.ended;
    const second = attach(cwd);
    await second.sees("What is it called?");
    await second.sees("What you entered before is still here.");
    expect(second.screen()).toMatch(/› +$/m);
    second.press(KEYS.backtab);
    await second.sees("(•) SQLite");
  });

  it("loses nothing when the server is killed: its successor gets the answer", async () => {
    const cwd = project();
    const agent = await startAgent(cwd);
    const terminal = attach(cwd);
    await terminal.sees("Nothing waits");
    agent.ask([name]);
    await terminal.sees("What is it called?");
    process.kill(agent.pid, "SIGKILL");
    terminal.press("shop");
    await terminal.sees("› shop");
    await decide(terminal, KEYS.enter, "✓ Sent.");
    const next = await startAgent(cwd);
    expect(await next.ask([name])).toMatchObject({ answers: [{ values: ["shop"] }] });
  });

  it("leaving with Ctrl-D refuses nothing: the question waits for somebody else", async () => {
    const cwd = project();
    const agent = await startAgent(cwd);
    const terminal = attach(cwd);
    await terminal.sees("Nothing waits");
    const result = agent.ask([which]);
    await terminal.sees("Which database?");
    terminal.press(KEYS.controlD);
    expect((await terminal.ended).code).toBe(0);
    const next = attach(cwd);
    await next.sees("Which database?");
    await decide(next, KEYS.enter, "✓ Sent.");
    expect(await result).toMatchObject({ outcome: "answered" });
  });
});

describe.skipIf(!hasTerminals)("readback mcp --surface terminal", () => {
  it("says at once what to do when there is none, and uses one that is attached", async () => {
    const cwd = project();
    const agent = await startAgent(cwd, ["--surface", "terminal"]);
    const nowhere = await agent.ask([which]);
    expect(nowhere).toMatchObject({ outcome: "no_surface" });
    expect(nowhere.error).toContain(`run "npx readback answer" in ${cwd}`);
    const terminal = attach(cwd);
    await terminal.sees("Nothing waits");
    const result = agent.ask([which]);
    await terminal.sees("Which database?");
    await decide(terminal, KEYS.enter, "✓ Sent.");
    expect(await result).toMatchObject({ outcome: "answered", surface: "terminal" });
  });

  /** A host whose server shows its question in the host's own terminal. */
  async function startHost(): Promise<Terminal> {
    const terminal = openTerminal([cli], { program: host, cwd: project() });
    onTestFinished(() => terminal.close());
    await terminal.sees("be deployed to production?");
    return terminal;
  }

  /** The terminal is as a shell wants it. */
  function expectRestored(modes: string): void {
    expect(modes).toMatch(/(?<!-)\bicanon\b/);
    expect(modes).toMatch(/(?<!-)\becho\b/);
  }

  it("uses the terminal of a host that leaves it free, at the size it has", async () => {
    const terminal = await startHost();
    await terminal.sees("host in");
    // In colour, although standard output is the protocol's.
    expect(terminal.raw()).toContain("\u001b[36m");
    await terminal.sees("│ Shall everything that was built today be deployed to production?");
    terminal.resize(60, 20);
    await terminal.sees("│ Shall everything that was built today be deployed to\n│ production?");
    expect(terminal.screen().match(/Shall everything/g)).toHaveLength(1);
    await terminal.hurriesTo('"outcome":"answered"', "y", SLOWLY);
    const { code, modes } = await terminal.ended;
    expect(code).toBe(0);
    expectRestored(modes);
  });

  it("gives Ctrl-C to the host, too", async () => {
    const terminal = await startHost();
    terminal.press(KEYS.controlC);
    const { code, modes } = await terminal.ended;
    expect(code).toBe(130);
    expectRestored(modes);
  });

  it("gives Ctrl-Z to the host, too, and asks again when both go on", async () => {
    const terminal = await startHost();
    const before = terminal.raw().length;
    terminal.press(KEYS.controlZ);
    await terminal.sees("stopped=2");
    expectRestored(terminal.raw().slice(before));
    terminal.foreground();
    await terminal.sees("be deployed to production?");
    await terminal.hurriesTo('"outcome":"answered"', "y", SLOWLY);
    expect((await terminal.ended).code).toBe(0);
  });

  it("leaves the terminal to a host that reads it", async () => {
    const terminal = openTerminal([cli, "raw"], { program: host, cwd: project(), columns: 200 });
    onTestFinished(() => terminal.close());
    await terminal.sees('"outcome":"no_surface"');
    await terminal.sees("Another program uses the terminal.");
  });
});

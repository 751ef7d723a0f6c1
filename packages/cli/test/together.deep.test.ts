import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { answer, useBrowser, whenConnected } from "../../mcp/test/support/browser.js";
import { type Elicit, startAgent } from "./support/mcp-client.js";
import { hasTerminals, KEYS, openTerminal, SLOWLY, type Terminal } from "./support/terminal.js";

const name = { id: "name", question: "What is it called?" };
const colour = { id: "colour", question: "Which colour?", options: ["Red", "Blue"] };
const ELSEWHERE = "This question was answered elsewhere.";

const browser = useBrowser();

function project(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "readback-together-")));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));
  return path;
}

/** A terminal of the project in which a person answers. */
async function attach(cwd: string): Promise<Terminal> {
  const terminal = openTerminal(["answer"], { cwd });
  onTestFinished(() => terminal.close());
  await terminal.sees("Questions in");
  return terminal;
}

/** Types an answer and sends it, as soon as the question has rested long enough for that. */
async function type(terminal: Terminal, text: string): Promise<void> {
  terminal.press(text);
  await terminal.sees(`› ${text}`);
  await terminal.hurriesTo("✓ Sent.", KEYS.enter, SLOWLY);
}

/** A form that stays open until the test, or the server, ends it. */
function createForm() {
  const shown: { readonly message: unknown; readonly signal: AbortSignal }[] = [];
  let reply: Parameters<ConstructorParameters<typeof Promise<Awaited<ReturnType<Elicit>>>>[0]>[0];
  const elicit: Elicit = ({ message }, signal) =>
    new Promise((resolve) => {
      shown.push({ message, signal });
      reply = resolve;
    });
  return {
    elicit,
    shown,
    /** A reply that comes sooner than anybody can read is nobody's. */
    async send(content: Record<string, string>) {
      await new Promise((resolve) => setTimeout(resolve, 700));
      reply({ action: "accept", content });
    },
  };
}

describe.skipIf(!hasTerminals)("a page and a terminal", () => {
  async function open() {
    const cwd = project();
    const agent = await startAgent(cwd, ["--heartbeat", "1"]);
    const tab = await browser.open(await agent.link);
    await whenConnected(tab);
    return { cwd, agent, tab, terminal: await attach(cwd) };
  }

  it("show the same question: the terminal answers, and the page says so", async () => {
    const { agent, tab, terminal } = await open();
    const progress: string[] = [];
    const result = agent.ask([name], (message) => progress.push(message));
    await terminal.sees("What is it called?");
    await tab.getByRole("textbox").fill("half a na");
    // Both of them, in the order in which they showed it.
    const both = /on screen: (page and terminal|terminal and page);/;
    await expect.poll(() => progress.at(-1), { timeout: 20_000 }).toMatch(both);
    await type(terminal, "shop");
    expect(await result).toMatchObject({
      outcome: "answered",
      surface: "terminal",
      answers: [{ values: ["shop"] }],
    });
    await terminal.sees("✓ Sent.");
    await tab.getByText(ELSEWHERE).first().waitFor();
    expect(await tab.getByText("Sent.").count()).toBe(0);
  });

  it("show the same question: the page answers, and the terminal says so", async () => {
    const { agent, tab, terminal } = await open();
    const result = agent.ask([name]);
    await terminal.sees("What is it called?");
    terminal.press("half a na");
    await terminal.sees("› half a na");
    await answer(tab, "shop");
    expect(await result).toMatchObject({ surface: "page", answers: [{ values: ["shop"] }] });
    await terminal.sees(ELSEWHERE);
    expect(terminal.everything()).not.toContain("Sent.");
  });

  it("are both asked until one is: closing the tab leaves the question to the terminal", async () => {
    const { agent, tab, terminal } = await open();
    const progress: string[] = [];
    const result = agent.ask([name], (message) => progress.push(message));
    await terminal.sees("What is it called?");
    await tab.getByRole("textbox").waitFor();
    await expect.poll(() => progress.at(-1), { timeout: 20_000 }).toMatch(/page/);
    await tab.close();
    const last = /on screen: terminal;/;
    await expect.poll(() => progress.at(-1), { timeout: 20_000 }).toMatch(last);
    await type(terminal, "shop");
    expect(await result).toMatchObject({ outcome: "answered", surface: "terminal" });
  });

  it("do not mix up two questions when the first is answered under a typing person", async () => {
    const { agent, tab, terminal } = await open();
    const first = agent.ask([name]);
    await terminal.sees("What is it called?");
    const second = agent.ask([colour]);
    await terminal.sees("1 more waits");
    terminal.press("Re");
    await terminal.sees("› Re");
    await tab.getByRole("textbox").first().fill("shop");
    await tab.getByRole("button", { name: "Send" }).first().click();
    await terminal.sees("Keys count after a short pause.");
    // The rest of what was being typed.
    terminal.press("1", KEYS.enter);
    expect(await first).toMatchObject({ surface: "page", answers: [{ values: ["shop"] }] });
    await terminal.sees("Enter: select");
    expect(terminal.screen()).toContain("( ) Red");
    await terminal.hurriesTo("✓ Sent.", "2", SLOWLY);
    expect(await second).toMatchObject({ surface: "terminal", answers: [{ values: ["Blue"] }] });
  });
});

describe.skipIf(!hasTerminals)("a form and a terminal", () => {
  async function open() {
    const cwd = project();
    const form = createForm();
    const args = ["--surface", "elicitation", "--heartbeat", "1"];
    const agent = await startAgent(cwd, args, "agent", { elicit: form.elicit });
    return { agent, form, terminal: await attach(cwd) };
  }

  it("show the same question: the terminal answers, and the form is withdrawn", async () => {
    const { agent, form, terminal } = await open();
    const result = agent.ask([name]);
    await expect.poll(() => form.shown, { timeout: 20_000 }).toHaveLength(1);
    await terminal.sees("What is it called?");
    await type(terminal, "shop");
    expect(await result).toMatchObject({ surface: "terminal", answers: [{ values: ["shop"] }] });
    await terminal.sees("✓ Sent.");
    await expect.poll(() => form.shown[0]?.signal.aborted, { timeout: 20_000 }).toBe(true);
  });

  it("show the same question: the form answers, and the terminal says so", async () => {
    const { agent, form, terminal } = await open();
    const progress: string[] = [];
    const result = agent.ask([name], (message) => progress.push(message));
    await terminal.sees("What is it called?");
    await expect.poll(() => form.shown, { timeout: 20_000 }).toHaveLength(1);
    await expect.poll(() => progress.at(-1), { timeout: 20_000 }).toMatch(/on screen: terminal;/);
    await form.send({ q1: "shop" });
    expect(await result).toMatchObject({ surface: "elicitation", answers: [{ values: ["shop"] }] });
    await terminal.sees(ELSEWHERE);
  });

  it("an answer in the form that is not allowed is asked for again, and the terminal goes on", async () => {
    const { agent, form, terminal } = await open();
    const result = agent.ask([name]);
    await terminal.sees("What is it called?");
    await expect.poll(() => form.shown, { timeout: 20_000 }).toHaveLength(1);
    await form.send({ q1: "  " });
    await expect.poll(() => form.shown, { timeout: 20_000 }).toHaveLength(2);
    expect(form.shown[1]?.message).toMatch(/^Not taken: .*name: needs an answer/);
    expect(terminal.screen()).toContain("What is it called?");
    await type(terminal, "shop");
    expect(await result).toMatchObject({ surface: "terminal", answers: [{ values: ["shop"] }] });
    await expect.poll(() => form.shown[1]?.signal.aborted, { timeout: 20_000 }).toBe(true);
  });
});

import { chmodSync, existsSync, mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { useBrowser, whenConnected } from "../../mcp/test/support/browser.js";
import { startAgent } from "./support/mcp-client.js";
import { createProject, type Project } from "./support/project.js";
import { hasTerminals, KEYS, openTerminal, type Terminal } from "./support/terminal.js";
import { base, counting, failing, ID, start, tries } from "./support/verify.js";

// An escalation, with each answer, in every place where a person can be asked.

const args = [...base, ...counting, ...failing];
const browser = useBrowser();

/** What a person says, one escalation after the other; what becomes of the task, and how often it ran. */
const STORIES: readonly (readonly [readonly string[], number, number])[] = [
  [["skip"], 4, 3],
  [["abort"], 5, 3],
  [["retry", "skip"], 4, 6],
  [["trim it", "abort"], 5, 4],
];
const OPTIONS = ["retry", "skip", "abort"];

/** What the person said has come to pass, and nothing else. */
function expectDone(
  project: Project,
  [said, , runs]: (typeof STORIES)[number],
  code: number | null,
  exit: number,
) {
  expect(code).toBe(exit);
  expect(tries(project)).toBe(runs);
  const [first = "", last = first] = said;
  expect(escalations(project)).toBe(said.length);
  expect(project.read(".readback/STATE.md").includes(`- task: "${ID}"`)).toBe(last === "skip");
  const isFix = !OPTIONS.includes(first);
  expect(existsSync(project.path("input-4"))).toBe(runs > 3);
  if (runs > 3) {
    const input = project.read("input-4");
    expect(input.includes(`User provided fix: ${first}`)).toBe(isFix);
    expect(input.includes('<retry_context attempt="4" max_attempts="4">')).toBe(isFix);
  }
}

/** What became of the task, as far as it is told. */
function eventsOf(project: Project): readonly Record<string, unknown>[] {
  if (!existsSync(project.path(".readback/retry.jsonl"))) return [];
  const lines = project.read(".readback/retry.jsonl").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const escalations = (project: Project) =>
  eventsOf(project).filter(({ event }) => event === "escalated").length;

/** Answers on the page, each question once. */
async function answerOn(tab: Page, project: Project, said: readonly string[]): Promise<void> {
  for (const [index, text] of said.entries()) {
    // The card of the question before is over by then.
    await expect.poll(() => escalations(project), { timeout: 30_000 }).toBe(index + 1);
    await tab.getByRole("button", { name: "Send" }).waitFor();
    if (OPTIONS.includes(text)) await tab.getByRole("radio", { name: text }).check();
    else {
      await tab.getByRole("radio").last().check();
      await tab.getByRole("textbox").fill(text);
    }
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.getByText("Sent.").first().waitFor();
  }
}

/** Answers in a terminal. */
async function answerIn(terminal: Terminal, said: readonly string[]): Promise<void> {
  for (const [index, text] of said.entries()) {
    await terminal.sees("Task escalated: Create the class");
    const option = OPTIONS.indexOf(text);
    // A question has to rest before a key can decide anything.
    await new Promise((resolve) => setTimeout(resolve, 400));
    if (option >= 0) terminal.press(`${option + 1}`);
    else {
      terminal.press(`${OPTIONS.length + 1}`, text);
      await terminal.sees(text);
      terminal.press(KEYS.enter);
    }
    await vi.waitFor(
      () => expect(terminal.everything().match(/✓ Sent\./g)).toHaveLength(index + 1),
      20_000,
    );
  }
}

describe.each(STORIES)("a task that failed three times, and a person who says %s", (...story) => {
  const [said, exit] = story;

  it("on the page that it opens in the person's browser", async () => {
    const project = createProject();
    mkdirSync(project.path("bin"));
    project.write("bin/xdg-open", `#!/bin/sh\necho "$1" >> "${project.path("opened")}"\n`);
    chmodSync(project.path("bin/xdg-open"), 0o755);
    const { ended, stderr } = start(project, [...args, "--ask", "page"], {
      BROWSER: "yes",
      PATH: `${project.path("bin")}:${process.env.PATH}`,
    });
    const opened = () => (existsSync(project.path("opened")) ? project.read("opened").trim() : "");
    await vi.waitFor(() => expect(opened()).not.toBe(""), 60_000);
    const tab = await browser.open(opened());
    await answerOn(tab, project, said);
    expectDone(project, story, await ended, exit);
    expect(stderr()).toContain("Answer on the page: file:");
  });

  it("on the page of an MCP server of the project", async () => {
    const project = createProject();
    const agent = await startAgent(project.folder);
    const tab = await browser.open(await agent.link);
    await whenConnected(tab);
    const { ended } = start(project, [...args, "--no-open"]);
    await answerOn(tab, project, said);
    expectDone(project, story, await ended, exit);
  });

  describe.skipIf(!hasTerminals)("in a terminal", () => {
    it("with readback answer", async () => {
      const project = createProject();
      const terminal = openTerminal(["answer"], { cwd: project.folder });
      onTestFinished(() => terminal.close());
      await terminal.sees("Nothing waits");
      const { ended } = start(project, [...args, "--no-open"]);
      await answerIn(terminal, said);
      expectDone(project, story, await ended, exit);
    });

    it("that runs it", async () => {
      const project = createProject();
      const terminal = openTerminal(args, { cwd: project.folder });
      onTestFinished(() => terminal.close());
      await answerIn(terminal, said);
      expectDone(project, story, (await terminal.ended).code, exit);
    });
  });
});

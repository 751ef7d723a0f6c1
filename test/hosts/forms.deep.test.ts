import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, type Story, say, told } from "./action.js";
import { modulesOf } from "./install.js";
import { startModel } from "./model/server.js";
import { claudeCode } from "./programs/claude-code.js";
import { codex } from "./programs/codex.js";
import type { Program } from "./programs/program.js";
import { openScreen, type Screen } from "./pty.js";
import { record } from "./record.js";
import { FORM, type Row, TASK } from "./scenarios/all.js";
import { tell } from "./storyteller.js";
import { createWorld, type World } from "./world.js";

// The interactive programs have a form of their own for questions, which they answer by themselves without a terminal.

interface Interactive {
  readonly title: string;
  readonly program: Program;
  readonly args: readonly string[];
  /** Sends a form whose only field has been filled in. */
  send(screen: Screen): Promise<void>;
  readonly env?: Readonly<Record<string, string>>;
}

const ENTER = "\r";
const ESCAPE = "\u001b";

const interactive: readonly Interactive[] = [
  {
    title: claudeCode.title,
    program: claudeCode,
    args: ["Do it.", "--dangerously-skip-permissions"],
    async send(screen) {
      await screen.press(ENTER);
      await screen.sees(/❯ Accept/);
      await screen.press(ENTER);
    },
    // Left to itself it goes on while the question is open: that is another scenario.
    env: { CLAUDE_CODE_DISABLE_MCP_TASKS: "1" },
  },
  {
    title: codex.title,
    program: codex,
    // With no approvals at all it declines every form by itself.
    args: ["--sandbox", "danger-full-access", "--ask-for-approval", "on-request", "Do it."],
    send: (screen) => screen.press(ENTER),
  },
];

/** What Claude Code asks a new user. */
const seen = ({ project }: World) => ({
  ...{ hasCompletedOnboarding: true, theme: "dark", bypassPermissionsModeAccepted: true },
  customApiKeyResponses: { approved: ["dummy"], rejected: [] },
  projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
});

const isWanted = ({ program: { name } }: Interactive) =>
  (process.env.READBACK_HOST ?? name) === name;

/** Plays a story on a screen, with a person who reads it. */
async function playOn(
  { program, args, env }: Interactive,
  modules: string,
  row: Row,
  story: Story,
  act: (screen: Screen) => Promise<void>,
): Promise<void> {
  const { name } = program;
  const world = createWorld({ hasScreen: false });
  const telling = tell(program, { main: story });
  const model = await startModel((turn) => telling.next(turn));
  let hasPassed = false;
  let close = async () => {};
  try {
    expect(await world.readback("mcp", "install", name, "--yes")).toMatchObject({ code: 0 });
    program.configure(world, model.url);
    world.write(join(world.home, ".claude.json"), JSON.stringify(seen(world)));
    const command = [...program.command(modules), ...args];
    const screen = openScreen(command, world.project, {
      ...world.environment,
      ...program.env(world, model.url),
      ...env,
    });
    close = screen.close;
    await act(screen);
    const { stdout } = await world.doctor(program.env(world, model.url));
    expect(stdout).toMatch(/"status": ?"ok",\s*"message": ?"npx readback mcp answers"/);
    expect(telling.problems(), screen.text()).toEqual([]);
    hasPassed = true;
  } catch (error) {
    const { stack } = error as Error;
    throw new Error([...telling.problems(), stack, ...telling.transcript].join("\n"));
  } finally {
    record(name, row.name, hasPassed);
    await close();
    await model.close();
    world.remove();
  }
}

const ANSWERED = /outcome\W+answered[\s\S]*Readback/;

describe.each(interactive.filter(isWanted))("$title", (host) => {
  it(FORM.name, { timeout: 300_000 }, async ({ skip }) => {
    const modules = await modulesOf(host.program.name);
    if (modules === undefined) return skip("it could not be installed");
    const story = [
      ask("What is it called?"),
      told(ANSWERED),
      ask("And now?"),
      told(/outcome\W+cancelled[\s\S]*renderConfirmed\W+true/),
      say("All is said."),
    ];
    await playOn(host, modules, FORM, story, async (screen) => {
      await screen.sees(/What is it called\?[\s\S]*(Accept|submit)/);
      await screen.reads();
      await screen.press(..."Readback");
      await host.send(screen);
      await screen.sees(/And now\?[\s\S]*(Accept|submit)/);
      await screen.reads();
      await screen.press(ESCAPE);
      await screen.sees(/All is said\./);
    });
  });
});

const [claude] = interactive;
describe.runIf(claude && isWanted(claude))(`${claude?.title}`, () => {
  it(TASK.name, { timeout: 300_000 }, async ({ skip }) => {
    const modules = await modulesOf("claude-code");
    if (modules === undefined || !claude) return skip("it could not be installed");
    const story = [
      ask("What is it called?"),
      told(/moved to the background/),
      say("I go on."),
      told(ANSWERED),
      say("All is said."),
    ];
    await playOn({ ...claude, env: {} }, modules, TASK, story, async (screen) => {
      await screen.sees(/I go on\.[\s\S]*What is it called\?[\s\S]*Accept/);
      await screen.reads();
      await screen.press(..."Readback");
      await claude.send(screen);
      await screen.sees(/All is said\./);
    });
  });
});

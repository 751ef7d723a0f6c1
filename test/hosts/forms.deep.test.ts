import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, say, told } from "./action.js";
import { modulesOf } from "./install.js";
import { startModel } from "./model/server.js";
import { claudeCode } from "./programs/claude-code.js";
import { codex } from "./programs/codex.js";
import type { Program } from "./programs/program.js";
import { openScreen } from "./pty.js";
import { record } from "./record.js";
import { FORM } from "./scenarios/all.js";
import { tell } from "./storyteller.js";
import { createWorld, type World } from "./world.js";

// The interactive programs have a form of their own for questions, which they answer by themselves without a terminal.

interface Interactive {
  readonly title: string;
  readonly program: Program;
  args(world: World): readonly string[];
  /** What sends a form whose only field has been filled in. */
  readonly send: readonly string[];
}

const ENTER = "\r";
const ESCAPE = "\u001b";

const interactive: readonly Interactive[] = [
  {
    title: claudeCode.title,
    // Its first turn begins before the server has started, as that of Codex does.
    program: { ...claudeCode, idle: { tool: "Bash", input: { command: "sleep 2" } } },
    args: (world) => [
      ...["Do it.", "--dangerously-skip-permissions"],
      ...["--strict-mcp-config", "--mcp-config", world.path(".mcp.json")],
    ],
    send: [ENTER, ENTER],
  },
  {
    title: codex.title,
    program: codex,
    // With no approvals at all it declines every form by itself.
    args: () => ["--sandbox", "danger-full-access", "--ask-for-approval", "on-request", "Do it."],
    send: [ENTER],
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

describe.each(interactive.filter(isWanted))("$title", ({ program, args, send }) => {
  const { name } = program;
  it(FORM.name, { timeout: 300_000 }, async ({ skip }) => {
    const modules = await modulesOf(name);
    if (modules === undefined) return skip("it could not be installed");
    const world = createWorld({ hasScreen: false });
    const telling = tell(program, {
      main: [
        ask("What is it called?"),
        told(/outcome\W+answered[\s\S]*Readback/),
        ask("And now?"),
        told(/outcome\W+cancelled[\s\S]*renderConfirmed\W+true/),
        say("All is said."),
      ],
    });
    const model = await startModel((turn) => telling.next(turn));
    let hasPassed = false;
    let close = async () => {};
    try {
      expect(await world.readback("mcp", "install", name, "--yes")).toMatchObject({ code: 0 });
      program.configure(world, model.url);
      world.write(join(world.home, ".claude.json"), JSON.stringify(seen(world)));
      const command = [...program.command(modules), ...args(world)];
      const screen = openScreen(command, world.project, {
        ...world.environment,
        ...program.env(world, model.url),
      });
      close = screen.close;
      await screen.sees(/What is it called\?[\s\S]*(Accept|submit)/);
      await screen.reads();
      await screen.press(..."Readback", ...send);
      await screen.sees(/And now\?[\s\S]*(Accept|submit)/);
      await screen.reads();
      await screen.press(ESCAPE);
      await screen.sees(/All is said\./);
      expect(telling.problems(), screen.text()).toEqual([]);
      hasPassed = true;
    } finally {
      record(name, FORM.name, hasPassed);
      await close();
      await model.close();
      world.remove();
    }
  });
});

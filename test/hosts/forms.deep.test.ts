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
      const isReady = (text: string) => /❯ Accept/.test(text);
      // A key that worked late may have sent it already.
      const isGone = (text: string) => !/Accept +Decline/.test(text);
      await screen.insists(ENTER, (text) => isReady(text) || isGone(text));
      if (isReady(screen.text())) await screen.insists(ENTER, (text) => !isReady(text));
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

/** A server has started so late that the host speaks an older protocol with it. */
class StartedLate extends Error {}

/** Plays a story on a screen, with a person who reads it. */
async function playOn(
  { program, args, env }: Interactive,
  modules: string,
  row: Row,
  story: Story,
  act: (screen: Screen, world: World) => Promise<void>,
): Promise<void> {
  const { name } = program;
  const world = createWorld({ hasScreen: false });
  const telling = tell(program, { main: story });
  const model = await startModel((turn) => telling.next(turn));
  let hasPassed: boolean | undefined = false;
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
    await act(screen, world);
    const { stdout } = await world.doctor(program.env(world, model.url));
    expect(stdout).toMatch(/"status": ?"ok",\s*"message": ?"npx readback mcp answers"/);
    expect(telling.problems(), screen.text()).toEqual([]);
    hasPassed = true;
  } catch (error) {
    if (error instanceof StartedLate) {
      hasPassed = undefined;
      throw error;
    }
    const { stack } = error as Error;
    throw new Error([...telling.problems(), stack, ...telling.transcript].join("\n"));
  } finally {
    if (hasPassed !== undefined) record(name, row.name, hasPassed);
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

/** How often Claude Code is started until our server was quick enough. */
const MOST_STARTS = 5;
/** How much work the start of our server may be at most, in seconds of a processor: that hardly depends on what else runs. */
const MOST_WORK = 2;
const LOG = "claude-code.log";

/**
 * Claude Code asks a server which protocol it speaks and waits for three seconds; with one that has not started by then
 * it speaks an older protocol, which has no tasks. By its own log: on a busy machine that happens.
 */
async function mustSpeakOfTasks(world: World): Promise<void> {
  const until = performance.now() + 90_000;
  for (;;) {
    const log = world.read(world.path(LOG));
    const [, era] = /"readback": Connection established.*"protocolEra":"(\w+)"/.exec(log) ?? [];
    if (era === "modern") return;
    if (era === "legacy" && log.includes("it was only slow to start")) throw new StartedLate();
    if (performance.now() > until) throw new Error(`Claude Code never connected: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The work of starting the server as Claude Code does, and of ending it at once, in seconds of a processor. */
async function workOfStart(): Promise<number> {
  const world = createWorld();
  try {
    const script = "npx readback mcp --no-open </dev/null >/dev/null 2>&1; times";
    const { stdout } = await world.run(["sh", "-c", script]);
    const [user = "", system = ""] = stdout.trim().split("\n").at(-1)?.split(" ") ?? [];
    return secondsOf(user) + secondsOf(system);
  } finally {
    world.remove();
  }
}

/** What `times` prints: minutes and seconds. */
function secondsOf(text: string): number {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

const [claude] = interactive;
describe.runIf(claude && isWanted(claude))(`${claude?.title}`, () => {
  it(TASK.name, { timeout: 900_000 }, async ({ skip }) => {
    const modules = await modulesOf("claude-code");
    if (modules === undefined || !claude) return skip("it could not be installed");
    const story = [
      ask("What is it called?"),
      told(/moved to the background/),
      say("I go on."),
      told(ANSWERED),
      say("All is said."),
    ];
    const host = { ...claude, env: {}, args: [...claude.args, "--debug-file", LOG] };
    const start = () =>
      playOn(host, modules, TASK, story, async (screen, world) => {
        await mustSpeakOfTasks(world);
        await screen.sees(/I go on\.[\s\S]*What is it called\?[\s\S]*Accept/);
        await screen.reads();
        await screen.press(..."Readback");
        await claude.send(screen);
        await screen.sees(/All is said\./);
      });
    for (let starts = 1; starts <= MOST_STARTS; starts += 1) {
      try {
        return await start();
      } catch (error) {
        if (!(error instanceof StartedLate)) throw error;
        console.error(`Claude Code found our server too slow to start (${starts} times)`);
      }
    }
    expect(await workOfStart()).toBeLessThan(MOST_WORK);
    console.error(
      `SKIPPED ${TASK.name}: this machine is too busy to start a server in three seconds`,
    );
    skip("this machine is too busy");
  });
});

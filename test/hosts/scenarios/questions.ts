import { expect } from "vitest";
import { ask, notTold, say, told, until } from "../action.js";
import { answers, sees } from "../person.js";
import type { Program } from "../programs/program.js";
import type { Scenario } from "../scenario.js";
import type { World } from "../world.js";

const QUESTION = "What is it called?";

/** How long a host waits for a call, in seconds, where a person has said so in its settings. */
const LIMIT = 10;

/** Has a host wait no longer than that. */
function shorten(world: World, { name }: Program): void {
  const [file, from, to] = {
    "claude-code": [".mcp.json", '"command"', `"timeout": ${LIMIT}000, "command"`],
    codex: [".codex/config.toml", "tool_timeout_sec = 300", `tool_timeout_sec = ${LIMIT}`],
    gemini: [".gemini/settings.json", '"command"', `"timeout": ${LIMIT}000, "command"`],
    opencode: ["opencode.json", "", ""],
  }[name] as [string, string, string];
  const before = world.read(world.path(file));
  expect(before).toContain(from);
  world.write(world.path(file), before.replace(from, to));
}

/** What the result says, in whichever form the host passes it on. */
const ANSWERED = /outcome\W+answered[\s\S]*Readback/;
const TIMEOUT = /tim(ed|e) ?out/i;
const PENDING = /outcome\W+pending/;

/** The link that opens the page, as a person can use it. */
const LINK = /file:\/\/\S+readback-\d+\.html/;

/** What is only ever said of a person. */
const REFUSED = /declined|cancelled"?: ?true|renderConfirmed"?: ?true/;

export const questionScenarios: readonly Scenario[] = [
  {
    name: "ask, answered",
    installs: "questions",
    person: answers("Readback"),
    parts: [{ stories: { main: [ask(QUESTION), told(ANSWERED), say("Thanks.")] } }],
    after: (world) => expect(world.opened()).toHaveLength(1),
  },
  {
    name: "ask, unanswered: pending, with the link",
    installs: "questions",
    mcpArgs: ["--patience", "3", "--patience-with-progress", "3"],
    person: async (page) => {
      await sees(page, QUESTION);
    },
    parts: [
      {
        stories: {
          main: [
            until(ask(QUESTION), /outcome\W+pending[\s\S]*on screen/),
            told(LINK),
            say("I wait."),
          ],
        },
      },
    ],
  },
  {
    name: "ask, page closed: opened again, then answered",
    installs: "questions",
    mcpArgs: ["--patience", "8", "--patience-with-progress", "8"],
    person: async (page, nth, modelHears) => {
      await sees(page, QUESTION);
      if (nth === 1) await page.close();
      else await answers("Readback")(page, nth, modelHears);
    },
    parts: [
      {
        stories: {
          main: [until(ask(QUESTION), ANSWERED), say("Thanks.")],
        },
      },
    ],
    after: (world) => expect(world.opened().length).toBeGreaterThan(1),
  },
  {
    name: "ask, a screen but no browser and no form: no_surface, with the link",
    installs: "questions",
    world: { hasBrowser: false },
    parts: [
      {
        stories: {
          main: [
            ask(QUESTION),
            told(/no_surface/),
            told(LINK),
            notTold(REFUSED),
            say("I ask here."),
          ],
        },
      },
    ],
  },
  {
    name: "ask, no screen and no form: no_surface, with the link",
    installs: "questions",
    world: { hasScreen: false },
    parts: [
      {
        stories: {
          main: [
            ask(QUESTION),
            told(/no_surface/),
            told(LINK),
            notTold(REFUSED),
            say("I ask here."),
          ],
        },
      },
    ],
  },
  {
    name: "ask, a slow person: the next call gets the answer",
    installs: "questions",
    mcpArgs: ["--patience", "3", "--patience-with-progress", "3"],
    person: async (page, nth, modelHears) => {
      await sees(page, QUESTION);
      await modelHears(PENDING);
      await answers("Readback")(page, nth, modelHears);
    },
    parts: [
      {
        stories: {
          main: [ask(QUESTION), told(PENDING), until(ask(QUESTION), ANSWERED), say("Thanks.")],
        },
      },
    ],
  },
  {
    name: "ask, the client gives up before our patience ends: pending in time",
    installs: "questions",
    hosts: ["claude-code"],
    env: { MCP_TOOL_TIMEOUT: "15000" },
    person: async (page) => {
      await sees(page, QUESTION);
    },
    parts: [
      { stories: { main: [ask(QUESTION), told(PENDING), notTold(/timed out/), say("I wait.")] } },
    ],
  },
  {
    name: "ask, the client gives up by a limit in its settings: doctor says so, and the next call gets the answer",
    installs: "questions",
    hosts: ["claude-code", "codex", "gemini"],
    person: async (page, nth, modelHears) => {
      await sees(page, QUESTION);
      await modelHears(TIMEOUT);
      await answers("Readback")(page, nth, modelHears);
    },
    parts: [
      {
        async before(world, program) {
          shorten(world, program);
        },
        stories: {
          main: [ask(QUESTION), told(TIMEOUT), until(ask(QUESTION), ANSWERED), say("Thanks.")],
        },
      },
    ],
    async after(world, program) {
      const { stdout } = await world.doctor(program.env(world, "http://127.0.0.1:9"));
      const said = `${program.title} gives up a call of readback after ${LIMIT} s`;
      expect(stdout).toContain(said);
    },
  },
];

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { say, told } from "./action.js";
import { modulesOf } from "./install.js";
import { startModel } from "./model/server.js";
import type { ModelReply, Turn } from "./model/turn.js";
import { claudeCode } from "./programs/claude-code.js";
import { codex } from "./programs/codex.js";
import { gemini } from "./programs/gemini.js";
import { opencode } from "./programs/opencode.js";
import { record } from "./record.js";
import { FIX, VERIFY } from "./scenarios/all.js";
import { tell } from "./storyteller.js";
import { createWorld, type World } from "./world.js";

// `readback verify --agent` with a real program: each attempt is a run of the host without a person.

const isWanted = (name: string) => (process.env.READBACK_HOST ?? name) === name;
const programs = [claudeCode, codex, gemini, opencode].filter(({ name }) => isWanted(name));
const verify = `test "$READBACK_ATTEMPT" -ge 2 || { echo "error: 7 tests failed"; exit 1; }`;

describe.each(programs)("$title", (program) => {
  const { name, binary } = program;
  it(VERIFY.name, { timeout: 300_000 }, async ({ skip }) => {
    const modules = await modulesOf(name);
    if (modules === undefined) return skip("it could not be installed");
    const world = createWorld();
    const telling = tell(program, {
      main: [
        told(/Make the PlannerId pass its tests/),
        say("I have made a first try."),
        told(/<retry_context attempt="2" max_attempts="3">[\s\S]*7 tests failed/),
        say("Now it is right."),
      ],
    });
    const model = await startModel((turn) => telling.next(turn));
    let hasPassed = false;
    try {
      program.configure(world, model.url);
      world.addProgram(binary, program.command(modules));
      const run = ["verify", "--agent", name, "--name", "Make the PlannerId pass its tests"];
      const { code, stdout, stderr } = await world.run(
        [
          ...[process.execPath, world.path("node_modules/.bin/readback"), ...run],
          ...["--verify", verify, "--on-escalate", "abort", "--exec-timeout", "100s"],
        ],
        program.env(world, model.url),
      );
      expect(telling.problems(), stderr).toEqual([]);
      expect({ code, stdout }, stderr).toMatchObject({ code: 0 });
      // A person sees what the agent says, and not the JSON that it is said in.
      expect(stderr).toContain("│ I have made a first try.");
      expect(stderr).toContain("│ Now it is right.");
      expect(stderr).not.toMatch(/^│ \{"/m);
      expect(stdout).toContain("(2 attempts)");
      hasPassed = true;
    } finally {
      record(name, VERIFY.name, hasPassed);
      await model.close();
      world.remove();
    }
  });
});

describe.runIf(isWanted(claudeCode.name))(claudeCode.title, () => {
  const { name, binary } = claudeCode;
  const TASK = "Make greeting.test.mjs pass";
  const FILE = "greeting.mjs";

  /** A model that knows nothing but what it is told: the greeting stands in the test, and in how that fails. */
  const model = (path: string, attempts: string[]) => async (turn: Turn) => {
    const heard = turn.told.join("\n");
    const call = (tool: string, input: object): ModelReply => ({ calls: [{ name: tool, input }] });
    if (heard.includes(TASK)) {
      attempts.push(turn.opening);
      return call("Read", { file_path: path });
    }
    if (!heard.includes("export const greeting")) return { text: "I have done what I could." };
    const said = turn.opening.replaceAll(/&#39;|&apos;/g, "'");
    const greeting = /expected: '([^']+)'/.exec(said)?.[1] ?? "Good day";
    return call("Write", {
      file_path: path,
      content: `export const greeting = "${greeting}";\n`,
    });
  };

  /** Lets the program work until the test passes, or no attempt is left. */
  async function fix(command: (world: World) => readonly string[]) {
    const world = createWorld();
    const greeting = `Ahoy ${randomUUID()}`;
    const attempts: string[] = [];
    const scripted = await startModel(model(world.path(FILE), attempts));
    try {
      world.write(world.path(FILE), 'export const greeting = "Hello";\n');
      world.write(
        world.path("greeting.test.mjs"),
        [
          'import assert from "node:assert/strict";',
          'import { test } from "node:test";',
          `import { greeting } from "./${FILE}";`,
          `test("greets", () => assert.equal(greeting, "${greeting}"));`,
        ].join("\n"),
      );
      claudeCode.configure(world, scripted.url);
      world.addProgram(binary, command(world));
      const { code, stderr } = await world.run(
        [
          ...[process.execPath, world.path("node_modules/.bin/readback"), "verify"],
          ...["--agent", name, "--name", TASK, "--verify", "node --test greeting.test.mjs"],
          ...["--on-escalate", "abort", "--exec-timeout", "100s"],
        ],
        claudeCode.env(world, scripted.url),
      );
      const isFixed = world.read(world.path(FILE)).includes(greeting);
      return { code, isFixed, attempts: attempts.length, stderr };
    } finally {
      await scripted.close();
      world.remove();
    }
  }

  it(FIX.name, { timeout: 300_000 }, async ({ skip }) => {
    const modules = await modulesOf(name);
    if (modules === undefined) return skip("it could not be installed");
    const program = claudeCode.command(modules);
    let hasPassed = false;
    try {
      const told = await fix(() => program);
      expect(told, told.stderr).toMatchObject({ code: 0, isFixed: true, attempts: 2 });
      const untold = await fix((world) => {
        const script = join(world.home, "without-context");
        world.write(script, `sed '/<retry_context/,/<\\/retry_context>/d' | "$@"\n`);
        return ["sh", script, ...program];
      });
      expect(untold, untold.stderr).toMatchObject({ code: 5, isFixed: false, attempts: 3 });
      hasPassed = true;
    } finally {
      record(name, FIX.name, hasPassed);
    }
  });
});

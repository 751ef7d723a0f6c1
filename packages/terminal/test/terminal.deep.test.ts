import { describe, expect, it } from "vitest";
import { type Agent, hasTerminals, startAgent } from "./support/agent.js";
import { KEYS, pasted } from "./support/person.js";
import { database, features } from "./support/request.js";

const { enter, controlC, controlD, controlL, controlZ } = KEYS;
const confirmed = (agent: Agent) =>
  agent.noted().some(({ event }) => event === "onRenderConfirmed");
const outcome = (agent: Agent) => agent.noted().find((line) => "outcome" in line);

/** The terminal is as a shell wants it. */
async function isRestored(agent: Agent): Promise<number> {
  const { code, modes } = await agent.ended;
  expect(modes).toMatch(/(?<!-)\bicanon\b/);
  expect(modes).toMatch(/(?<!-)\becho\b/);
  expect(agent.isCursorVisible()).toBe(true);
  expect(agent.isPasteMode()).toBe(false);
  return code;
}

describe.skipIf(!hasTerminals)("a question in a terminal", () => {
  it("is confirmed once it is on screen, and the terminal is given back after the answer", async () => {
    const agent = startAgent({ questions: [database], from: "claude-code in shop" });
    await agent.sees("claude-code in shop asks");
    await expect.poll(() => confirmed(agent)).toBe(true);
    expect(agent.isPasteMode()).toBe(true);
    agent.press(enter);
    await agent.sees('"outcome":"answered"');
    expect(await isRestored(agent)).toBe(0);
  });

  it("is not confirmed in a window that is too small for it, until the window is large enough", async () => {
    const question = `${"Long words ".repeat(60)}?`;
    const agent = startAgent({ questions: [{ ...database, question }] }, { columns: 40, rows: 10 });
    await agent.sees("too small");
    expect(confirmed(agent)).toBe(false);
    // Nobody can answer what cannot be seen. What is drawn again shows that all keys have arrived.
    const drawn = () => agent.raw().split("too small").length;
    const before = drawn();
    agent.press(enter, "1", controlL);
    await expect.poll(drawn).toBeGreaterThan(before);
    agent.resize(100, 30);
    await agent.sees("› ( ) PostgreSQL");
    await expect.poll(() => confirmed(agent)).toBe(true);
    expect(outcome(agent)).toBeUndefined();
    agent.press(enter);
    await agent.sees('"values":["PostgreSQL"]');
  });

  it("takes a paste of several lines as text", async () => {
    const agent = startAgent({ questions: [{ question: "What happened?" }] });
    await agent.sees("What happened?");
    agent.press(pasted("first\rsecond\r\u001b[A\u0003"));
    await agent.sees("second");
    await agent.sees("\\u001b[A\\u0003");
    expect(outcome(agent)).toBeUndefined();
    agent.press(enter);
    await expect
      .poll(() => outcome(agent))
      .toMatchObject({ answers: [{ values: ["first\nsecond\n\u001b[A\u0003"] }] });
  });

  it("takes a paste as text that the terminal does not mark, in whatever pieces it comes", async () => {
    const agent = startAgent({ questions: [{ question: "What happened?" }] });
    await agent.sees("What happened?");
    const text = "first\rsecond\rthird\r";
    for (let cut = 1; cut < text.length; cut += 1) {
      agent.press(text.slice(0, cut), text.slice(cut));
      await agent.sees(/› first\n│ +second\n│ +third\n/);
      expect(outcome(agent)).toBeUndefined();
      // Backwards to where it began.
      agent.press(..."\u0015\u007f".repeat(3), "\u0015");
      await agent.sees(/› +$/m);
    }
    agent.press("done");
    await agent.sees("› done");
    agent.press(enter);
    await agent.sees('"values":["done"]');
  });

  it("can be asked twice, and listens to nobody's keys in between", async () => {
    const agent = startAgent({
      mode: "twice",
      questions: [{ question: "Deploy?", type: "confirm" }],
    });
    await agent.sees("Deploy?");
    agent.press("y");
    await agent.sees("And now?");
    agent.press("later");
    await agent.sees("› later");
    agent.press(enter);
    await agent.sees('"values":["later"]');
    expect(await isRestored(agent)).toBe(0);
  });

  it("redraws itself in windows of other widths, with nothing left over", async () => {
    const agent = startAgent({ questions: [database, features], from: "claude-code in shop" });
    await agent.sees("One file, no server");
    for (const [columns, rows] of [
      [40, 10],
      [200, 60],
      [60, 20],
      [80, 24],
    ] as const) {
      agent.resize(columns, rows);
      agent.press(KEYS.down);
      await agent.sees(/› \( \)/);
      await expect.poll(() => agent.screen().match(/1\/2: Database/g)?.length).toBe(1);
    }
    agent.press("1");
    await agent.sees("2/2");
  });

  it("has no colours with NO_COLOR, and only ASCII without Unicode", async () => {
    const env = { NO_COLOR: "1", LANG: "C" };
    const agent = startAgent({ questions: [{ ...database, question: "Für wen?" }] }, { env });
    await agent.sees("F\\u00fcr wen?");
    await agent.sees("> ( ) PostgreSQL");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
    expect(agent.raw()).not.toMatch(/\u001b\[[0-9;]*m/);
  });
});

describe.skipIf(!hasTerminals)("a question of a program that has a prompt of its own", () => {
  it("has the keys and the screen for itself; then the prompt has them again", async () => {
    const agent = startAgent({ questions: [database], mode: "prompt" });
    await agent.sees("you> ");
    agent.press("first task");
    await agent.sees("you> first task");
    agent.press(enter);
    await agent.sees("› ( ) PostgreSQL");
    agent.press(KEYS.up);
    await agent.sees("› ( ) Other");
    agent.press(enter);
    await agent.sees("Enter your answer:");
    agent.press("my own");
    await agent.sees("› my own");
    expect(agent.screen().match(/first task/g)).toHaveLength(1);
    agent.press(enter);
    await agent.sees('"custom":"my own"');
    agent.press("second task");
    await agent.sees("you> second task");
    agent.press(enter);
    expect(await isRestored(agent)).toBe(0);
    const lines = agent.noted().filter((line) => "line" in line);
    expect(lines).toEqual([{ line: "first task" }, { line: "second task" }]);
  });
});

describe.skipIf(!hasTerminals)("a terminal that goes away", () => {
  it("is left with Ctrl-D: no refusal, and the terminal is restored", async () => {
    const agent = startAgent({ questions: [database] });
    await agent.sees("› ( ) PostgreSQL");
    await expect.poll(() => confirmed(agent)).toBe(true);
    agent.press(controlD);
    await expect.poll(() => outcome(agent)).toMatchObject({ outcome: "no_surface", answers: [] });
    expect(agent.noted().some(({ event }) => event === "onCancel")).toBe(false);
    expect(await isRestored(agent)).toBe(0);
  });

  it("hangs up: no refusal, no crash", async () => {
    const agent = startAgent({ mode: "survives", questions: [database] });
    await agent.sees("› ( ) PostgreSQL");
    await expect.poll(() => confirmed(agent)).toBe(true);
    agent.close();
    await expect.poll(() => outcome(agent)).toMatchObject({ outcome: "no_surface" });
    expect(agent.noted().some(({ event }) => event === "onCancel")).toBe(false);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const)(
    "is restored by %s",
    async (signal) => {
      const agent = startAgent({ questions: [{ question: "Name?" }] });
      await agent.sees("Name?");
      agent.kill(signal);
      expect(await isRestored(agent)).toBeGreaterThan(128);
      expect(outcome(agent)).toBeUndefined();
    },
  );

  it("is restored when the program throws", async () => {
    const agent = startAgent({ mode: "throw", questions: [{ question: "Name?" }] });
    await agent.sees("thrown on purpose");
    expect(await isRestored(agent)).toBe(1);
  });

  it("gives Ctrl-C to the program", async () => {
    const agent = startAgent({ questions: [database] });
    await agent.sees("› ( ) PostgreSQL");
    agent.press(controlC);
    expect(await isRestored(agent)).toBe(130);
    expect(outcome(agent)).toBeUndefined();
  });

  it("gives Ctrl-C to the program that started it, too", async () => {
    const agent = startAgent({ questions: [database], mode: "child" });
    await agent.sees("› ( ) PostgreSQL");
    agent.press(controlC);
    // The parent notes it, and ends when its child has.
    expect(await isRestored(agent)).toBe(3);
    expect(agent.noted()).toContainEqual({ parent: "SIGINT", child: "SIGINT" });
    expect(outcome(agent)).toBeUndefined();
  });

  it("goes on after Ctrl-C in a program that does", async () => {
    const agent = startAgent({ questions: [database], mode: "interrupted" });
    await agent.sees("› ( ) PostgreSQL");
    agent.press(controlC);
    await expect.poll(() => agent.noted()).toContainEqual({ heard: "SIGINT" });
    agent.press(KEYS.down);
    await agent.sees("› ( ) SQLite");
    agent.press(enter);
    await agent.sees('"values":["SQLite"]');
    expect(await isRestored(agent)).toBe(0);
  });
});

describe.skipIf(!hasTerminals)("Ctrl-Z", () => {
  it.each(["ask", "child"] as const)(
    "stops the program and whoever started it, with the terminal restored, until the shell continues them (%s)",
    async (mode) => {
      const agent = startAgent({ questions: [database], mode });
      await agent.sees("› ( ) PostgreSQL");
      const before = agent.raw().length;
      agent.press(controlZ);
      await agent.sees("stopped=2");
      const modes = agent.raw().slice(before);
      expect(modes).toMatch(/(?<!-)\bicanon\b/);
      expect(modes).toMatch(/(?<!-)\becho\b/);
      expect(agent.isCursorVisible()).toBe(true);
      expect(agent.isPasteMode()).toBe(false);
      expect(agent.screen()).not.toContain("Which database?");
      agent.foreground();
      await agent.sees("› ( ) PostgreSQL");
      expect(agent.isPasteMode()).toBe(true);
      agent.press(KEYS.down);
      await agent.sees("› ( ) SQLite");
      // Drawn once, however often it was told to go on.
      expect(agent.screen().match(/Which database\?/g)).toHaveLength(1);
      agent.press(enter);
      await agent.sees('"values":["SQLite"]');
      expect(await isRestored(agent)).toBe(0);
    },
  );

  it("changes nothing where no shell could continue the program", async () => {
    const agent = startAgent({ questions: [database] }, { hasJobs: false });
    await agent.sees("› ( ) PostgreSQL");
    agent.press(controlZ);
    // The terminal was taken a second time.
    await expect.poll(() => agent.raw().split("\u001b[?2004h")).toHaveLength(3);
    agent.press(KEYS.down);
    await agent.sees("› ( ) SQLite");
    expect(agent.screen().match(/Which database\?/g)).toHaveLength(1);
    agent.press(enter);
    await agent.sees('"values":["SQLite"]');
    expect(await isRestored(agent)).toBe(0);
  });
});

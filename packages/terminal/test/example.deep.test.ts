import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  hasTerminals,
  openTerminal,
  SLOWLY,
  type Terminal,
} from "../../cli/test/support/terminal.js";
import { KEYS } from "./support/person.js";

const { down, enter } = KEYS;
const example = fileURLToPath(new URL("../../../examples/terminal-agent", import.meta.url));
const thisPackage = fileURLToPath(new URL("..", import.meta.url));

/** The example as a person copies it, with this package installed. */
function start(): Terminal {
  const folder = mkdtempSync(join(tmpdir(), "readback-example-"));
  cpSync(example, folder, { recursive: true });
  mkdirSync(join(folder, "node_modules/@readback"), { recursive: true });
  symlinkSync(thisPackage, join(folder, "node_modules/@readback/terminal"));
  const terminal = openTerminal([], { program: join(folder, "agent.mjs"), cwd: folder });
  onTestFinished(() => {
    terminal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return terminal;
}

describe.skipIf(!hasTerminals)("examples/terminal-agent in a terminal", () => {
  it("asks both questions, and hands the answers to the model", async () => {
    const terminal = start();
    await terminal.sees("1/2: Database");
    await terminal.sees("ask_user_question (2 questions)");
    terminal.press(down);
    await terminal.hurriesTo("2/2: Features", enter, SLOWLY);
    terminal.press(down);
    await terminal.sees("› [ ] Export");
    await terminal.hurriesTo("› [x] Export", " ", SLOWLY);
    await terminal.hurriesTo("Collected answers:", enter, SLOWLY);
    const { code, modes } = await terminal.ended;
    expect(code).toBe(0);
    expect(modes).toMatch(/(?<!-)\bicanon\b/);
    expect(terminal.everything().replace(/\s/g, "")).toContain(
      '{"answers":{"Database":"SQLite","Features":"Export"}}',
    );
  });

  it("tells the model that the person dismissed them", async () => {
    const terminal = start();
    await terminal.sees("1/2: Database");
    await terminal.hurriesTo("error: AskUserQuestion cancelled by user", KEYS.escape, SLOWLY);
    expect((await terminal.ended).code).toBe(0);
  });
});

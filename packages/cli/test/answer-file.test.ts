import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PromptBridge, QuestionRequest } from "@readback/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileBridge } from "../src/verify/answer-file.js";

let folder: string;
let path: string;
const open: PromptBridge[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "readback-answers-")));
  path = join(folder, ".readback", "answers", "task");
});
afterEach(() => {
  for (const bridge of open.splice(0)) bridge.dispose();
  rmSync(folder, { recursive: true });
});

/** Asks as a process would; what it says and hears is kept. */
function ask() {
  const heard: string[] = [];
  const said: string[] = [];
  const bridge = fileBridge(path, (text) => said.push(text));
  open.push(bridge);
  bridge.onAnswer((_, answers) => heard.push(...answers.flatMap(({ values = [] }) => values)));
  const question = { id: "q", question: "What now?", type: "single_select" };
  bridge.sendQuestion({
    ...{ requestId: "r", askId: "a", questions: [question] },
  } as unknown as QuestionRequest);
  return { heard, said };
}

describe("an answer in a file", () => {
  it("that was there before anybody was asked is moved aside, and told; a new one counts", async () => {
    mkdirSync(join(folder, ".readback", "answers"), { recursive: true, mode: 0o700 });
    writeFileSync(path, "skip");
    // Files of one tick of the system's clock cannot be told apart.
    await expect.poll(() => Date.now() - lstatSync(path).ctimeMs).toBeGreaterThan(20);
    const { heard, said } = ask();
    await expect.poll(() => said.join()).toContain("was there before the question");
    expect([existsSync(path), heard]).toEqual([false, []]);
    writeFileSync(path, "retry");
    await expect.poll(() => heard).toEqual(["retry"]);
  });

  it("that was written while no process was there counts for the next one", async () => {
    ask();
    await expect.poll(() => existsSync(`${path}.asked`)).toBe(true);
    open.pop()?.dispose();
    writeFileSync(path, "abort");
    const { heard } = ask();
    await expect.poll(() => heard).toEqual(["abort"]);
    expect(existsSync(`${path}.asked`)).toBe(false);
  });

  it("is not looked for behind a link", async () => {
    mkdirSync(join(folder, ".readback", "answers"), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, "elsewhere"), "skip");
    symlinkSync(join(folder, "elsewhere"), path);
    const { heard, said } = ask();
    await expect.poll(() => said.join()).toContain("Write retry");
    expect(existsSync(path)).toBe(true);
    rmSync(path);
    writeFileSync(path, "retry");
    await expect.poll(() => heard).toEqual(["retry"]);
    expect(said.join()).not.toContain("was there before");
  });
});

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askMachine } from "@readback/core";
import { afterAll, expect, it } from "vitest";
import { createTrack, testOfBranch } from "../../src/index.js";
import { journalOf } from "../support/journals.js";
import { presentedAsk } from "../support/stories.js";

const folder = join(import.meta.dirname, "../../.test/exported-deep");
const bin = (name: string) => join(import.meta.dirname, "../../node_modules/.bin", name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("an exported test compiles, and vitest passes it", () => {
  const track = createTrack(askMachine, journalOf(askMachine, presentedAsk, [10]));
  const machine = { name: "askMachine", from: "@readback/core" };
  const text = testOfBranch(track, { machine, from: 0, until: 1e6 });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "exported.test.ts"), text);
  const extended = { extends: "../../../../tsconfig.base.json", include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(extended));
  writeFileSync(join(folder, "vitest.config.ts"), "export default {};");
  execFileSync(bin("tsc"), ["-p", folder], { stdio: "pipe" });
  const output = execFileSync(bin("vitest"), ["run", "--root", folder], { encoding: "utf8" });
  expect(output).toMatch(/1 passed/);
});

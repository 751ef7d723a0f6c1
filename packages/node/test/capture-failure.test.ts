import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { captureFailure } from "../src/failures/capture-failure.js";

/** What a real program printed, of the version that was newest when it was recorded. */
const recorded = (name: string) =>
  readFileSync(new URL(`./fixtures/outputs/${name}.txt`, import.meta.url), "utf8");

describe("the output of known programs", () => {
  it.each([
    ["vitest", "Tests 1 failed | 1 passed (2)", "vitest.test.mjs > adds", "expected -1 to be 3"],
    ["jest", "1 failed, 1 passed, 2 total", "sum › adds", "Expected: 3"],
    ["mocha", "1 passing, 1 failing", "sum adds", "AssertionError"],
    ["nodespec", "pass 1, fail 1, cancelled 0", "adds", "-1 !== 3"],
    ["nodetest", "pass 1, fail 1, cancelled 0", "adds", "expected: 3"],
    ["pytest", "1 failed, 1 passed", "test_sum.py::test_adds", "assert (1 - 2) == 3"],
    ["pytestq", "1 failed, 1 passed", "test_sum.py::test_adds", "assert (1 - 2) == 3"],
    ["tsc", "2 type errors", "TS2307: Cannot find module 'uuid'", "TS2322"],
    [
      "eslint",
      "2 problems (2 errors, 0 warnings)",
      "'y' is not defined no-undef",
      "no-unused-vars",
    ],
    [
      "biome",
      "Found 1 error",
      "zz-bad.js lint/suspicious/noDebugger",
      "unexpected use of the debugger",
    ],
  ])("%s: its sum, what failed, and why", (name, summary, failure, detail) => {
    const captured = captureFailure(recorded(name));
    expect(captured.outputSummary).toContain(summary);
    expect(captured.error).toContain(failure);
    expect(captured.details).toContain(detail);
    expect(captured.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(captured.hopeless).toBeUndefined();
  });

  it("go test and cargo test", () => {
    const go = captureFailure(
      "--- FAIL: TestAdd (0.00s)\n    sum_test.go:6: got -1, want 3\nFAIL\nFAIL\texample.com/sum\t0.002s\n",
    );
    expect(go).toMatchObject({ error: "1 test failed: TestAdd", outputSummary: "1 test failed" });
    const cargo = captureFailure(
      "test tests::adds ... FAILED\n\nfailures:\n\n---- tests::adds stdout ----\nassertion failed\n\nfailures:\n    tests::adds\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
    );
    expect(cargo.error).toMatch(/^0 passed; 1 failed; .*: tests::adds$/);
    expect(cargo.details).toContain("assertion failed");
  });

  it("the same tests are the same failure, in any order and however long they took", () => {
    const run = (first: string, second: string, took: number) =>
      captureFailure(`--- FAIL: ${first} (${took}s)\n--- FAIL: ${second} (0.1s)\nFAIL\tx\t1s\n`);
    expect(run("A", "B", 1).fingerprint).toBe(run("B", "A", 2).fingerprint);
    expect(run("A", "B", 1).fingerprint).not.toBe(run("A", "C", 1).fingerprint);
  });
});

describe("any other output", () => {
  it("gives its end, and the last line that tells something", () => {
    const output = `${"step\n".repeat(5_000)}\u001b[31merror: disk on fire\u001b[0m\nbye\n`;
    const { error, details } = captureFailure(output);
    expect(error).toBe("error: disk on fire");
    expect(details?.length).toBeLessThan(9_000);
    expect(details?.endsWith("error: disk on fire\nbye")).toBe(true);
  });

  it.each([
    ["Error: Cannot find module '@a/b/c'", "Missing dependency", "Run npm install @a/b"],
    [
      "Error: Cannot find module './x.js'",
      "Missing dependency",
      "Create ./x.js, or correct the path",
    ],
    ["sh: 1: frobnicate: not found", "Command not found", "Install frobnicate"],
    ["SyntaxError: Unexpected token", "Syntax error", "Correct the syntax: Unexpected token"],
  ])("guesses from %s", (output, cause, fix) => {
    const captured = captureFailure(output);
    expect(captured.rootCauseGuess).toBe(cause);
    expect(captured.suggestedFix).toContain(fix);
  });

  it("knows when no retry helps, unless a test runner says so", () => {
    expect(captureFailure("cp: x: Permission denied").hopeless).toBe("permission_denied");
    expect(captureFailure("connect ECONNREFUSED 127.0.0.1:1").hopeless).toBe("service_unavailable");
    const tested = recorded("jest").replaceAll("Expected: 3", "Error: EACCES: permission denied");
    expect(captureFailure(tested).hopeless).toBeUndefined();
  });

  it("takes formats and rules of others first", () => {
    const format = {
      name: "mine",
      pattern: /^MINE/,
      read: () => ({ summary: "all bad", details: "because", failures: ["everything"] }),
    };
    const rules = [{ pattern: /because/, cause: "Just so" }];
    expect(captureFailure("MINE", { formats: [format], rules })).toMatchObject({
      error: "all bad: everything",
      rootCauseGuess: "Just so",
    });
  });

  it("is done with any output soon", { timeout: 60_000 }, () => {
    for (const piece of [
      ":",
      "AssertionError",
      "FAIL ",
      "1 passing\n",
      " error TS1: ",
      "\r",
      "━",
      "=== ",
    ]) {
      expect(captureFailure(piece.repeat(Math.ceil(250_000 / piece.length)))).toBeDefined();
    }
  });
});

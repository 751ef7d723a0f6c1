import { describe, expect, it } from "vitest";
import { hookHash } from "../src/hosts/codex-trust.js";

// What Codex 0.166.0 answered to `hooks/list` for these hooks.
describe("the hash of a hook in Codex", () => {
  it.each([
    [
      "8913f78bded7863eb56ad4edcec6b8282ea31909d27c42f33da16e5bfbed9586",
      "PreToolUse",
      "update_plan|create_goal|update_goal",
      {
        type: "command",
        command: 'node "x/readback/dist/hook.cjs" codex || exit 2',
        timeout: 600,
      },
    ],
    [
      "a7af13befcb5832faaf097b7baa0e605e257a2e3b23dfc8900c65969585cf37d",
      "Stop",
      undefined,
      { timeout: 30, type: "command", command: "node y" },
    ],
    [
      "0c141691255136f5a8cdb636a6c5d5207711750a8b117868856ecbded30e88d7",
      "PreToolUse",
      "a",
      { type: "command", command: "node é", statusMessage: "Hi", async: true },
    ],
    [
      "755b666906a38c5f2b046800e57e5e89e97a4bbf3a8b638b97926ac1bbad0f3d",
      "SessionStart",
      undefined,
      { type: "command", command: "node y", timeout: 0 },
    ],
    [
      "8f00887dbbcf8dca309e0dfe05f48b63f5b8df8309937029901cce92da024551",
      "SubagentStop",
      "",
      { type: "command", command: "node z" },
    ],
  ])("is %s", (hash, event, matcher, hook) => {
    expect(hookHash(event, matcher, hook)).toBe(`sha256:${hash}`);
  });

  it("is not known of a hook with more to it", () => {
    const hook = { type: "command", command: "node z", commandWindows: "node.exe z" };
    expect(hookHash("Stop", undefined, hook)).toBeUndefined();
  });
});

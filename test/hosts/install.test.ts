import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type HostName, modulesOf, versionOf } from "./install.js";

/** A registry that has some hosts only. */
const having =
  (...there: readonly HostName[]) =>
  async (host: HostName) =>
    there.includes(host) ? { modules: `/there/${host}` } : { problem: "ENOTFOUND" };

describe("a host that cannot be installed", () => {
  const said = vi.spyOn(console, "error");
  beforeEach(() => said.mockReset().mockReturnValue());
  afterEach(() => {
    expect(said).toHaveBeenCalledWith(`SKIPPED codex ${versionOf("codex")}: ENOTFOUND`);
  });

  it("is skipped, and that is said", async () => {
    expect(await modulesOf("codex", {}, having())).toBeUndefined();
  });

  it("is skipped in CI, too, where another one is there", async () => {
    expect(await modulesOf("codex", { CI: "true" }, having("gemini"))).toBeUndefined();
  });

  it("fails in CI when no other is there: nothing would have been shown", async () => {
    await expect(modulesOf("codex", { CI: "true" }, having())).rejects.toThrow(
      "No host could be installed (codex, claude-code, gemini, opencode), so nothing was shown of any: ENOTFOUND",
    );
  });

  it("fails in CI when it alone is to be played", async () => {
    const env = { CI: "true", READBACK_HOST: "codex" };
    await expect(modulesOf("codex", env, having("gemini"))).rejects.toThrow(
      "No host could be installed (codex)",
    );
  });
});

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { run } from "./support/run.js";

const examples = new URL("../../../examples/", import.meta.url);

describe("readback init", () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "readback-init-"));
  });

  it("lists every example of the repository", async () => {
    const { code, stdout } = await run(["init", "--list"]);
    expect(code).toBe(0);
    for (const name of readdirSync(examples)) expect(stdout).toContain(`${name} `);
  });

  it("copies an example as it is, and says what comes next", async () => {
    const { code, stdout, stderr } = await run(["init", "verify-loop"], {}, { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("npm start");
    for (const file of ["loop.mjs", "package.json", ".gitignore"]) {
      const original = readFileSync(new URL(`verify-loop/${file}`, examples), "utf8");
      expect(readFileSync(join(cwd, "verify-loop", file), "utf8")).toBe(original);
    }
  });

  it.each(readdirSync(examples))("says how %s is run, by a script that it has", async (name) => {
    const { stdout } = await run(["init", name], {}, { cwd });
    const [, script = ""] = /^ {2}npm (?:run )?(?!install)(\S+)$/m.exec(stdout) ?? [];
    const { scripts } = JSON.parse(readFileSync(join(cwd, name, "package.json"), "utf8"));
    expect(Object.keys(scripts)).toContain(script);
    expect(readFileSync(join(cwd, name, "README.md"), "utf8")).toContain(
      `npm ${script === "start" ? "" : "run "}${script}`,
    );
  });

  it("overwrites nothing: one file in the way, and nothing is copied", async () => {
    writeFileSync(join(cwd, "package.json"), "mine");
    const { code, stderr } = await run(["init", "verify-loop", "--into", "."], {}, { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("package.json is in the way, and nothing was copied");
    expect(readdirSync(cwd)).toEqual(["package.json"]);
    expect(readFileSync(join(cwd, "package.json"), "utf8")).toBe("mine");
  });

  it("follows no link out of the project", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "readback-elsewhere-"));
    symlinkSync(elsewhere, join(cwd, "verify-loop"));
    const { code, stderr } = await run(["init", "verify-loop"], {}, { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("verify-loop is in the way");
    mkdirSync(join(cwd, "web"));
    symlinkSync(elsewhere, join(cwd, "web", "public"));
    expect((await run(["init", "web-app", "--into", "web"], {}, { cwd })).code).toBe(1);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readdirSync(join(cwd, "web"))).toEqual(["public"]);
  });

  it.runIf(process.platform === "linux")(
    "ends where nothing can be written, and says so",
    async () => {
      const { code, stderr } = await run(
        ["init", "verify-loop", "--into", "/proc/none"],
        {},
        { cwd },
      );
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^readback init: \/proc\/none\/\S+ cannot be written: no folder can be made there\./,
      );
      expect(stderr).toContain("Choose another folder with --into.");
    },
  );

  it("names the example that is meant, and asks nobody without a terminal", async () => {
    const misspelled = await run(["init", "verify-lop"], {}, { cwd });
    expect(misspelled.code).toBe(2);
    expect(misspelled.stderr).toContain("Did you mean verify-loop?");
    const none = await run(["init"], {}, { cwd });
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("needs <example>");
    expect(existsSync(join(cwd, "verify-loop"))).toBe(false);
  });
});

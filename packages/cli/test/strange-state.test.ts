import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createProject } from "./support/project.js";

describe.skipIf(process.platform === "win32")("what came with a project", () => {
  it.each([
    [["verify", "--task-id", "a", "--name", "b", "--exec", "true", "--verify", "true"]],
    [["log"]],
    [["stats"]],
    [["instructions", "list"]],
    [["answer"]],
  ])("is refused in words where it is a linked state folder: %j", async (args) => {
    const project = createProject();
    mkdirSync(project.path("elsewhere"));
    symlinkSync(project.path("elsewhere"), project.path(".readback"));
    const { code, stdout, stderr } = await project.run(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^.*Journal \S+\.readback: is a symbolic link: remove it, .*\n$/);
  });

  it.each([
    [".readback", ["mcp"]],
    [".readback/mcp", ["mcp"]],
  ])("is refused in words where %s is a file: %j", async (name, args) => {
    const project = createProject();
    if (name !== ".readback") mkdirSync(project.path(".readback"));
    project.write(name, "");
    const { code, stdout, stderr } = await project.run(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`${project.path(name)}: is not a folder: remove it\n`);
  });

  it.each([
    [["log"], "retry.log"],
    [["log", "--json"], "retry.jsonl"],
    [["stats"], "retry.jsonl"],
  ])("is refused in words where it stands in place of a file: %j", async (args, name) => {
    const project = createProject();
    project.write("secret", "1\n");
    mkdirSync(project.path(".readback"));
    const path = project.path(`.readback/${name}`);
    symlinkSync(project.path("secret"), path);
    const linked = await project.run(args);
    expect(linked).toMatchObject({ code: 1, stdout: "" });
    expect(linked.stderr).toBe(
      `Journal ${path}: is a symbolic link: remove it, or name its target\n`,
    );
    rmSync(path);
    execFileSync("mkfifo", [path]);
    const piped = await project.run(args);
    expect(piped).toMatchObject({ code: 1, stdout: "" });
    expect(piped.stderr).toBe(`Journal ${path}: is not a file: remove it\n`);
  });
});

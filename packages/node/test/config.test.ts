import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guardConfigSchema } from "@readback/core/host";
import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.js";
import { configSchema } from "../src/config-schema.js";
import { projectFolder } from "../src/state-folder.js";
import { useJournalFolder } from "./support/journal-folder.js";

const place = useJournalFolder();
const { guard } = configSchema.properties;

describe("the schema of readback.config.json", () => {
  it("is the file editors are given", () => {
    const file = new URL("../readback.config.schema.json", import.meta.url);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(configSchema);
    const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(manifest.files).toContain("readback.config.schema.json");
    expect(manifest.exports["./readback.config.schema.json"]).toBeDefined();
  });

  it("has the defaults and the limits of the guard", () => {
    const defaults = guardConfigSchema.parse({}) as Readonly<Record<string, unknown>>;
    const { validate: _, ...shared } = guard.properties;
    for (const [name, field] of Object.entries(shared)) {
      expect(field.default).toBe(defaults[name]);
      if (!("minimum" in field)) continue;
      const takes = (value: number) => guardConfigSchema.safeParse({ [name]: value }).success;
      const { minimum, maximum } = field;
      expect([minimum - 1, minimum, maximum, maximum + 1].map(takes)).toEqual([
        false,
        true,
        true,
        false,
      ]);
    }
  });
});

describe("a project's config", () => {
  const given = (text: string) => {
    writeFileSync(join(place.parent, "readback.config.json"), text);
    return () => readConfig(place.parent);
  };

  it("has every default when there is none, or nothing in it", () => {
    const defaults = {
      guard: {
        maxRetryAttempts: 5,
        onGuardFailure: "block",
        validationTimeout: 60_000,
        retention: 604_800_000,
        validate: null,
      },
    };
    expect(readConfig(place.parent)).toEqual(defaults);
    expect(given("{}")()).toEqual(defaults);
    expect(given('{"$schema":"./x.json","guard":{}}')()).toEqual(defaults);
  });

  it("may begin with the mark that some editors put before a text", () => {
    expect(given('\ufeff{"guard":{"maxRetryAttempts":3}}')().guard.maxRetryAttempts).toBe(3);
  });

  it("that cannot be read is named", () => {
    mkdirSync(join(place.parent, "readback.config.json"));
    expect(() => readConfig(place.parent)).toThrow(
      /^Invalid readback\.config\.json: cannot be read: it is not a regular file/,
    );
  });

  it("keeps what is said, and fills in the rest", () => {
    expect(given('{"guard":{"maxRetryAttempts":2,"validate":"npm test"}}')().guard).toMatchObject({
      maxRetryAttempts: 2,
      validate: "npm test",
      onGuardFailure: "block",
    });
  });

  it("that is wrong names every field that is", () => {
    expect(given('{"guard":{"maxRetryAttempts":11,"retention":-1,"x":1},"y":1}')).toThrow(
      /maxRetryAttempts[\s\S]*retention[\s\S]*guard\.x[\s\S]*y/,
    );
  });
});

describe("the project of a folder", () => {
  const deep = () => join(place.parent, "repository", "packages", "one");
  const repository = () => join(place.parent, "repository");

  it("is the nearest one in its repository with a config or a state", () => {
    mkdirSync(deep(), { recursive: true });
    mkdirSync(join(repository(), ".git"));
    expect(projectFolder(deep())).toBe(deep());
    mkdirSync(join(repository(), ".readback"));
    expect(projectFolder(deep())).toBe(repository());
    expect(projectFolder(repository())).toBe(repository());
    writeFileSync(join(repository(), "packages", "readback.config.json"), "{}");
    expect(projectFolder(deep())).toBe(join(repository(), "packages"));
    mkdirSync(join(deep(), ".readback"));
    expect(projectFolder(deep())).toBe(deep());
  });

  it("is never one outside the repository: its config names a command that is run", () => {
    mkdirSync(deep(), { recursive: true });
    writeFileSync(join(place.parent, "readback.config.json"), "{}");
    expect(projectFolder(deep())).toBe(deep());
    mkdirSync(join(repository(), ".git"));
    expect(projectFolder(deep())).toBe(deep());
  });
});

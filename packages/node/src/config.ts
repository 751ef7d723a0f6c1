import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { InvalidInputError } from "@readback/core";
import { configSchema } from "./config-schema.js";
import { problemsWith } from "./json-schema.js";
import { type PlainFile, readPlainFile } from "./plain-file.js";

/** The name of the file a project is configured with. */
export const CONFIG_FILE = "readback.config.json";

/** Settings of the todo guard, every default filled in. */
export interface GuardSettings {
  /** Attempts allowed per todo: `n` allows `n`, the next one is stopped for a person. */
  readonly maxRetryAttempts: number;
  /** What a failure of the guard itself means for a claim. */
  readonly onGuardFailure: "block" | "allow";
  /** How long a validation may take, in milliseconds. */
  readonly validationTimeout: number;
  /** How long the guard of a todo that nobody claims any more is kept, in milliseconds. */
  readonly retention: number;
  /** The command that judges claims, run in the project; `null`: claims are allowed. */
  readonly validate: string | null;
}

/** What `readback.config.json` says. */
export interface ReadbackConfig {
  readonly guard: GuardSettings;
}

/**
 * Reads a project's `readback.config.json`; without one, everything has its default. `workingFolder`
 * is where the agent is at work, in the project. The file can name a command, so it has to be a file of
 * this user, of root, or of whoever owns that folder.
 */
export function readConfig(project: string, workingFolder = project): ReadbackConfig {
  const text = contentsOf(join(project, CONFIG_FILE), workingFolder);
  const config = text === undefined ? {} : parsed(text);
  const problems = problemsWith(configSchema, config, "");
  if (problems.length > 0) throw new InvalidInputError(CONFIG_FILE, problems);
  const { guard = {} } = config as { guard?: Partial<GuardSettings> };
  const defaults = Object.entries(configSchema.properties.guard.properties).map(
    ([name, { default: value }]) => [name, value],
  );
  return { guard: { ...Object.fromEntries(defaults), ...guard } };
}

function contentsOf(path: string, workingFolder: string): string | undefined {
  // Most projects have none, and an error takes time to make.
  if (!existsSync(path)) return undefined;
  const file = readFile(path);
  if (file && !isTrusted(file.owner, workingFolder)) {
    throw invalid(
      `belongs to another user (${file.owner}) and could name a command: make it your own with chown, or remove it`,
    );
  }
  return file?.text;
}

function readFile(path: string): PlainFile | undefined {
  try {
    return readPlainFile(path);
  } catch (error) {
    throw invalid(`cannot be read: ${(error as Error).message}`);
  }
}

/** A container often runs as root in a checkout of somebody else: then all of it is that user's. */
function isTrusted(owner: number, workingFolder: string): boolean {
  if (owner <= 0 || owner === process.geteuid?.()) return true;
  return statSync(workingFolder, { throwIfNoEntry: false })?.uid === owner;
}

function parsed(text: string): unknown {
  try {
    // Some editors put a mark before the text.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw invalid(`is not JSON: ${(error as Error).message}`);
  }
}

function invalid(problem: string): InvalidInputError {
  return new InvalidInputError(CONFIG_FILE, [{ field: "", problem }]);
}

import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readOwnFile } from "@readback/node";

/** As the file of an answer is named, before and after it was taken. */
const ANSWER = /-[0-9a-f]{16}(\.taken)?$/;
/** What `commandExecutor` writes for an attempt, and may be answered in. */
const ATTEMPT = /^(prompt\.txt|task\.txt|retry-context\.xml|result)$/;
const STORY = "## Task Escalation Required";

/**
 * Removes what tasks left beside the journal that was written before a time: stories of escalations, answers, and what
 * attempts were given. The folder may hold more than that: only what is known is touched, and no link is followed.
 */
export function forgetFiles(folder: string, before: number): void {
  const answers = join(folder, "answers");
  removeOld(answers, before, (name) => ANSWER.test(name));
  const stories = join(folder, "escalations");
  removeOld(stories, before, (name) => name.endsWith(".md") && isStory(join(stories, name)));
  const attempts = join(folder, "verify", "attempts");
  for (const task of namesIn(attempts)) {
    const path = join(attempts, task);
    // What is taken out of it makes it new.
    const isUnused = isOld(path, before);
    removeOld(path, before, (name) => ATTEMPT.test(name));
    if (isUnused) removeEmpty(path);
  }
}

function removeOld(folder: string, before: number, isKnown: (name: string) => boolean): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (isOld(path, before) && isKnown(name)) rmSync(path, { force: true });
  }
}

function isOld(path: string, before: number): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.mtimeMs < before;
}

function isStory(path: string): boolean {
  try {
    return readOwnFile(path)?.text.startsWith(STORY) ?? false;
  } catch {
    return false;
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else keeps something there.
  }
}

function namesIn(folder: string): readonly string[] {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? readdirSync(folder) : [];
}

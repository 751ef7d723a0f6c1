import { execFileSync } from "node:child_process";
import { accessSync, constants, lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { guardMachine, type JournalEntry } from "@readback/core";
import {
  adoptableIn,
  createFileJournal,
  journalFolder,
  lastDeletion,
  WHAT_IT_MEANS,
} from "@readback/node";
import { ago } from "../guard/words.js";
import { broken, type Check, ok, warning } from "./check.js";

/** Looks at the state folder: there or makeable, one's own, not open to others, not led elsewhere. */
export function checkState(project: string, state: string): readonly Check[] {
  const name = relative(project, state).startsWith("..") ? state : relative(project, state);
  const remarks: Check[] = [];
  for (const folder of [state, journalFolder(state)]) {
    // A link that was named is meant; within the state folder there must be none.
    const stat = statOf(folder, folder === state ? statSync : lstatSync);
    if (!stat) return [...remarks, checkMakeable(folder, name)];
    const problem = problemWith(folder, stat);
    if (problem) return [...remarks, problem];
    remarks.push(...openToOthers(folder, stat));
  }
  if (remarks.length === 0) remarks.push(ok("State", `${name} is writable, and private`));
  return isSeenByGit(project, state)
    ? [
        ...remarks,
        warning(
          "State",
          `git does not ignore ${name}: it holds what agents and people wrote`,
          `Add ${name}/ to .gitignore`,
        ),
      ]
    : remarks;
}

function checkMakeable(folder: string, name: string): Check {
  return canWrite(nearest(folder))
    ? ok("State", `${name} will be made with the first claim`)
    : broken(
        "State",
        `${name} cannot be made: ${nearest(folder)} is not writable`,
        "Choose another folder: READBACK_DIR, or --dir",
      );
}

function problemWith(folder: string, stat: Stats): Check | undefined {
  if (stat.isSymbolicLink()) {
    return broken(
      "State",
      `${folder} is a symbolic link: whoever made it decides where the state goes`,
      "Remove it",
    );
  }
  if (!stat.isDirectory()) return broken("State", `${folder} is not a folder`, "Remove it");
  return canWrite(folder)
    ? undefined
    : broken("State", `${folder} is not writable`, `chmod u+rwx ${folder}`);
}

function openToOthers(folder: string, stat: Stats): readonly Check[] {
  if (process.platform === "win32" || (stat.mode & 0o077) === 0) return [];
  const message = `Others on this machine can look into ${folder}`;
  return [warning("State", message, `chmod 700 ${folder}`)];
}

function statOf(path: string, look: (path: string) => Stats = lstatSync): Stats | undefined {
  try {
    return look(path);
  } catch {
    // Not there, or behind something that is no folder, or closed to us.
    return undefined;
  }
}

function nearest(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false }) ? folder : nearest(dirname(folder));
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether git would take the state into the repository. */
function isSeenByGit(project: string, state: string): boolean {
  const options = { cwd: project, stdio: "ignore" } as const;
  try {
    execFileSync("git", ["rev-parse", "--is-inside-work-tree"], options);
  } catch {
    return false;
  }
  try {
    execFileSync("git", ["check-ignore", "--quiet", state], options);
    return false;
  } catch (error) {
    // 1: not ignored. Anything else, such as a folder outside the repository, is no matter for git.
    return (error as { status?: number }).status === 1;
  }
}

/** Looks for questions that no server takes up: of version 0.1, or of a project that was moved. */
export function checkQuestions(state: string): readonly Check[] {
  return adoptableIn(state)
    .filter(({ folder }) => folder !== journalFolder(state))
    .map(({ folder }) =>
      warning(
        "Questions",
        `Those in ${folder} do not count: nothing shows that you wrote them on this machine, so they may have come with the project`,
        "If they are yours (of version 0.1, or moved here): readback adopt. Else remove the folder",
      ),
    );
}

const WEEK = 7 * 24 * 60 * 60 * 1_000;

/** Looks whether the questions were deleted lately while somebody used them. */
export function checkDeletion(state: string, now: number): readonly Check[] {
  const folder = join(state, "mcp");
  const at = lastDeletion(folder);
  if (at === undefined || now - at > WEEK) return [];
  const message = `Those in ${folder} were deleted while in use, ${ago(at, now)}`;
  return [warning("Questions", message, WHAT_IT_MEANS)];
}

/** What a journal tells. */
export interface JournalChecks {
  readonly checks: readonly Check[];
  /** When the guard was asked last, by whomever. */
  readonly firedAt: number | undefined;
  /** When each agent asked it last, as far as their claims name them. */
  readonly firedBy: ReadonlyMap<string, number>;
}

export const NOTHING_FIRED = { firedAt: undefined, firedBy: new Map<string, number>() };

/** Looks at the journal: what is in it, what cannot be read, and when the guard was asked last. */
export function checkJournal(state: string): JournalChecks {
  const folder = journalFolder(state);
  if (!statOf(folder)?.isDirectory()) {
    return { checks: [], ...NOTHING_FIRED };
  }
  try {
    const journal = createFileJournal({ folder, onProblem() {} });
    for (const _ of journal.read()) {
      // Counted by the journal itself.
    }
    const fired = lastClaims(journal.history());
    const { entries, corrupt, newer } = journal.report();
    const [damaged, unproven] = [journal.damage(), journal.unproven()];
    journal.close();
    const summary = `${plural(entries, "entry", "entries")}, ${sizeOf(folder)}`;
    const problems = [
      ...damaged.map(({ file, at }) =>
        broken(
          "Journal",
          `${join(folder, file)}: ${at === null ? "records are missing" : `a record at byte ${at} is damaged`}, and counts may be lost`,
          "Look at it, then: readback guard repair",
        ),
      ),
      ...aFew(unproven, (path) =>
        warning(
          "Journal",
          `${path} does not count: nothing shows that you wrote it on this machine, so it may have come with the project`,
          "If it is yours (of version 0.1, or moved here): readback adopt. Else remove it",
        ),
      ),
      ...aFew(strangersIn(folder), (path) =>
        warning("Journal", `${path} is no file of a journal`, "Remove it"),
      ),
      ...(corrupt > 0 && damaged.length === 0
        ? [
            warning(
              "Journal",
              `${plural(corrupt, "line")} of ${folder} cannot be read, and left aside: torn by a crash, or changed by hand`,
            ),
          ]
        : []),
      ...(newer > 0
        ? [
            warning(
              "Journal",
              `${plural(newer, "entry", "entries")} of a newer version of Readback, not applied`,
              "npm install --save-dev readback@latest",
            ),
          ]
        : []),
    ];
    return { checks: [ok("Journal", summary), ...problems], ...fired };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { checks: [broken("Journal", message)], ...NOTHING_FIRED };
  }
}

/** How many files are named one by one: an archive can bring any number of them. */
const NAMED = 3;

/** A check for each of the first paths, and one for all the others. */
function aFew(paths: readonly string[], checkOf: (path: string) => Check): readonly Check[] {
  const first = paths.slice(0, paths.length > NAMED + 1 ? NAMED : paths.length);
  const checks = first.map(checkOf);
  const more = paths.length - first.length;
  if (more === 0) return checks;
  const message = `There are ${more} more such files in ${dirname(paths[0] ?? "")}`;
  return [...checks, warning("Journal", message, "Look at them in the same way")];
}

/** What has the ending of a segment, and not its name. */
function strangersIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter(
      (name) => name.endsWith(".jsonl") && !/^(?!0{6})(\d{6}|[1-9]\d{6,8})\.jsonl$/.test(name),
    )
    .map((name) => join(folder, name));
}

/** When a todo was claimed last. A compaction keeps that it was, and when it last moved, but not by whom. */
function lastClaims(entries: Iterable<JournalEntry>): Omit<JournalChecks, "checks"> {
  let firedAt: number | undefined;
  const firedBy = new Map<string, number>();
  for (const { machine, event, attempt, time, payload } of entries) {
    if (machine !== guardMachine.id) continue;
    if (event === "CLAIM" || (firedAt === undefined && attempt > 0)) firedAt = time;
    if (event === "CLAIM" && typeof payload?.agent === "string") firedBy.set(payload.agent, time);
  }
  return { firedAt, firedBy };
}

export function checkFired(firedAt: number | undefined, now: number): Check {
  return firedAt === undefined
    ? warning(
        "Fired",
        "The guard has not seen a claim yet",
        "Ask the agent to keep a todo list, and to tick something off",
      )
    : ok("Fired", `The last claim came ${ago(firedAt, now)}`);
}

function sizeOf(folder: string): string {
  const bytes = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    // A link may lead anywhere, or nowhere.
    .reduce((sum, name) => sum + (statOf(join(folder, name), lstatSync)?.size ?? 0), 0);
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

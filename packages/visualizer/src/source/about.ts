import type { JournalEntry } from "@readback/core";
import { CHECKPOINT_EVENT, START_EVENT } from "@readback/core/host";

/** What an instance is about, and whose it is. */
export interface About {
  readonly subject: string;
  readonly session: string | null;
}

const LONGEST = 300;

/** From its first known entry: what it was started with, or what a checkpoint knows of it. */
export function aboutOf(entry: JournalEntry | undefined): About {
  const { payload, event } = entry ?? {};
  if (event === START_EVENT) return from(recordOf(payload?.input));
  if (event === CHECKPOINT_EVENT) return from(recordOf(payload?.context));
  return { subject: "", session: null };
}

function from(given: Values): About {
  const parts = [given, recordOf(given.ask), recordOf(given.task), recordOf(given.input)];
  const find = (...names: readonly string[]) =>
    names.flatMap((name) => parts.map((part) => textIn(part[name]))).find((text) => text !== "");
  const question = parts.map(questionIn).find((text) => text !== "");
  const title = find("title");
  const asked = [title, question].filter(Boolean).join(": ");
  const subject = asked || find("todo", "subject", "content", "name", "description") || "";
  return { subject: subject.slice(0, LONGEST), session: find("session") ?? null };
}

function questionIn({ questions }: Values): string {
  return Array.isArray(questions) ? textIn(recordOf(questions[0]).question) : "";
}

type Values = Readonly<Record<string, unknown>>;

function recordOf(value: unknown): Values {
  return typeof value === "object" && value !== null ? (value as Values) : {};
}

const textIn = (value: unknown) => (typeof value === "string" ? value.trim() : "");

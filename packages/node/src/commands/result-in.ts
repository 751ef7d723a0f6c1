import { type Execution, InvalidInputError } from "@readback/core";
import { readResultDocument } from "@readback/core/formats";

/** What an executor printed or wrote about its work. */
export type ExecutorResult = Execution<unknown>;

const FENCED = /^```(?:ya?ml|json)?[ \t]*\n([\s\S]*?)^```[ \t]*$/gm;

/**
 * The result document in a text: the whole text, or the last fenced block with a `status`. `undefined` when
 * there is none. Throws when there is one that is not as it must be.
 */
export async function resultIn(text: string): Promise<ExecutorResult | undefined> {
  const blocks = [...text.matchAll(FENCED)].map((match) => match[1] ?? "").reverse();
  for (const candidate of [text.trim(), ...blocks]) {
    if (!/^\s*["']?status["']?\s*:/m.test(candidate) && !/"status"\s*:/.test(candidate)) continue;
    const document = await parsed(candidate);
    const found = document?.executor_result ?? document?.result ?? document;
    if (isDocument(found)) return readResultDocument(found);
    if (isDocument(document)) return readResultDocument(document);
  }
  return undefined;
}

/** A result document that has to be there: of a file that an executor wrote for it. */
export async function resultOf(text: string): Promise<ExecutorResult> {
  const found = await resultIn(text);
  if (found) return found;
  throw new InvalidInputError("result document", [
    { field: "status", problem: 'is missing: write "status: success", "failure" or "blocked"' },
  ]);
}

function isDocument(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "status");
}

async function parsed(text: string): Promise<Record<string, unknown> | null> {
  try {
    const { parse } = await import("yaml");
    // JSON is YAML. An alias could make a short text endless.
    const document: unknown = parse(text, { maxAliasCount: 0, logLevel: "silent" });
    return typeof document === "object" ? (document as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

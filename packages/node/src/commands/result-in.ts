import { type Execution, InvalidInputError } from "@readback/core";
import { readResultDocument } from "@readback/core/formats";

/** What an executor printed or wrote about its work. */
export type ExecutorResult = Execution<unknown>;

const FENCED = /^```(?:ya?ml|json)?[ \t]*\n([\s\S]*?)^```[ \t]*$/gm;

/** Any other `status` is what a program prints about something else. */
const STATUSES: readonly unknown[] = ["success", "failure", "blocked", "impossible"];

/**
 * The result document in a text that was printed: the whole text, or the last fenced block with the `status` of one.
 * `undefined` when there is none. Throws when there is one that is not as it must be.
 */
export async function resultIn(text: string): Promise<ExecutorResult | undefined> {
  const found = await documentIn(text, ({ status }) => STATUSES.includes(status));
  return found && readResultDocument(found);
}

/** A result document that has to be there: of a file that an executor wrote for it. */
export async function resultOf(text: string): Promise<ExecutorResult> {
  const found = await documentIn(text, () => true);
  if (found) return readResultDocument(found);
  throw new InvalidInputError("result document", [
    { field: "status", problem: 'is missing: write "status: success", "failure" or "blocked"' },
  ]);
}

type Document = Record<string, unknown>;

async function documentIn(
  text: string,
  isOne: (document: Document) => boolean,
): Promise<Document | undefined> {
  const blocks = [...text.matchAll(FENCED)].map((match) => match[1] ?? "").reverse();
  for (const candidate of [text.trim(), ...blocks]) {
    if (!/^\s*["']?status["']?\s*:/m.test(candidate) && !/"status"\s*:/.test(candidate)) continue;
    const document = await parsed(candidate);
    for (const found of [document?.executor_result ?? document?.result, document]) {
      if (isDocument(found) && isOne(found)) return found;
    }
  }
  return undefined;
}

function isDocument(value: unknown): value is Document {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "status");
}

async function parsed(text: string): Promise<Document | null> {
  try {
    const { parse } = await import("yaml");
    // JSON is YAML. An alias could make a short text endless.
    const document: unknown = parse(text, { maxAliasCount: 0, logLevel: "silent" });
    return typeof document === "object" ? (document as Document | null) : null;
  } catch {
    return null;
  }
}

import { journalEntrySchema } from "@readback/core/host";

/** What is wrong with something that is no entry. An exported file has another one of these, without the schema. */
export function wrongEntry(value: unknown): string {
  const [issue] = journalEntrySchema.safeParse(value).error?.issues ?? [];
  return `${issue?.path.join(".") || "the whole"}: ${issue?.message}`;
}

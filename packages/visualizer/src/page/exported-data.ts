import type { JournalEntry } from "@readback/core";

/** What an exported file carries besides the page. */
export interface ExportedData {
  readonly title: string;
  /** The clock of the page stands still here. */
  readonly exportedAt: number;
  /** In the order of the journal. */
  readonly entries: readonly JournalEntry[];
  /** Of machines that are not Readback's own, by id: their entries say which state they led to. */
  readonly definitions?: Readonly<Record<string, unknown>>;
}

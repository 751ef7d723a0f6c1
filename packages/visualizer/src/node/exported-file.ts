import type { JournalEntry } from "@readback/core";
import { mustFit } from "@readback/core/host";
import type { ExportedData } from "../page/exported-data.js";
import { readLargeText } from "./large-text.js";

const START = '<script type="application/json" id="readback-data">';
const END = "</script>";

/** The entries in a file that `readback viz export` made. Throws when it is none. */
export const entriesInExport = (path: string): readonly JournalEntry[] =>
  dataInExport(path).entries;

/** All that such a file has. */
export function dataInExport(path: string): Pick<ExportedData, "entries" | "definitions"> {
  mustFit(path, "text", "path of an exported run");
  const html = readLargeText(path);
  const start = html.indexOf(START);
  const end = html.indexOf(END, start);
  if (start < 0 || end < 0) throw new Error("not an exported run: readback viz export makes one");
  let data: Partial<ExportedData>;
  try {
    data = JSON.parse(html.slice(start + START.length, end)) as Partial<ExportedData>;
  } catch {
    throw new Error("an exported run that is damaged: export it again");
  }
  if (!Array.isArray(data.entries))
    throw new Error("an exported run without entries: export it again");
  const { entries, definitions } = data;
  const isNamed = typeof definitions === "object" && definitions !== null;
  return { entries, ...(isNamed && { definitions }) };
}

import type { Task } from "@readback/core";

/** A task of the story, and how it goes. */
export interface Assignment {
  readonly task: Task;
  readonly tries: readonly Try[];
  /** The parts of the `<retry_context>` that are shown. */
  readonly reads: readonly RegExp[];
}

/** What the agent does in one attempt, and what the tests find; `null`: nothing. */
interface Try {
  readonly does: string;
  readonly finds: string | null;
}

const ENDS = [/^<retry_context.*$/m, /^<\/retry_context>$/m];

export const parsePrices: Assignment = {
  task: { id: "shop:task-1", name: "Parse the price list" },
  tries: [{ does: "writes the parser", finds: null }],
  reads: ENDS,
};

export const showTotal: Assignment = {
  task: { id: "shop:task-2", name: "Show the total" },
  tries: [
    { does: "writes showTotal()", finds: "12.5, not 12.50" },
    { does: "pads the total to two decimals", finds: null },
  ],
  reads: [
    ...ENDS,
    /<error_summary>.*?<\/error_summary>/s,
    /<accumulated_learnings>.*?<\/accumulated_learnings>/s,
  ],
};

export const taxOnTotal: Assignment = {
  task: { id: "shop:task-3", name: "Add the tax", dependants: ["shop:task-4"] },
  tries: [
    { does: "rounds the tax down", finds: "1.14, not 1.15" },
    { does: "rounds each line up", finds: "1.17, not 1.15" },
    { does: "rounds to even", finds: "1.14, not 1.15" },
    { does: "tries again, with all that it was told", finds: null },
  ],
  reads: [/^<retry_context.*$/m, /<instruction priority="high">.*?<\/instruction>/s],
};

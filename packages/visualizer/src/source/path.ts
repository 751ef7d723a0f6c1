import type { Looked } from "./looked.js";

/** In the names of the chart, with the entry at which each was first: what is lit at any moment follows. */
export interface Path extends Looked {
  readonly visited: Readonly<Record<string, number>>;
  readonly taken: Readonly<Record<string, number>>;
}

import type { Ledger, LedgerItem } from "../model/ledger.js";
import type { Filter } from "./instance-list.js";
import type { Looked } from "./looked.js";

export interface LedgerQuery {
  readonly filter?: Filter;
  readonly status?: LedgerItem["status"];
  readonly offset?: number;
  /** At most 200. */
  readonly limit?: number;
}

/** What was awaited of others, over all machines; what is overdue comes first, then what is pending. */
export interface LedgerPage extends Omit<Ledger, "items">, Looked {
  readonly offset: number;
  readonly total: number;
  readonly items: readonly LedgerRow[];
}

export interface LedgerRow extends LedgerItem {
  readonly key: string;
  readonly machine: string;
  readonly subject: string;
  /** Who owes what to whom. */
  readonly owes: string;
}

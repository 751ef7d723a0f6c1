import type { JournalEntry } from "@readback/core";
import { InvalidInputError } from "@readback/core";
import { parse } from "@readback/core/host";
import * as z from "zod";
import type { Journaling } from "./journaling.js";

/** What all services of a cluster have in common. */
export interface SharedOptions {
  /**
   * The journal that can be followed: into how many objects it is divided (8 by default; one takes about 200
   * entries a second), and how many entries each keeps (10,000 by default). `false`: none is kept.
   */
  readonly journal?: { readonly shards?: number; readonly keep?: number } | false;
  /** Changes an entry before it is kept, to keep secrets out of the journal. Default: none. */
  readonly redact?: (entry: JournalEntry) => JournalEntry;
  /**
   * The secret that desk tokens are made from, 16 characters or more. With one, a surface is served only
   * with the token that `deskToken` makes for its desk, and the journal is read only with that of
   * `journalToken`. Default: whoever reaches the ingress is served.
   */
  readonly deskSecret?: string;
}

const journalSchema = z
  .union([
    z.literal(false).transform(() => ({ shards: 0, keep: 0 })),
    z.object({
      shards: z.int().min(1, "must be 1 to 1000").max(1_000, "must be 1 to 1000").default(8),
      keep: z.int().min(100, "must be 100 or more").default(10_000),
    }),
  ])
  .default({ shards: 8, keep: 10_000 });

const secretSchema = z
  .string()
  .min(16, "must have at least 16 characters: make one with `openssl rand -hex 32`")
  .optional();

export interface Common {
  readonly journaling: Journaling;
  readonly deskSecret: string | undefined;
}

/** The options that all services share, checked. */
export function commonOf({ journal, redact, deskSecret }: SharedOptions): Common {
  const journaling = {
    ...parse(journalSchema, journal, "journal of the Restate services"),
    redact,
  };
  if (redact !== undefined && typeof redact !== "function") {
    const problem = "must be a function that returns the entry to keep";
    throw new InvalidInputError("options of the Restate services", [{ field: "redact", problem }]);
  }
  return { journaling, deskSecret: parse(secretSchema, deskSecret, "deskSecret") };
}

import * as z from "zod";
import type { JournalEntry } from "./entry.js";

/** Checks that a value from outside is a journal entry. Fields of later versions are kept. */
export const journalEntrySchema: z.ZodType<JournalEntry> = z.looseObject({
  v: z.literal(1),
  sequence: z.number().optional(),
  time: z.number(),
  machine: z.string().min(1),
  definition: z.string().optional(),
  instance: z.string().min(1),
  event: z.string().min(1),
  payload: z.record(z.string(), z.unknown()).optional(),
  deadline: z.string().min(1).optional(),
  from: z.string().nullable(),
  to: z.string(),
  attempt: z.number(),
  bound: z.number(),
  generation: z.number().optional(),
  cause: z.enum(["human", "timer", "policy", "system"]).nullable(),
  exhausted: z.literal(true).optional(),
  outcome: z.string().optional(),
  timers: z.array(z.looseObject({ id: z.string(), at: z.number() })).optional(),
  told: z.array(z.looseObject({ to: z.string(), outcome: z.string() })).optional(),
  done: z.literal(true).optional(),
});

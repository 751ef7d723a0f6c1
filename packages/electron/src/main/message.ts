import type { AnswerInput } from "@readback/core";
import * as z from "zod";
import type { FromPage, Said } from "../shared/protocol.js";

const requestId = z.string().min(1).max(1_000);

const said = z.discriminatedUnion("type", [
  z.strictObject({ type: z.enum(["rendered", "lost", "activity"]), requestId }),
  // Core checks answers against their questions, and tells the person what is wrong with them.
  z.strictObject({
    type: z.literal("answer"),
    requestId,
    answers: z.array(z.unknown()).max(1_000) as unknown as z.ZodType<readonly AnswerInput[]>,
  }),
  z.strictObject({
    type: z.literal("cancel"),
    requestId,
    how: z.enum(["cancelled", "declined"]),
  }),
  z.strictObject({ type: z.literal("queued"), requestId, queued: z.boolean() }),
]) satisfies z.ZodType<Said>;

const nonce = z.string().regex(/^[0-9a-f]{32}$/);

const fromPage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("connect"), nonce }),
  z.strictObject({
    type: z.literal("got"),
    nonce,
    number: z.int().min(1),
    problem: z.string().max(10_000).nullable(),
  }),
  z.strictObject({ type: z.literal("say"), nonce, said }),
]) satisfies z.ZodType<FromPage>;

/** Reads a page's message, or says what is wrong with it. It may be anything. */
export function parseMessage(raw: unknown): FromPage | string {
  const { success, data, error } = fromPage.safeParse(raw);
  if (success) return data;
  const problems = error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join(".")}: ${message}` : message,
  );
  return `Invalid message: ${problems.join("; ")}`;
}

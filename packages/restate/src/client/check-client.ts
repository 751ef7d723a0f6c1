import { mustHave, parse } from "@readback/core/host";
import * as z from "zod";

const text = z.string().min(1);
const isText = (value: unknown) => typeof value === "string";
const SHARED = {
  ingress: z.custom<string | readonly string[]>(
    (value) => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
    "must be the address of an ingress, such as http://127.0.0.1:8080, or a list of them",
  ),
  headers: z.record(z.string(), z.string()).optional(),
  retryFor: z.number().min(0).optional(),
  onError: z.unknown().optional(),
};

/** What a desk, a queue or a reader of the journal is told beside how to reach the cluster. */
const OWN = {
  connectAsker: {},
  connectDesk: {
    desk: text,
    bridge: z.unknown().optional(),
    token: text.optional(),
    patience: z.number().positive().optional(),
  },
  connectGuard: {},
  connectQueue: { queue: text.optional() },
  connectVerify: {},
  readClusterJournal: { shards: z.int().min(1).optional(), token: text.optional() },
} as const;

/** Throws an InvalidInputError for options that cannot be meant, before anything is sent. */
export function checkClient(whose: keyof typeof OWN, options: unknown): void {
  const subject = `options of ${whose}`;
  parse(z.strictObject({ ...SHARED, ...OWN[whose] }), options, subject);
  if (whose !== "connectDesk") return;
  mustHave((options as { readonly bridge?: unknown }).bridge, {
    subject,
    field: "bridge",
    methods: ["sendQuestion", "onRenderConfirmed", "onAnswer", "onCancel"],
    be: "a QuestionBridge, such as promptBridge makes of one function",
  });
}

import { createAsker, runVerified } from "@readback/core";
import { escalationQuestion, escalationResponse } from "@readback/core/formats";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { createSurfaces } from "../src/index.js";
import { registerTool } from "../src/mcp-server.js";
import { toolCallOf } from "../src/tool-call.js";
import type { ClientSettings, TestClient } from "./support/clients.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";

// A tool whose work is verified and fails: the person is asked by the form of the client that called it.

const ATTEMPTS = 2;
/** What the tool says of its work. */
interface Outcome {
  readonly status: string;
  readonly attempts: number;
  /** What each attempt was told of the one before. */
  readonly contexts: readonly (string | null)[];
}
type Reply = Awaited<ReturnType<NonNullable<ClientSettings["elicit"]>>>;

/** A form travels with the call that waits; the newest protocol has none that a tool of one's own could use. */
const pairs = PAIRS.filter(({ client }) => client !== "v2 2026-07-28");

describe.each(pairs)(
  "an escalation in a tool of a $server, in a form of a $client client",
  (pair) => {
    const clients: TestClient[] = [];
    afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

    /** Calls the tool; the person replies to one form after the other. */
    async function work(...replies: readonly Reply[]) {
      const forms: Record<string, unknown>[] = [];
      const surfaces = createSurfaces({ quickestReply: 0 });
      const asker = createAsker({ bridge: surfaces, retry: "host" });
      const client = await connectInMemory(
        pair,
        (server) =>
          registerTool(
            server,
            {
              ...{ name: "work", title: "Work", description: "Works, and verifies it" },
              ...{ inputSchema: z.object({}), outputSchema: undefined, annotations: {} },
            },
            async (_, context) => {
              const caller = surfaces.calls.enter(toolCallOf(server, context));
              const contexts: (string | null)[] = [];
              const { status, attempts } = await runVerified({
                task: { id: "03-01:task-3", name: "Create the class" },
                maxAttempts: ATTEMPTS,
                execute: ({ retryContext }) => void contexts.push(retryContext),
                verify: () => ({ passed: false, error: "2 tests failed" }),
                async escalate(escalation) {
                  const { task, signal } = escalation;
                  const of = { session: task.id, caller, signal };
                  return escalationResponse(await asker.ask(escalationQuestion(escalation), of));
                },
              });
              surfaces.calls.leave(caller);
              const text = JSON.stringify({ status, attempts, contexts });
              return { content: [{ type: "text", text }] };
            },
          ),
        {
          async elicit(params) {
            forms.push(params);
            return replies[forms.length - 1] ?? { action: "cancel" };
          },
        },
      );
      clients.push(client);
      const { text } = await client.call("work", {});
      return { ...(JSON.parse(text) as Outcome), forms };
    }

    const says = (q1: string, q1_other = ""): Reply => ({
      action: "accept",
      content: { q1, q1_other },
    });

    it("says which task it is, and why automated recovery is over", async () => {
      const { forms } = await work(says("abort"));
      expect(forms).toHaveLength(1);
      expect(forms[0]).toMatchObject({ message: "Task escalated: Create the class" });
      const shown = JSON.stringify(forms[0]);
      for (const said of ["2 attempts have failed", "2 tests failed", "retry", "skip", "abort"]) {
        expect(shown).toContain(said);
      }
    });

    it.each([
      ["skip", "skipped"],
      ["abort", "aborted"],
    ])("ends the task with %s", async (answer, status) => {
      const { forms, ...outcome } = await work(says(answer));
      expect(outcome).toMatchObject({ status, attempts: ATTEMPTS });
    });

    it("tries again from the start with retry, and asks again", async () => {
      const { status, contexts, forms } = await work(says("retry"), says("skip"));
      expect([status, contexts.length, forms.length]).toEqual(["skipped", 2 * ATTEMPTS, 2]);
    });

    it("gives the person's own words to one more attempt", async () => {
      const { status, contexts, forms } = await work(says("", "trim it"), says("abort"));
      expect([status, contexts.length, forms.length]).toEqual(["aborted", ATTEMPTS + 1, 2]);
      expect(contexts.at(-1)).toContain("User provided fix: trim it");
    });

    it.each(["decline", "cancel"] as const)("takes %s for no decision", async (action) => {
      const { status, contexts, forms } = await work({ action });
      expect([status, contexts.length, forms.length]).toEqual(["escalated", ATTEMPTS, 1]);
    });
  },
);

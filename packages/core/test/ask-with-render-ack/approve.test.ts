import { describe, expect, it } from "vitest";
import { approve, createAsker, createSimulatedClock, promptBridge } from "../../src/index.js";
import type { PromptReply } from "../../src/surfaces.js";
import { createFakeBridge } from "../support/fake-bridge.js";

type Said = "declined" | "cancelled" | { readonly values?: string[]; readonly custom?: string };

/** A person who says these things, one after the other and then the last again, and what they were shown. */
function person(...replies: Said[]) {
  const seen: string[] = [];
  const bridge = promptBridge(({ questions: [question] }, { shown }): PromptReply => {
    shown();
    seen.push(question?.question ?? "");
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? "cancelled";
    return typeof reply === "string" ? reply : [{ ...reply, id: question?.id ?? "" }];
  });
  return { asker: createAsker({ bridge }), seen };
}

const call = { tool: "delete_file", input: { path: "/srv/data" }, callId: "call-1" };

describe("a tool call", () => {
  it("may happen when the person said yes, having seen what it is called with", async () => {
    const { asker, seen } = person({ values: ["Yes, run it"] });
    expect(await approve(asker, call)).toMatchObject({ approved: true });
    expect(seen).toEqual(['May "delete_file" run with this input?\n\n{\n  "path": "/srv/data"\n}']);
  });

  it.each<[string, Said, string, string]>([
    ["no", { values: ["No"] }, "answered", "The person said no."],
    [
      "something else",
      { custom: "yes, but move it instead" },
      "answered",
      "The person said no: yes, but move it instead",
    ],
    ["that they will not say", "declined", "declined", "The person explicitly refused to answer."],
    ["nothing", "cancelled", "cancelled", "The person dismissed the question."],
  ])("may not happen when the person said %s", async (_, reply, outcome, reason) => {
    const { asker } = person(reply);
    const approval = await approve(asker, call);
    expect(approval).toMatchObject({ approved: false, outcome, reason, shouldRetry: false });
  });

  it("is not approved by a yes to another one that looks the same", async () => {
    const { asker, seen } = person({ values: ["Yes, run it"] }, { values: ["No"] });
    expect(await approve(asker, call)).toMatchObject({ approved: true });
    expect(await approve(asker, { ...call, callId: "call-2" })).toMatchObject({ approved: false });
    expect(seen).toHaveLength(2);
  });

  it("is not approved by a yes that comes late, to an earlier call that looks the same", async () => {
    const clock = createSimulatedClock();
    const ui = createFakeBridge();
    const asker = createAsker({ bridge: ui.bridge, clock });
    const first = approve(asker, call);
    ui.render();
    clock.advance(5 * 60_000);
    expect(await first).toMatchObject({ approved: false, outcome: "timed_out" });
    const late = ui.last;
    ui.answer([{ id: late.questions[0]?.id ?? "", values: ["Yes, run it"] }], late.requestId);

    const second = approve(asker, { ...call, callId: "call-2" });
    expect(ui.shown).toHaveLength(2);
    ui.render();
    ui.cancel("declined");
    expect(await second).toMatchObject({ approved: false, outcome: "declined" });
    // Nor does it change what was said of the earlier one.
    expect(await approve(asker, call)).toMatchObject({ approved: false, outcome: "timed_out" });
    asker.dispose();
  });

  it("is another one when only what is folded differs", async () => {
    const { asker } = person({ values: ["Yes, run it"] });
    const long = (middle: string) => ({ text: "a".repeat(5_000) + middle + "b".repeat(5_000) });
    const one = await approve(asker, { ...call, input: long("1") });
    const two = await approve(asker, { ...call, input: long("2") });
    expect(one.result.askId).not.toBe(two.result.askId);
  });

  it("shows of a long input its beginning, its end, and how much is left out", async () => {
    const { asker, seen } = person({ values: ["No"] });
    await approve(asker, { ...call, input: `start${"x".repeat(20_000)}end` });
    expect(seen[0]?.length).toBeLessThan(5_000);
    expect(seen[0]).toContain('"startxxx');
    expect(seen[0]).toContain("… 16,010 of 20,010 characters are not shown …");
    expect(seen[0]).toMatch(/xxxend"$/);
  });

  it("shows what nobody sees, and what would change the terminal, as text", async () => {
    const { asker, seen } = person({ values: ["No"] });
    await approve(asker, { ...call, tool: "a\u001b[2Jb\nc", input: "rm\u{e0021} -rf\u202e" });
    expect(seen[0]).toContain('May "a\\\\u001b[2Jb c" run');
    expect(seen[0]).toContain("rm\\u{e0021} -rf\\u202e");
  });

  it.each([
    [{ ...call, callId: "" }, "callId: must name this one call"],
    [{ ...call, tool: undefined }, "tool: must be the name of the tool"],
    [{ ...call, input: 1n }, "input: cannot be shown to a person"],
  ])("is refused when it is not one: %#", async (bad, message) => {
    const { asker, seen } = person({ values: ["Yes, run it"] });
    await expect(approve(asker, bad as typeof call)).rejects.toThrow(message);
    expect(seen).toEqual([]);
  });
});

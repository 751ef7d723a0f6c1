import { type AskInput, askMachine, NoSurfaceError } from "@readback/core";
import { createReplay, stateName } from "@readback/core/host";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { here, onCluster, type Stage, stagedBridge } from "./support/hosts.js";

// One list of behaviour, for the runtime of one machine and for a cluster.

const questions: AskInput["questions"] = [
  { id: "deploy", question: "Deploy now?", type: "confirm" },
];
const yes = [{ id: "deploy", values: ["yes"] }];
const soon = { timeout: 30_000, interval: 20 };
/** What the journal of each question says, by the test, on each host. */
const stories = new Map<string, unknown[]>();
let tests = 0;

describe.each([here(), onCluster()])("$name", (host) => {
  let stage: Stage;
  beforeAll(host.start);
  afterAll(host.stop);
  afterEach(() => stage.end());

  /** A test whose journal is compared, and replayed. */
  const behaviour = (name: string, run: (stage: Stage) => Promise<void>) =>
    test(name, async () => {
      tests += 1;
      stage = host.stage(`${name.slice(0, 40)} ${tests}`);
      await run(stage);
      const story = await vi.waitFor(async () => {
        const entries = await stage.journal();
        const replay = createReplay([askMachine]);
        for (const entry of entries) {
          expect(replay.apply(entry), entry.event).toBe(true);
          const { snapshot } = replay.instances.get(entry.instance) ?? {};
          expect(stateName(snapshot?.value as never)).toBe(entry.to);
        }
        // A surface that comes later is shown what is open; one of a cluster asks for it by itself.
        const steps = entries.filter(({ event }) => event !== "SHOW");
        const told = steps.map(({ event, from, to, attempt, bound, outcome, cause }) => ({
          ...{ event, from, to, attempt, bound, outcome, cause },
        }));
        // Whether the caller has said by now that it has the answer is a matter of time.
        if (told.at(-1)?.event === "RECEIVED") told.pop();
        // The journal of a cluster is written a moment later.
        const other = stories.get(name);
        if (other) expect(told).toEqual(other);
        return told;
      }, soon);
      stories.set(name, story);
    });

  /** A surface that has the question. */
  async function shown(bridge = stagedBridge()) {
    stage.show(bridge.bridge);
    await vi.waitFor(() => expect(bridge.sent.length).toBeGreaterThan(0), soon);
    return { ...bridge, requestId: String(bridge.sent.at(-1)?.requestId) };
  }

  behaviour("an answer reaches the caller, and is acknowledged", async (stage) => {
    const handle = stage.open({ questions });
    const page = await shown();
    await vi.waitFor(() => expect(handle.state).toBe("on_screen"), soon);
    page.emit("onAnswer", page.requestId, yes);
    expect(await handle.result).toMatchObject({
      ...{ answered: true, outcome: "answered", renderConfirmed: true, surface: "test" },
      ...{ attempt: 1, shouldRetry: false, values: { deploy: "yes" } },
    });
    await vi.waitFor(() => expect(page.acknowledged).toEqual([page.requestId]), soon);
    expect(handle.state).toBe("settled");
  });

  behaviour("two calls of one question have one dialog and one outcome", async (stage) => {
    const one = stage.open({ questions });
    const page = await shown();
    await vi.waitFor(() => expect(one.state).toBe("on_screen"), soon);
    const two = stage.open({ questions });
    await vi.waitFor(() => expect(two.state).toBe("on_screen"), soon);
    page.emit("onAnswer", page.requestId, yes);
    for (const { result } of [one, two]) expect((await result).values).toEqual({ deploy: "yes" });
    expect(page.sent).toHaveLength(1);
  });

  behaviour("the retries of a question are counted over its calls", async (stage) => {
    stage.show(stagedBridge({ renders: false }).bridge);
    const seen = [];
    for (let call = 0; call < 3; call += 1) {
      const again = { questions, maxRetries: 2, renderTimeout: 100 };
      const { outcome, attempt, shouldRetry, error } = await stage.open(again).result;
      seen.push([outcome, attempt, shouldRetry, error?.includes("Max retries (2) exceeded")]);
    }
    expect(seen).toEqual([
      ["not_rendered", 1, true, undefined],
      ["not_rendered", 2, true, undefined],
      ["exhausted", 3, false, true],
    ]);
  });

  behaviour("a call may have its question presented again inside of it", async (stage) => {
    const again = { questions, maxRetries: 1, renderTimeout: 100 };
    const { outcome, attempt } = await stage.open(again, { retry: "host" }).result;
    expect([outcome, attempt]).toEqual(["exhausted", 2]);
  });

  behaviour("a wrong answer is told to the person, who can answer again", async (stage) => {
    const handle = stage.open({ questions });
    const page = await shown();
    page.emit("onAnswer", page.requestId, [{ id: "deploy", values: ["perhaps"] }]);
    await vi.waitFor(() => expect(page.refused).toHaveLength(1), soon);
    page.emit("onAnswer", page.requestId, yes);
    expect((await handle.result).values).toEqual({ deploy: "yes" });
  });

  for (const how of ["cancelled", "declined"] as const) {
    behaviour(`a question that was ${how} ends by a person`, async (stage) => {
      const handle = stage.open({ questions });
      const page = await shown();
      page.emit("onCancel", page.requestId, how);
      expect(await handle.result).toMatchObject({ outcome: how, cancelled: true, cause: "human" });
    });
  }

  behaviour("the dialog goes when the caller gives up", async (stage) => {
    const handle = stage.open({ questions, maxRetries: 0 });
    const page = await shown();
    await vi.waitFor(() => expect(handle.state).toBe("on_screen"), soon);
    handle.abort();
    expect(await handle.result).toMatchObject({ outcome: "aborted", cause: "system" });
    await vi.waitFor(() => expect(page.closed).toEqual(["aborted"]), soon);
  });

  behaviour(
    "a call that loses patience leaves its question, and the next one has the answer",
    async (stage) => {
      const handle = stage.open({ questions }, { patience: 1_500 });
      const page = await shown();
      expect(await handle.result).toMatchObject({ outcome: "pending", answered: false });
      page.emit("onAnswer", page.requestId, yes);
      await vi.waitFor(() => expect(page.acknowledged).toHaveLength(1), soon);
      expect((await stage.open({ questions }).result).values).toEqual({ deploy: "yes" });
      expect(page.sent).toHaveLength(1);
    },
  );

  behaviour("nobody answers in time, and a late answer is for the next call", async (stage) => {
    const handle = stage.open({ questions, responseTimeout: 300 });
    const page = await shown();
    expect(await handle.result).toMatchObject({
      outcome: "timed_out",
      timedOut: true,
      shouldRetry: false,
    });
    await vi.waitFor(() => expect(page.closed).toEqual(["timed_out"]), soon);
    page.emit("onAnswer", page.requestId, yes);
    await vi.waitFor(() => expect(page.acknowledged).toHaveLength(1), soon);
    expect((await stage.open({ questions }).result).values).toEqual({ deploy: "yes" });
  });

  behaviour("a call that is made again by its key is told the same", async (stage) => {
    const handle = stage.open({ questions }, { key: "tool-1" });
    const page = await shown();
    page.emit("onAnswer", page.requestId, yes);
    await handle.result;
    const again = await stage.open({ questions }, { key: "tool-1" }).result;
    expect(again.values).toEqual({ deploy: "yes" });
    expect(page.sent).toHaveLength(1);
  });

  behaviour("a question that was answered is asked again by the same program", async (stage) => {
    const page = stagedBridge();
    for (const values of [["yes"], ["no"]]) {
      const asked = page.sent.length;
      const handle = stage.open({ questions });
      if (asked === 0) stage.show(page.bridge);
      await vi.waitFor(() => expect(page.sent).toHaveLength(asked + 1), soon);
      page.emit("onAnswer", String(page.sent.at(-1)?.requestId), [{ id: "deploy", values }]);
      expect((await handle.result).values).toEqual({ deploy: values[0] });
    }
  });

  behaviour("a question waits for its turn at the surface", async (stage) => {
    const handle = stage.open({ questions, renderTimeout: 60_000 });
    const page = await shown(stagedBridge({ renders: false }));
    page.emit("onQueued", page.requestId, true);
    await vi.waitFor(() => expect(handle.state).toBe("queued"), soon);
    page.emit("onQueued", page.requestId, false);
    await vi.waitFor(() => expect(handle.state).toBe("presenting"), soon);
    page.emit("onRenderConfirmed", page.requestId);
    await vi.waitFor(() => expect(handle.state).toBe("on_screen"), soon);
    page.emit("onAnswer", page.requestId, yes);
    await handle.result;
  });

  behaviour("a question that is lost is presented again, as the same attempt", async (stage) => {
    const handle = stage.open({ questions, renderTimeout: 60_000 });
    const page = await shown();
    await vi.waitFor(() => expect(handle.state).toBe("on_screen"), soon);
    page.emit("onLost", page.requestId);
    await vi.waitFor(() => expect(page.sent).toHaveLength(2), soon);
    expect(page.sent[1]).toMatchObject({ requestId: page.requestId, attempt: 1 });
    await vi.waitFor(() => expect(handle.state).toBe("on_screen"), soon);
    page.emit("onAnswer", page.requestId, yes);
    expect((await handle.result).attempt).toBe(1);
  });

  behaviour("a surface that has nowhere to show it says so", async (stage) => {
    const page = stagedBridge({ fails: new NoSurfaceError("Open the page") });
    stage.show(page.bridge);
    // Before: a question that is there when a surface comes is not presented, but shown.
    await vi.waitFor(async () => {
      const { outcome, error } = await stage.open({ questions, renderTimeout: 60_000 }).result;
      expect([outcome, error]).toEqual(["no_surface", expect.stringContaining("Open the page")]);
    }, soon);
  });

  describe("todos, instructions and tasks", () => {
    /** Its verdict, once the claim is none of the twins of the last one. */
    async function claimAnew(stage: Stage, session: string, todo: string, last: string) {
      for (let tries = 1; ; tries += 1) {
        const call = {
          session,
          toolUseId: `${todo} ${tries} ${last}`.slice(0, 200),
          completing: [todo],
        };
        const verdict = await stage.guard.check(call);
        if (verdict.reason !== last || verdict.decision === "allow") return verdict;
      }
    }

    test("a todo is reviewed, validated, and stopped at its limit", async () => {
      stage = host.stage("todos");
      const seen = [];
      let last = "";
      for (let claim = 0; claim < 4; claim += 1) {
        const { decision, reason } = await claimAnew(stage, "todos", "bad one", last);
        last = reason;
        seen.push(`${decision} ${reason}`);
      }
      expect(seen).toEqual([
        expect.stringMatching(/^block .*review/i),
        expect.stringMatching(/^block .*the tests fail/),
        expect.stringMatching(/^block .*the tests fail/),
        expect.stringMatching(/^block Maximum retry attempts \(3\) exceeded for: 'bad one'/),
      ]);
      expect(await stage.guard.list("todos")).toMatchObject([{ standing: "exhausted" }]);
      expect(await stage.guard.reset({ session: "todos", todo: "bad one" })).toBe(true);
      expect(await stage.guard.list("todos")).toMatchObject([{ standing: "open" }]);
      const first = await stage.guard.check({
        session: "todos",
        toolUseId: "g",
        completing: ["good"],
      });
      expect((await claimAnew(stage, "todos", "good", first.reason)).decision).toBe("allow");
    });

    test("an instruction is repeated with urgency, acknowledged, or fails", async () => {
      stage = host.stage("instructions");
      const { queue } = stage;
      await queue.queueInstruction("Untracked");
      await queue.queueInstructionWithAck("Between");
      await queue.queueInstruction("Untracked, too");
      const id = await queue.queueInstructionWithAck("Read it", { maxRetries: 1 });
      expect(await queue.queueInstructionWithAck("Read it")).toBe(id);
      expect(await queue.take()).toEqual({ text: "Untracked", id: null });
      const between = await queue.take();
      expect(between).toMatchObject({ text: "Between" });
      expect(await queue.acknowledgeInstruction(String(between?.id))).toBe(true);
      expect(await queue.take()).toEqual({ text: "Untracked, too", id: null });
      expect(await queue.take()).toEqual({ text: "Read it", id });
      expect(await queue.tick()).toBe(1);
      expect(await queue.take()).toEqual({ text: "Read it", id });
      expect(await queue.tick()).toBe(0);
      expect(await queue.getFailedInstructions()).toMatchObject([{ id, attempts: 2 }]);
      expect(await queue.redrive(id)).toBe(id);
      expect(await queue.take()).toMatchObject({ id });
      expect(await queue.acknowledgeInstruction(id)).toBe(true);
      expect(await queue.acknowledgeInstruction(id)).toBe(false);
      expect(await queue.stats()).toMatchObject({ sent: 4, acknowledged: 2, failed: 1 });
    });

    test("a task is done, done on the second attempt, or decided by a person", async () => {
      stage = host.stage("tasks");
      expect(await stage.run("passes")).toMatchObject({ status: "done", attempts: 1 });
      const [later, never] = [host.stage("tasks later"), host.stage("tasks never")];
      expect(await later.run("passes later")).toMatchObject({ status: "done", attempts: 2 });
      expect(await never.run("never passes")).toMatchObject({
        ...{ status: "skipped", attempts: 2, cause: "human" },
      });
      await Promise.all([later.end(), never.end()]);
    });
  });
});

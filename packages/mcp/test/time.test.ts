import { createAsker, createSimulatedClock } from "@readback/core";
import { afterEach, describe, expect, it } from "vitest";
import { type AskUserToolsOptions, registerAskUser } from "../src/index.js";
import type { TestClient } from "./support/clients.js";
import { createDesk } from "./support/desk.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";

const deploy = { questions: [{ question: "Deploy now?" }] };

describe.each(PAIRS)("time, with a $client client of a $server", (pair) => {
  const open: TestClient[] = [];
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));

  async function start(options: Partial<AskUserToolsOptions> = {}) {
    const desk = createDesk();
    const clock = createSimulatedClock();
    const asker = createAsker({ bridge: desk, clock });
    const client = await connectInMemory(pair, (server) =>
      registerAskUser(server, { asker, ...options }),
    );
    open.push(client);
    return { desk, clock, client };
  }

  it("without progress: says after 45 s that the question is still open, and goes on", async () => {
    const { desk, clock, client } = await start();
    const first = client.call("ask_user", deploy);
    const request = await desk.next();
    desk.render(request);
    clock.advance(45_000);
    const { result, text } = await first;
    expect(result).toMatchObject({ outcome: "pending", shouldRetry: true, attempt: 1 });
    expect(result.retryReason).not.toBeNull();
    expect(text).toContain("shouldRetry: true");
    // Somebody answers before the agent calls again.
    desk.answer(request, "yes");
    const second = await client.call("ask_user", deploy);
    expect(second.result).toMatchObject({ outcome: "answered", attempt: 1 });
    expect(desk.requests).toHaveLength(1);
  });

  it.each([{}, { onprogress: () => {} }])(
    "with a client that gives up after 10 s: says before that it is still open (%j)",
    async (options) => {
      const { desk, clock, client } = await start({ clientTimeout: 10_000 });
      const call = client.call("ask_user", deploy, options);
      desk.render(await desk.next());
      clock.advance(8_000);
      expect((await call).result).toMatchObject({ outcome: "pending", shouldRetry: true });
    },
  );

  it("without progress: the next call waits for the same question", async () => {
    const { desk, clock, client } = await start({ patience: 1_000 });
    const first = client.call("ask_user", deploy);
    const request = await desk.next();
    clock.advance(1_000);
    expect((await first).result.outcome).toBe("pending");
    const second = client.call("ask_user", deploy);
    const third = client.call("ask_user", deploy);
    // The calls have arrived when this one has.
    await client.listTools();
    desk.answer(request, "yes");
    const came = await Promise.all([second, third]);
    expect(came.map(({ result }) => result.outcome)).toEqual(["answered", "answered"]);
    expect(desk.requests).toHaveLength(1);
  });

  it("with progress: tells the client every 15 s what it waits for, and then stops", async () => {
    const { desk, clock, client } = await start();
    const told: { progress: number; message?: string }[] = [];
    let onTold = () => {};
    const onprogress = (progress: { progress: number; message?: string }) => {
      told.push(progress);
      onTold();
    };
    const beat = () => {
      const arrived = new Promise<void>((resolve) => {
        onTold = resolve;
      });
      clock.advance(15_000);
      return arrived;
    };
    const call = client.call("ask_user", deploy, { onprogress });
    const request = await desk.next();
    await beat();
    desk.render(request);
    for (let count = 2; count <= 5; count += 1) await beat();
    desk.answer(request, "yes");
    expect((await call).result.outcome).toBe("answered");
    clock.advance(60_000);
    await client.listTools();
    expect(told.map(({ progress }) => progress)).toEqual([15, 30, 45, 60, 75]);
    expect(told[0]?.message).toBe("Waiting for the question to appear (15 s)");
    expect(told[4]?.message).toBe("Waiting for the person's answer (1 min 15 s)");
    // The next timer is the asker's, not a heartbeat.
    expect(clock.next()).toBeGreaterThan(clock.now() + 15_000);
  });

  it("with progress: tells a call that joins a question how that stands", async () => {
    const { desk, clock, client } = await start();
    const first = client.call("ask_user", deploy);
    const request = await desk.next();
    desk.render(request);
    const told: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string }) => told.push(message);
    const second = client.call("ask_user", deploy, { onprogress });
    await client.listTools();
    clock.advance(15_000);
    desk.answer(request, "yes");
    await Promise.all([first, second]);
    expect(told).toEqual(["Waiting for the person's answer (15 s)"]);
  });

  it("with progress: always goes up, however often it is told", async () => {
    const { desk, clock, client } = await start({ heartbeat: 400 });
    const told: number[] = [];
    const call = client.call("ask_user", deploy, {
      onprogress: ({ progress }) => told.push(progress),
    });
    const request = await desk.next();
    clock.advance(2_000);
    desk.answer(request, "yes");
    await call;
    expect(told).toEqual([0.4, 0.8, 1.2, 1.6, 2]);
  });

  it("with progress: says after 4 minutes that the question is still open", async () => {
    const { desk, clock, client } = await start();
    const call = client.call("ask_user", deploy, { onprogress: () => {} });
    desk.render(await desk.next());
    clock.advance(240_000);
    expect((await call).result.outcome).toBe("pending");
  });
});

describe("the settings of the tools", () => {
  it.each([
    ...["patience", "patienceWithProgress", "clientTimeout"],
    ...["heartbeat", "requestStateLifetime"],
  ])("name %s when it is no duration", (name) => {
    const asker = createAsker({ bridge: createDesk() });
    const server = { registerTool: () => {}, server: {} as never };
    expect(() => registerAskUser(server, { asker, [name]: -1 })).toThrow(
      `Invalid options of the ask_user tools: ${name}: must be more than 0`,
    );
  });
});

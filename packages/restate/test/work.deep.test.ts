import { guardInstance, verifyInstance } from "@readback/core/host";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connectGuard, connectVerify, inspectCluster } from "../src/client.js";
import { readbackServices, type Serving, serve } from "../src/index.js";
import { startNode, type TestNode } from "./support/node.js";
import { type Wire, wireTo } from "./support/wire.js";

// What an endpoint does for a task or a todo, while things break around it.

let node: TestNode;
let endpoint: Serving;
let wire: Wire;
const soon = { timeout: 30_000, interval: 20 };

/** Work that was begun, and goes on until it is let go. */
interface Begun {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly letGo: () => void;
}
const begun: Begun[] = [];
const begin = (name: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    begun.push({ name, signal, letGo: resolve });
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
const begunFor = (name: string) => begun.filter((one) => one.name === name);

/** Until the one call of a handler runs again. */
const untilRunning = (target: string) =>
  vi.waitFor(async () => {
    const rows = await node.query(
      `select status from sys_invocation where target = '${target}' and status <> 'completed'`,
    );
    expect(rows).toEqual([{ status: "running" }]);
  }, soon);

beforeAll(async () => {
  node = await startNode();
  endpoint = await serve({
    port: 0,
    services: readbackServices({
      guard: {
        async validate({ todo, signal }) {
          await begin(todo, signal);
          return true;
        },
      },
      verify: {
        maxAttempts: 2,
        async execute({ task, signal }) {
          await begin(task.name, signal);
          return { status: "success", output: null };
        },
        verify: () => true,
      },
    }),
    onProblem: () => {},
  });
  wire = await wireTo(endpoint.url);
  await node.register(wire.url);
});
afterAll(async () => {
  await wire?.close();
  await endpoint?.close();
  await node?.stop();
});

describe("an attempt", () => {
  const run = (name: string) => {
    const which = { session: "s", task: { id: name.replace(" ", "-"), name } };
    return { which, outcome: connectVerify({ ingress: node.ingress }).run(which) };
  };

  test("is made once, and goes on, when the connection of its endpoint breaks", async () => {
    const { outcome } = run("cut off");
    await vi.waitFor(() => expect(begunFor("cut off")).toHaveLength(1), soon);
    for (let cuts = 0; cuts < 3; cuts += 1) {
      await wire.cut();
      await untilRunning("ReadbackWork/carryOut");
    }
    for (const { letGo } of begunFor("cut off")) letGo();
    expect(await outcome).toMatchObject({ status: "done", attempts: 1 });
    expect(begunFor("cut off")).toHaveLength(1);
  });

  test("is told to stop when its task is aborted", async () => {
    const { which, outcome } = run("aborted");
    await vi.waitFor(() => expect(begunFor("aborted")).toHaveLength(1), soon);
    await connectVerify({ ingress: node.ingress }).abort({ ...which, detail: "No longer wanted" });
    expect(await outcome).toMatchObject({ status: "aborted" });
    await vi.waitFor(() => expect(begunFor("aborted")[0]?.signal.aborted).toBe(true), soon);
    expect(begunFor("aborted")).toHaveLength(1);
  });

  test("whose task cannot be read any more ends for whoever waits, at once", async () => {
    const { which, outcome } = run("odd");
    await vi.waitFor(() => expect(begunFor("odd")).toHaveLength(1), soon);
    const key = verifyInstance(which.session, which.task);
    const [row] = await node.query(
      `select value_utf8 from state where service_key = '${key}' and key = 'state'`,
    );
    const kept = JSON.parse(String(row?.value_utf8));
    kept.definition = "00000000";
    kept.state.value = "nowhere";
    await node.overwrite("ReadbackTask", key, { state: kept });
    const told = expect(outcome).rejects.toThrow("could not be read, and is set aside");
    await connectVerify({ ingress: node.ingress }).respond({ ...which, response: "retry" });
    await told;
    const { parked } = await inspectCluster(node.admin);
    expect(parked).toMatchObject([{ service: "ReadbackTask", key }]);
  });
});

describe("a todo", () => {
  const claim = (toolUseId: string, ...completing: string[]) =>
    connectGuard({ ingress: node.ingress }).check({ session: "s", toolUseId, completing });

  /** A claim that is one of its own: not a twin of the last one. */
  async function claimAnew(todo: string, last: { readonly reason: string }) {
    for (let tries = 1; ; tries += 1) {
      const verdict = await claim(`${todo} ${tries}`, todo);
      if (verdict.reason !== last.reason || verdict.decision === "allow") return verdict;
    }
  }

  test("is validated once when the connection of its endpoint breaks", async () => {
    const first = await claim("c1", "cut off todo");
    const verdict = claimAnew("cut off todo", first);
    await vi.waitFor(() => expect(begunFor("cut off todo")).toHaveLength(1), soon);
    await wire.cut();
    await untilRunning("ReadbackGuard/write");
    for (const { letGo } of begunFor("cut off todo")) letGo();
    expect(await verdict).toMatchObject({ decision: "allow" });
    expect(begunFor("cut off todo")).toHaveLength(1);
  });

  test("that cannot be read any more is no new todo: only a person moves it", async () => {
    const todos = ["odd 1", "odd 2", "odd 3", "odd 4"];
    for (const todo of todos) await claim(`first ${todo}`, todo);
    const keys = todos.map((todo) => `i:${guardInstance("s", todo)}`);
    const rows = await node.query(
      "select key, value_utf8 from state where service_key = 's' and service_name = 'ReadbackTodos'",
    );
    const odd = rows
      .filter(({ key }) => keys.includes(String(key)))
      .map(({ key, value_utf8 }) => {
        const kept = JSON.parse(String(value_utf8));
        return [key, { ...kept, definition: "0", state: { ...kept.state, value: "nowhere" } }];
      });
    expect(odd).toHaveLength(4);
    await node.overwrite("ReadbackTodos", "s", Object.fromEntries(odd));
    for (const todo of todos) {
      const verdict = await claim(`second ${todo}`, todo);
      expect(verdict.decision).toBe("block");
      expect(verdict.reason).toContain("could not be read, and is set aside");
    }
    const { parked, stuck } = await inspectCluster(node.admin);
    expect(parked.filter(({ service }) => service === "ReadbackTodos")).toHaveLength(4);
    expect(stuck).toEqual([]);
    const guard = connectGuard({ ingress: node.ingress });
    expect(await guard.reset({ session: "s", todo: "odd 1" })).toBe(true);
    const anew = await claim("third odd 1", "odd 1");
    expect(anew.reason).not.toContain("could not be read");
    expect((await guard.list("s")).find(({ todo }) => todo === "odd 1")).toMatchObject({
      attempt: 1,
    });
    await guard.approve({ session: "s", todo: "odd 2" });
    expect(await claim("third odd 2", "odd 2")).toMatchObject({ decision: "allow" });
  });
});

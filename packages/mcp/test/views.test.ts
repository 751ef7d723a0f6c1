import { createAsker } from "@readback/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createAskUserTools,
  createSurfaces,
  registerAskUser,
  type SurfacesOptions,
} from "../src/index.js";
import type { ClientSettings } from "./support/clients.js";
import { createDesk } from "./support/desk.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";
import { rawView } from "./support/raw-view.js";

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const input = { questions: [{ id: "q1", question: "Which name?" }] };
const other = { questions: [{ id: "q1", question: "Which colour?" }] };

function serve(options: SurfacesOptions = {}) {
  const surfaces = createSurfaces(options);
  const asker = createAsker({ bridge: surfaces });
  const tools = createAskUserTools({ asker, surfaces, app: true });
  ending.push(
    () => tools.dispose(),
    () => asker.dispose(),
  );
  return {
    asker,
    async connect(pair: (typeof PAIRS)[number], settings: ClientSettings = { apps: true }) {
      const client = await connectInMemory(pair, (server) => tools.register(server), settings);
      ending.push(() => client.close());
      return client;
    },
  };
}

/** A view that has opened its question, as soon as that is asked. */
async function viewOf(
  client: Awaited<ReturnType<ReturnType<typeof serve>["connect"]>>,
  of = input,
) {
  const view = await rawView(client);
  const requestId = await vi.waitFor(async () => {
    const found = await view.open(of);
    expect(found).toBeDefined();
    return found as string;
  });
  return { view, requestId };
}

describe.each(PAIRS)("views: $server, $client", (pair) => {
  it("are offered only to clients that declare them", async () => {
    const { connect } = serve();
    const apps = await connect(pair);
    const plain = await connect(pair, { name: "plain" });
    const named = async (client: typeof apps) => (await client.listTools()).map(({ name }) => name);
    expect(await named(apps)).toContain("readback_view");
    expect(await named(plain)).not.toContain("readback_view");
    const metaOf = async (client: typeof apps) =>
      (await client.listTools()).find(({ name }) => name === "ask_user")?._meta;
    expect(await metaOf(apps)).toMatchObject({ ui: { resourceUri: "ui://readback/question" } });
    expect(await metaOf(plain)).not.toHaveProperty("ui");
    expect(await apps.listResources()).toHaveLength(1);
    expect(await plain.listResources()).toHaveLength(0);
    await expect(plain.readResource("ui://readback/question")).rejects.toThrow("MCP Apps");
  });

  it("confirm and answer, from the call's arguments alone", async () => {
    const client = await serve().connect(pair);
    const call = client.call("ask_user", input);
    const { view, requestId } = await viewOf(client);
    await view.rendered(requestId, undefined, "styles");
    await view.answer(requestId, "Ada");
    const { result } = await call;
    expect(result).toMatchObject({ outcome: "answered", renderConfirmed: true, surface: "app" });
    expect(result.evidence).toEqual({
      ...{ visibility: "styles", surface: "app", at: expect.stringMatching(/^20.*Z$/) },
    });
  });

  it("need nothing but `app: true`, also where each connection has a server of its own", async () => {
    const desk = createDesk();
    const asker = createAsker({ bridge: desk });
    ending.push(() => asker.dispose());
    const connect = () =>
      connectInMemory(pair, (server) => registerAskUser(server, { asker, app: true }), {
        apps: true,
      });
    const [client, later] = [await connect(), await connect()];
    ending.push(
      () => client.close(),
      () => later.close(),
    );
    const call = client.call("ask_user", input, { timeout: 60_000 });
    // The bridge shows it, too; a view of the same session may come through any connection.
    await desk.next();
    const { key } = await rawView(client);
    const view = await rawView(later, { key });
    const requestId = (await view.open(input)) as string;
    await view.rendered(requestId);
    const other = await rawView(client);
    expect(await other.open(input)).toBe(requestId);
    await other.rendered(requestId);
    await other.say({ leave: true });
    expect(
      asker.runtime.snapshot(asker.askIdOf(input, { session: "test-client" }))?.context,
    ).toMatchObject({ renderConfirmed: true, shownIn: [{ surface: "app" }] });
    await view.answer(requestId, "Ada");
    expect((await call).result).toMatchObject({ outcome: "answered", surface: "app" });
  });

  it("change nothing when a model calls their tool", async () => {
    const client = await serve().connect(pair);
    const call = client.call("ask_user", input, { timeout: 60_000 });
    const { view, requestId } = await viewOf(client);
    const forgeries = [
      await rawView(client, { key: "" }),
      await rawView(client, { key: "a".repeat(43) }),
      await rawView(client, { key: view.key.slice(1) }),
    ];
    for (const forged of forgeries) {
      const { error } = await forged.answer(requestId, "forged");
      expect(error).toContain("nothing was changed");
      expect(error).toContain("ask_user");
    }
    const plain = await serve().connect(pair, { name: "plain" });
    const withoutViews = await rawView(plain, { key: view.key });
    expect((await withoutViews.answer(requestId, "forged")).error).toContain("nothing was changed");
    await view.rendered(requestId);
    await view.answer(requestId, "Ada");
    expect((await call).result.answers).toMatchObject([{ values: ["Ada"] }]);
  });

  it("change nothing for the questions of another session", async () => {
    const { connect } = serve();
    const client = await connect(pair, { apps: true, name: "one" });
    const stranger = await connect(pair, { apps: true, name: "another" });
    const call = client.call("ask_user", input);
    const { view, requestId } = await viewOf(client);

    const theirs = await rawView(stranger);
    expect(theirs.key).not.toBe(view.key);
    // Its own key says nothing of a question that is not its session's, whatever it says of itself.
    await theirs.say({ open: { input } });
    const { told } = await theirs.answer(requestId, "forged");
    expect(told?.events).toMatchObject([{ type: "refuse" }]);
    // The key of the one session is none in the other, and a view's name is no key.
    const copied = await rawView(stranger, { key: view.key, name: view.name });
    expect((await copied.answer(requestId, "forged")).error).toContain("nothing was changed");
    const named = await rawView(stranger, { name: view.name });
    expect((await named.answer(requestId, "forged")).told?.again).toBe(true);

    await view.rendered(requestId);
    await view.answer(requestId, "Ada");
    expect((await call).result.answers).toMatchObject([{ values: ["Ada"] }]);
  });

  it("of an earlier question do not answer a later one, nor twice", async () => {
    const client = await serve().connect(pair);
    const first = client.call("ask_user", input);
    const { view, requestId } = await viewOf(client);
    await view.rendered(requestId);
    await view.answer(requestId, "Ada", "one-message");
    expect((await first).result.answers).toMatchObject([{ values: ["Ada"] }]);

    const second = client.call("ask_user", other, { timeout: 60_000 });
    const later = await viewOf(client, other);
    // The same message once more, and the earlier view with the later question's id.
    await view.answer(requestId, "Ada", "one-message");
    const { told } = await view.answer(later.requestId, "forged");
    expect(told?.events).toMatchObject([{ type: "refuse" }]);
    await later.view.rendered(later.requestId);
    await later.view.answer(later.requestId, "blue");
    expect((await second).result.answers).toMatchObject([{ values: ["blue"] }]);
  });

  it("say nothing of a client that has none: its form is used at once", async () => {
    const { connect } = serve({ quickestReply: 0 });
    const elicit = async () => ({ action: "accept" as const, content: { q1: "Ada" } });
    const client = await connect(pair, { name: "plain", elicit });
    expect((await client.call("ask_user", input)).result).toMatchObject({
      outcome: "answered",
      surface: "elicitation",
    });
  });

  it("that never come: the client's form is used within the same attempt, and soon at once", async () => {
    const { connect } = serve({ quickestReply: 0, viewWithin: 200 });
    const elicit = async () => ({ action: "accept" as const, content: { q1: "Ada" } });
    const client = await connect(pair, { apps: true, elicit });
    const took: number[] = [];
    for (const question of ["One?", "Two?", "Three?"]) {
      const before = performance.now();
      const asked = { questions: [{ id: "q1", question }] };
      const { result } = await client.call("ask_user", asked);
      expect(result).toMatchObject({ outcome: "answered", attempt: 1, surface: "elicitation" });
      took.push(performance.now() - before);
    }
    expect(took[0]).toBeGreaterThan(190);
    expect(took[1]).toBeGreaterThan(190);
    expect(took[2]).toBeLessThan(190);
  });

  it("that come only after a result: one pending, and the next call finds the answer", async () => {
    const client = await serve({ viewWithin: 100, elicitation: false }).connect(pair);
    const { result: told } = await client.call("ask_user", input);
    expect(told).toMatchObject({ outcome: "pending", shouldRetry: true, renderConfirmed: false });
    const { view, requestId } = await viewOf(client);
    await view.rendered(requestId);
    await view.answer(requestId, "Ada");
    const { result } = await client.call("ask_user", input);
    expect(result).toMatchObject({ outcome: "answered", attempt: 1, surface: "app" });
    // From now on it is known: no time is lost.
    const again = await client.call("ask_user", other);
    expect(again.result).toMatchObject({ outcome: "pending", shouldRetry: true });
  });

  it("that are taken down take the question off the screen, and one that comes has it", async () => {
    const { connect, asker } = serve({ viewWithin: 5_000 });
    const client = await connect(pair);
    const call = client.call("ask_user", input, { timeout: 60_000 });
    const { view, requestId } = await viewOf(client);
    await view.rendered(requestId);
    const askId = requestId.slice(0, requestId.indexOf("~"));
    const isOnScreen = () => asker.runtime.snapshot(askId)?.context.renderConfirmed;
    expect(isOnScreen()).toBe(true);
    await view.say({ drafts: { [askId]: { q1: { values: ["Ad"], custom: null } } } });
    await view.say({ leave: true });
    expect(isOnScreen()).toBe(false);
    const next = await rawView(client);
    const { told } = await next.say({ open: { input } });
    expect(told?.drafts).toMatchObject({ [askId]: { q1: { values: ["Ad"] } } });
    await next.rendered(requestId);
    await next.answer(requestId, "Ada");
    expect((await call).result).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("are named in every result, for hosts that look for them there alone", async () => {
    const { connect } = serve({ elicitation: false });
    const client = await connect(pair);
    const call = client.callRaw("ask_user", input);
    const { view, requestId } = await viewOf(client);
    await view.rendered(requestId);
    await view.answer(requestId, "Ada");
    expect(await call).toMatchObject({ _meta: { ui: { resourceUri: "ui://readback/question" } } });
    const plain = await connect(pair, { name: "plain" });
    const told = await plain.callRaw("ask_user", input);
    expect(JSON.stringify(told)).not.toContain("ui://");
    // What a client alone can mend is said.
    expect(JSON.stringify(told)).toContain("Use an MCP client that shows views (MCP Apps)");
  });

  it("have a tool of their own that no model is told to keep at hand", async () => {
    const client = await serve().connect(pair);
    const tools = await client.listTools();
    const metaOf = (name: string) => tools.find((tool) => tool.name === name)?._meta;
    expect(metaOf("ask_user")).toHaveProperty("anthropic/alwaysLoad");
    expect(metaOf("readback_view")).toEqual({ ui: { visibility: ["app"] } });
  });

  it("that come before the question is asked say nothing of when they come", async () => {
    const elicit = async ({ message }: Record<string, unknown>) => {
      if (String(message).includes("colour"))
        return { action: "accept" as const, content: { q1: "red" } };
      return new Promise<never>(() => {});
    };
    const { connect } = serve({ viewWithin: 300, quickestReply: 0 });
    const client = await connect(pair, { apps: true, elicit });
    // It is known to declare views, and that none came.
    expect((await client.call("ask_user", other)).result).toMatchObject({ outcome: "answered" });
    const early = await rawView(client);
    expect(await early.open(input)).toBeUndefined();
    const call = client.call("ask_user", input, { timeout: 120_000 });
    const { view, requestId } = await viewOf(client);
    await view.rendered(requestId);
    await view.answer(requestId, "Ada");
    expect((await call).result).toMatchObject({ outcome: "answered" });
  });

  it("that are gone do not come back with what they said before", async () => {
    const { connect, asker } = serve({ viewWithin: 60_000 });
    const client = await connect(pair);
    const call = client.call("ask_user", input, { timeout: 120_000 });
    const { view, requestId } = await viewOf(client);
    await view.say({ leave: true });
    expect((await view.say({ open: { input } })).told).toEqual({ events: [] });
    await view.rendered(requestId);
    const [live] = [...asker.runtime.live()];
    expect(live?.[1].context).toMatchObject({ renderConfirmed: false });
    // One that was not told what it is for has the question then.
    const next = await rawView(client);
    expect(await next.open()).toBe(requestId);
    await next.rendered(requestId);
    await next.answer(requestId, "Ada");
    expect((await call).result).toMatchObject({ outcome: "answered" });
  });

  it("that learn what they are for let go of the question that they took before", async () => {
    const client = await serve({ viewWithin: 60_000 }).connect(pair);
    const call = client.call("ask_user", input, { timeout: 120_000 });
    const first = await rawView(client);
    const requestId = await vi.waitFor(async () => {
      const found = await first.open();
      expect(found).toBeDefined();
      return found as string;
    });
    expect(await first.open(other)).toBeUndefined();
    const second = await rawView(client);
    expect(await second.open()).toBe(requestId);
    const { told } = await first.answer(requestId, "forged");
    expect(told?.events).toMatchObject([{ type: "refuse" }]);
    await second.rendered(requestId);
    await second.answer(requestId, "Ada");
    expect((await call).result.answers).toMatchObject([{ values: ["Ada"] }]);
  });
});

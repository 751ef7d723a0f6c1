import type { HostState } from "@readback/core/host";
import { createWebSocketInspector } from "@statelyai/inspect";
import { afterEach, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { type AnyActor, assign, createActor, createMachine, fromPromise, setup } from "xstate";
import { takenBy } from "../../src/model/coverage.js";
import { microstepsIn } from "../../src/model/recorded-state.js";
import { judgedAt } from "../../src/model/recorded-verdicts.js";
import { createStore, type Store } from "../../src/model/store.js";
import { whatNext, whyHere } from "../../src/model/why.js";
import { type Receiver, receiveInspection } from "../../src/node/inspect/receive.js";
import { createRecorder } from "../../src/node/inspect/recorder.js";

/** Somebody else's machine: parallel states, history, an invoked actor, a delay, a guard. */
const playerMachine = setup({
  types: { context: {} as { volume: number; track: string | null } },
  actors: { load: fromPromise(async () => "song.mp3") },
  guards: { isAudible: ({ context }) => context.volume > 0 },
}).createMachine({
  id: "player",
  type: "parallel",
  context: { volume: 3, track: null },
  states: {
    sound: {
      initial: "active",
      states: {
        active: {
          initial: "loading",
          on: { PAUSE: "paused" },
          states: {
            loading: {
              invoke: {
                src: "load",
                onDone: {
                  target: "playing",
                  actions: assign({ track: ({ event }) => event.output }),
                },
              },
            },
            playing: { on: { STOP: "stopped" } },
            stopped: {},
            last: { type: "history" },
          },
        },
        paused: { on: { RESUME: "active.last" } },
      },
    },
    volume: {
      initial: "normal",
      states: {
        normal: {
          on: { QUIETER: { guard: "isAudible", target: "muted", actions: assign({ volume: 0 }) } },
        },
        muted: { after: { 60000: "normal" } },
      },
    },
  },
});

/** A door with guards, and a state that it leaves by itself. */
const doorMachine = setup({
  guards: { isLate: () => false, isKnown: () => true },
}).createMachine({
  id: "door",
  initial: "closed",
  states: {
    closed: { on: { KNOCK: [{ guard: "isLate", target: "locked" }, { target: "open" }] } },
    open: { on: { BELL: { guard: "isKnown", target: "answering" } } },
    answering: { always: "closed" },
    locked: {},
  },
});

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop();
});

function recordingIn(store: Store) {
  const machines: string[] = [];
  return {
    machines,
    add: (entry: unknown) => store.add(entry),
    note: (kind: string, what: string) => store.note(kind, what),
    define(machine: Parameters<Store["define"]>[0]) {
      machines.push(machine.id);
      store.define(machine);
    },
  };
}

async function receiving(store: Store) {
  const to = recordingIn(store);
  const receiver = await receiveInspection({ port: 0, to });
  receivers.push(receiver);
  return { receiver, ...to };
}

it("watches another program's machine through @statelyai/inspect, and travels in it", async () => {
  const store = createStore([]);
  const { receiver, machines } = await receiving(store);
  const inspector = createWebSocketInspector({ url: receiver.url });
  const actor = createActor(playerMachine, { inspect: inspector.inspect });
  actor.start();
  await vi.waitFor(() =>
    expect(actor.getSnapshot().value).toMatchObject({ sound: { active: "playing" } }),
  );
  actor.send({ type: "STOP" });
  actor.send({ type: "QUIETER" });
  actor.send({ type: "PAUSE" });
  actor.send({ type: "RESUME" });
  const summary = () => store.machines.get("player")?.[0];
  const last = () => store.entries(summary()?.key ?? "").at(-1)?.event;
  await vi.waitFor(() => expect(last()).toBe("RESUME"), 30_000);
  expect(summary()?.state).toBe("sound.active.stopped+volume.muted");
  inspector.stop();
  actor.stop();

  expect(new Set(machines)).toEqual(new Set(["player", "xstate-actor"]));
  expect(store.machines.get("xstate-actor")?.[0]).toMatchObject({ state: "done", isDone: true });
  const track = store.track(summary()?.key ?? "");
  if (!track) throw new Error("no track");
  const all = Array.from({ length: track.length }, (_, n) => track.at(n));
  expect(all.every(({ fate }) => fate === "taken")).toBe(true);
  const sounds = all.map(
    ({ after }) => (after?.snapshot.value as { sound: unknown } | undefined)?.sound,
  );
  expect(sounds.slice(-4)).toEqual([
    { active: "stopped" },
    { active: "stopped" },
    "paused",
    { active: "stopped" },
  ]);
  const muted = all.find(({ entry }) => entry.event === "QUIETER");
  expect(muted?.before?.snapshot.context).toEqual({ volume: 3, track: "song.mp3" });
  expect(muted?.after?.snapshot.context).toEqual({ volume: 0, track: "song.mp3" });
});

it("begins a run where it began, although its app could send only later", async () => {
  const store = createStore([]);
  const { receiver } = await receiving(store);
  // Until it is connected the client keeps what happens, and tells of an actor as it is by then.
  const inspector = createWebSocketInspector({ url: receiver.url });
  const machine = setup({ actors: { load: fromPromise(async () => 1) } }).createMachine({
    id: "loader",
    initial: "loading",
    states: { loading: { invoke: { src: "load", onDone: "ready" } }, ready: {} },
  });
  const actor = createActor(machine, { inspect: inspector.inspect }).start();
  await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("ready"));
  const states = (machine: string) =>
    store.entries(store.machines.get(machine)?.[0]?.key ?? "").map(({ from, to }) => [from, to]);
  const begun = [
    [null, "loading"],
    ["loading", "ready"],
  ];
  await vi.waitFor(() => expect(states("loader")).toEqual(begun), 30_000);
  await vi.waitFor(
    () =>
      expect(states("xstate-actor")).toEqual([
        [null, "active"],
        ["active", "done"],
      ]),
    30_000,
  );
  inspector.stop();
  actor.stop();
});

it("says of guards what the app's way tells, and no more", async () => {
  const store = createStore([]);
  const { receiver } = await receiving(store);
  const inspector = createWebSocketInspector({ url: receiver.url });
  const actor = createActor(doorMachine, { inspect: inspector.inspect }).start();
  for (const type of ["KNOCK", "BELL"]) actor.send({ type });
  const key = () => store.machines.get("door")?.[0]?.key ?? "";
  await vi.waitFor(() => expect(store.entries(key()).at(-1)?.event).toBe("BELL"), 30_000);
  inspector.stop();
  const track = store.track(key());
  if (!track) throw new Error("no track");
  const says = (n: number) =>
    judgedAt(track.machine, track.at(n)).map(({ guard, verdict }) => [
      guard?.name,
      guard?.result,
      verdict,
    ]);
  expect(says(1)).toEqual([
    ["isLate", "fails", "guard fails"],
    [undefined, undefined, "taken"],
  ]);
  expect(says(2)).toEqual([["isKnown", "unseen", "only the app knows"]]);
  expect(whyHere(track, 1).sentences[0]).toContain("no guard was asked");
  const { sentences } = whatNext(track.machine, track.at(0).after as HostState, 0);
  expect(sentences.join("\n")).toContain("isLate is for the app to say");
  expect(JSON.stringify([sentences, says(2)])).not.toContain("has no guard");
});

it("shows the microsteps of an app that sends XState's own events", async () => {
  const store = createStore([]);
  const { receiver } = await receiving(store);
  const socket = new WebSocket(receiver.url);
  await new Promise((resolve) => socket.on("open", resolve));
  const actor = createActor(doorMachine, {
    inspect({ type, actorRef, ...told }) {
      const { sessionId, logic } = actorRef as AnyActor;
      const definition = "config" in logic ? logic.config : undefined;
      if (type === "@xstate.actor") return;
      socket.send(JSON.stringify({ ...told, type, sessionId, definition }));
    },
  }).start();
  for (const type of ["KNOCK", "BELL"]) actor.send({ type });
  const key = () => store.machines.get("door")?.[0]?.key ?? "";
  await vi.waitFor(() => expect(store.entries(key()).at(-1)?.event).toBe("BELL"), 30_000);
  socket.close();
  const track = store.track(key());
  if (!track) throw new Error("no track");
  expect(microstepsIn(track.at(2).entry)).toEqual([
    {
      event: "BELL",
      to: "answering",
      transitions: [
        { source: "#door.open", targets: ["#door.answering"], event: "BELL", guard: "isKnown" },
      ],
    },
    {
      event: "BELL",
      to: "closed",
      transitions: [
        { source: "#door.answering", targets: ["#door.closed"], event: "", guard: null },
      ],
    },
  ]);
  // Where it went by itself hides what the event did; the microsteps tell.
  expect(judgedAt(track.machine, track.at(2))).toMatchObject([
    { verdict: "taken", guard: { name: "isKnown", result: "holds" } },
  ]);
  expect(takenBy(track.machine, track.at(2))).toEqual(["open BELL 0"]);
});

it("records what the coming @xstate.transition says, also of an actor that was not told of", () => {
  const store = createStore([]);
  const hashes = new Map<string, string>();
  const take = createRecorder("app", recordingIn(store), hashes);
  const definition = createMachine({
    id: "lamp",
    initial: "off",
    states: { off: { on: { T: "on" } }, on: {} },
  }).config;
  const say = (value: string, event: object, more = {}) =>
    take({
      type: "@xstate.transition",
      sessionId: "x:0",
      event,
      snapshot: { value, context: {}, status: "active" },
      ...more,
    });
  say("off", { type: "xstate.init" }, { definition });
  say("on", { type: "T", by: "hand" });
  expect(store.machines.get("lamp")?.[0]).toMatchObject({ state: "on", entries: 2 });
  const [, second] = store.entries("lamp/app/x:0");
  expect(second).toMatchObject({ event: "T", from: "off", to: "on", payload: { by: "hand" } });
});

it("tells two definitions of one name apart", () => {
  const store = createStore([]);
  const hashes = new Map<string, string>();
  for (const state of ["a", "b", "a"]) {
    const take = createRecorder(`app ${state}`, recordingIn(store), hashes);
    const definition = JSON.stringify({ id: "m", initial: state, states: { [state]: {} } });
    take({
      type: "@xstate.snapshot",
      sessionId: "x:0",
      definition,
      snapshot: { value: state, status: "active" },
    });
  }
  expect([...store.machines.keys()].sort()).toEqual([
    "m",
    expect.stringMatching(/^m [0-9a-f]{8}$/),
  ]);
});

it("takes whatever comes", () => {
  const store = createStore([]);
  const take = createRecorder("app", recordingIn(store), new Map());
  const odd = [
    null,
    7,
    "text",
    [],
    {},
    { type: "@xstate.snapshot" },
    { type: "@xstate.actor", sessionId: 5 },
  ];
  for (const message of odd) take(message);
  const big = { value: "a", status: "active", context: { text: "x".repeat(100_000) } };
  const cut =
    '{"id":"cut","initial":"a","states":{"a":{"on":{"E":"[Object]"},"states":"[Object]"}}}';
  take({ type: "@xstate.snapshot", sessionId: "s1", definition: cut, snapshot: big });
  const forged = JSON.parse(
    '{"id":"__proto__","initial":"a","states":{"a":{"on":{"__proto__":"b"}}}}',
  );
  take({
    type: "@xstate.snapshot",
    sessionId: "s2",
    definition: forged,
    snapshot: { value: { __proto__: "x" }, status: "active" },
  });
  expect(store.problems.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(
    odd.length,
  );
  expect(JSON.stringify(store.entries("cut/app/s1"))).toContain("100011 characters");
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

/** A recorder, and what its app says of an actor. */
function recorded() {
  const store = createStore([]);
  const take = createRecorder("app", recordingIn(store), new Map());
  const definition = { id: "m", initial: "a", states: { a: {}, b: {} } };
  const say = (sessionId: string, type: string, more: object = {}) =>
    take({
      ...{ type, sessionId, definition, event: { type: "E" } },
      ...{ snapshot: { value: "a", status: "active", context: {} }, ...more },
    });
  return { store, say };
}

it("makes room for new actors when others have ended, and takes no late news of these", () => {
  const { store, say } = recorded();
  for (let n = 0; n < 10_100; n += 1) {
    say(`x:${n}`, "@xstate.snapshot");
    say(`x:${n}`, "@xstate.snapshot", { snapshot: { value: "b", status: "done" } });
  }
  expect(store.problems).toEqual([]);
  expect(store.machines.get("m")).toHaveLength(10_100);
  say("x:10099", "@xstate.snapshot");
  say("x:10099", "@xstate.actor");
  expect(store.get("m/app/x:10099")).toMatchObject({ entries: 2, isDone: true });
});

it("refuses more actors at a time than it can keep, and says so", () => {
  const { store, say } = recorded();
  for (let n = 0; n < 10_001; n += 1) say(`x:${n}`, "@xstate.snapshot");
  expect(store.machines.get("m")).toHaveLength(10_000);
  expect(store.problems).toMatchObject([{ kind: "actors", count: 1 }]);
});

it("bounds what one message can take, and how many machines there are", () => {
  const { store, say } = recorded();
  const large = "x".repeat(100_000);
  const event = { type: large, note: large };
  say("s", "@xstate.snapshot");
  say("s", "@xstate.snapshot", {
    event,
    snapshot: { value: { [large]: large }, status: "active" },
  });
  expect(JSON.stringify(store.entries("m/app/s")).length).toBeLessThan(2_000);
  for (let n = 0; n < 600; n += 1)
    say(`d${n}`, "@xstate.snapshot", {
      definition: { id: `d${n}`, initial: "a", states: { a: {} } },
    });
  expect(store.track("d100/app/d100")).toBeDefined();
  expect(store.track("d599/app/d599")).toBeUndefined();
  const kinds = store.problems.map(({ kind }) => kind);
  expect(kinds).toContain("definition");
});

it("takes its own clock for a time that is none", () => {
  const { store, say } = recorded();
  const before = Date.now();
  const none = [null, "", " ", true, [], {}, "yesterday", undefined];
  for (const [n, createdAt] of none.entries()) say(`x:${n}`, "@xstate.snapshot", { createdAt });
  say("text", "@xstate.snapshot", { createdAt: "1700000000000" });
  const times = (store.machines.get("m") ?? []).map(({ startedAt }) => startedAt);
  expect(times.filter((time) => time >= before)).toHaveLength(8);
  expect(times).toContain(1_700_000_000_000);
});

it("turns away who does not know the address, and pages of other sites, and says so", async () => {
  const store = createStore([]);
  const { receiver } = await receiving(store);
  const { origin, pathname } = new URL(receiver.url.replace("ws:", "http:"));
  const at = (path: string) => `${origin.replace("http:", "ws:")}${path}`;
  const tried = (url: string, options: object = {}) =>
    new Promise((resolve) => {
      const socket = new WebSocket(url, options);
      socket.on("open", () => {
        socket.close();
        resolve("open");
      });
      socket.on("error", (error) => resolve(error.message));
    });
  expect(pathname).toMatch(/^\/[\w-]{22}$/);
  const forged = `/${"A".repeat(pathname.length - 1)}`;
  for (const path of ["", "/", forged, `${pathname}x`, pathname.slice(0, -1), `${pathname}/`]) {
    expect(await tried(at(path)), path).toContain("401");
    expect(await tried(at(path), { origin: "http://localhost:5173" }), path).toContain("401");
  }
  const { url, port } = receiver;
  const foreign = ["https://example.com", "null", "file://", "http://localhost.example.com"];
  for (const origin of foreign) expect(await tried(url, { origin }), origin).toContain("403");
  const rebound = ["example.com", `example.com:${port}`, "localhost", `localhost:${port + 1}`];
  for (const Host of rebound)
    expect(await tried(url, { headers: { Host } }), Host).toContain("403");
  expect(store.problems).toMatchObject([{ kind: "turned away", count: 20 }]);
  expect(JSON.stringify(store.problems)).not.toContain(pathname.slice(1));

  for (const origin of ["http://localhost:5173", "https://127.0.0.1", "http://[::1]:3000"])
    expect(await tried(url, { origin }), origin).toBe("open");
  expect(await tried(url)).toBe("open");
  expect(await tried(url.replace("127.0.0.1", "localhost"), { family: 4 })).toBe("open");
});

it("takes a token that is one of an address, and no other", async () => {
  const to = recordingIn(createStore([]));
  const token = "a-token_of-22-characters";
  const receiver = await receiveInspection({ port: 0, to, token });
  receivers.push(receiver);
  expect(receiver.url).toBe(`ws://127.0.0.1:${receiver.port}/${token}`);
  for (const wrong of ["", "short", "with a space in it!", "../../../../../../x"])
    await expect(receiveInspection({ port: 0, to, token: wrong })).rejects.toThrow("token:");
});

import { describe, expect, it } from "vitest";
import type { AnyStateNode } from "xstate";
import { type Chart, type ChartState, withInner } from "../../src/chart/chart.js";
import { chartOf } from "../../src/chart/chart-of.js";
import { guardText } from "../../src/chart/names.js";
import { hostileMachine, ourMachines, playerMachine } from "./support/machines.js";

const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];

describe.each([...ourMachines, playerMachine])("the chart of $id", (machine) => {
  const chart = chartOf(machine);

  it("has every state and every transition, each with an id of its own", () => {
    const nodes = nodesOf(machine.root);
    const states = withInner(chart.root).map(({ id }) => id);
    expect(states).toEqual(nodes.map(({ path }) => path.map(escaped).join(".")));
    expect(new Set(states).size).toBe(states.length);
    const transitions = nodes.flatMap((node) => [
      ...[...node.transitions.values()].flat(),
      ...(node.always ?? []),
    ]);
    expect(chart.transitions.map(({ event }) => event)).toEqual(
      transitions.map(({ eventType }) => eventType),
    );
    expect(new Set(chart.transitions.map(({ id }) => id)).size).toBe(transitions.length);
  });

  it("leads only from and to states it has", () => {
    const states = new Set(withInner(chart.root).map(({ id }) => id));
    const ends = chart.transitions.flatMap(({ source, targets }) => [source, ...targets]);
    expect(ends.filter((id) => !states.has(id))).toEqual([]);
  });

  it("is JSON, and the same each time", () => {
    expect(JSON.parse(JSON.stringify(chart))).toEqual(chart);
    expect(chartOf(machine)).toEqual(chart);
  });
});

describe("what a chart tells", () => {
  const chart = chartOf(playerMachine);

  it("tells the kinds of states apart", () => {
    expect(state(chart, "playing").kind).toBe("parallel");
    expect(state(chart, "playing.motor").initial).toBe("playing.motor.running");
    expect(state(chart, "playing.motor.over").kind).toBe("final");
    expect(state(chart, "playing.sound.last")).toMatchObject({
      kind: "history",
      history: "shallow",
      initial: "playing.sound.on",
    });
    expect(state(chart, "playing.everything").history).toBe("deep");
    expect(state(chart, "playing.sound.very\\.quiet").name).toBe("very.quiet");
  });

  it("tells what a state runs, does, is tagged with and waits for", () => {
    expect(state(chart, "loading")).toMatchObject({
      waitsFor: "network",
      invokes: [{ id: "fetch", src: "fetchTrack" }],
    });
    expect(state(chart, "playing")).toMatchObject({
      entry: ["spin"],
      exit: ["stop", "inline action"],
    });
    expect(state(chart, "playing.motor.paused").tags).toEqual(["quiet"]);
  });

  it.each([
    ["loading", { kind: "done", actor: "fetch" }],
    ["loading", { kind: "error", actor: "fetch" }],
    ["playing", { kind: "done" }],
    ["playing.motor.running", { kind: "delay", ms: 500 }],
    ["playing.motor.paused", { kind: "delay", name: "bufferTime", ms: 2_000 }],
    ["playing.motor.paused", { kind: "delay", name: "backOff" }],
    ["broken", { kind: "always" }],
    ["", { kind: "event", name: "*" }],
  ])("tells what sets a transition of %j off: %j", (source, trigger) => {
    const own = chart.transitions.filter((transition) => transition.source === source);
    expect(own.map((transition) => transition.trigger)).toContainEqual(trigger);
  });

  it("keeps composed guards, and the parameters of one", () => {
    const guards = chart.transitions.flatMap(({ guard }) => (guard ? [guard] : []));
    expect(guards.map((guard) => guardText(guard))).toContain(
      "(isReady and not isLocked) or isLocked",
    );
    expect(guards).toContainEqual({
      kind: "named",
      name: "isFasterThan",
      params: { speed: 2 },
    });
    expect(guards).toContainEqual({ kind: "inline" });
  });

  it("knows several targets, history, and events that are ignored", () => {
    const of = (event: string) =>
      chart.transitions.find((one) => one.source === "broken" && one.event === event);
    expect(of("PLAY")).toMatchObject({
      targets: ["playing.motor.running", "playing.sound.off"],
      isReentering: true,
    });
    expect(of("BACK")?.targets).toEqual(["playing.sound.last"]);
    expect(of("LOAD")).toMatchObject({ targets: [], isForbidden: true });
  });

  it("knows where a person is waited for in our machines", () => {
    const waiting = ourMachines.map((machine) =>
      withInner(chartOf(machine).root).flatMap(({ id, waitsFor }) =>
        waitsFor === "person" ? [id] : [],
      ),
    );
    expect(waiting).toEqual([
      ["open.rendered"],
      ["exhausted"],
      ["failed"],
      ["escalated", "undecided"],
    ]);
  });
});

describe("a definition after JSON", () => {
  it("gives the same states, and says what JSON did not keep", () => {
    const machine = chartOf(playerMachine);
    const json = chartOf(JSON.parse(JSON.stringify(playerMachine.definition)) as object);
    const ids = (chart: Chart) => withInner(chart.root).map(({ id, kind }) => [id, kind]);
    expect(ids(json)).toEqual(ids(machine));
    expect(json.transitions.map(({ id }) => id)).toEqual(
      machine.transitions.filter(({ event }) => event !== "").map(({ id }) => id),
    );
    expect(json.lacks.length).toBeGreaterThan(0);
    expect(machine.lacks).toEqual([]);
  });

  it("is refused when it is none", () => {
    expect(() => chartOf({ id: 1 })).toThrow("Not a machine");
    expect(() => chartOf({ root: null })).toThrow("Not a machine");
  });

  it("survives whatever is in it", () => {
    const odd = { id: "x", type: "atomic", transitions: [null, 7, {}], entry: 3, invoke: [{}] };
    expect(chartOf(odd).transitions).toHaveLength(1);
  });
});

describe("the hash", () => {
  it("is another for another guard, delay or name, and for every machine", () => {
    const hashes = [...ourMachines, playerMachine, hostileMachine].map((one) => chartOf(one).hash);
    expect(new Set(hashes).size).toBe(hashes.length);
    const slower = playerMachine.provide({ delays: { bufferTime: 3_000 } });
    expect(chartOf(slower).hash).not.toBe(chartOf(playerMachine).hash);
  });
});

const escaped = (key: string) => key.replace(/[\\.]/g, "\\$&");

function state(chart: Chart, id: string): ChartState {
  const found = withInner(chart.root).find((one) => one.id === id);
  if (!found) throw new Error(`No state ${id}`);
  return found;
}

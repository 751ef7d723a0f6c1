import { sha256Hex } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { type Chart, type ChartState, stateId } from "./chart.js";
import { nameOfAction } from "./names.js";
import { type Reading, readTransitions } from "./read-transitions.js";
import { isRecord, nodeOf, type StateNodeLike } from "./state-node.js";

/**
 * Reads a machine as a chart: an XState v5 machine, or its `definition` after JSON (as inspection
 * events carry it; JSON keeps neither transitions without an event nor composed guards).
 *
 * @example
 * const chart = chartOf(askMachine);
 * console.log(chart.transitions.length);
 */
export function chartOf(machine: AnyStateMachine | object): Chart {
  const isMachine = typeof machine === "object" && machine !== null && "root" in machine;
  const root = nodeOf(isMachine ? machine.root : machine);
  if (!root) {
    throw new TypeError("Not a machine: give an XState v5 machine, or its `definition`.");
  }
  const reading: Reading = { paths: pathsOf(root, []), delays: delaysOf(machine) };
  const told = {
    id: root.id,
    root: stateOf(root, [], reading),
    transitions: readTransitions(root, reading),
    lacks: isMachine ? [] : ["transitions without an event", "composed guards", "default history"],
  };
  return { ...told, hash: sha256Hex(JSON.stringify(told)) };
}

/** The path of every state by its XState id. */
function pathsOf(node: StateNodeLike, path: readonly string[]): ReadonlyMap<string, string> {
  const inner = node.states.flatMap((child) => [...pathsOf(child, [...path, child.key])]);
  return new Map([[node.id, stateId(path)], ...inner]);
}

/** The delays that are plain numbers. */
function delaysOf(machine: object): ReadonlyMap<string, number> {
  const implementations = "implementations" in machine ? machine.implementations : undefined;
  const delays = isRecord(implementations) ? implementations.delays : undefined;
  const entries = isRecord(delays) ? Object.entries(delays) : [];
  return new Map(
    entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );
}

function stateOf(node: StateNodeLike, path: readonly string[], reading: Reading): ChartState {
  const { type, history, description, meta } = node;
  const initial = node.initial.map((id) => reading.paths.get(id))[0];
  const waitsFor = isRecord(meta) ? meta.waitsFor : undefined;
  return {
    id: stateId(path),
    name: node.key,
    kind: type,
    ...(type === "history" ? { history: history === "deep" ? "deep" : "shallow" } : {}),
    ...(initial === undefined ? {} : { initial }),
    ...(description ? { description } : {}),
    tags: node.tags,
    ...(typeof waitsFor === "string" ? { waitsFor } : {}),
    entry: node.entry.map(nameOfAction),
    exit: node.exit.map(nameOfAction),
    invokes: node.invoke,
    children: node.states.map((child) => stateOf(child, [...path, child.key], reading)),
  };
}

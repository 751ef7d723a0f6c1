// tsup.config.ts
import { defineConfig } from "tsup";

// ../../tsup.shared.ts
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
var FOLDER = ".types";
var compiler = "../../node_modules/typescript-native/bin/tsc";
function types(entry, {
  format = ["esm", "cjs"],
  tsconfig = "tsconfig.json"
} = {}) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  const config = {
    extends: `../${tsconfig}`,
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true },
      ...{ rootDir: "../src", outDir: "." }
    },
    files: Object.values(entry).map((path) => `../${path}`),
    include: ["../src/**/*.d.ts"]
  };
  writeFileSync(join(FOLDER, "tsconfig.json"), JSON.stringify(config));
  execFileSync(process.execPath, [compiler, "-p", FOLDER], { stdio: "inherit" });
  const declared = (path) => join(FOLDER, relative("src", path)).replace(/\.ts$/, ".d.ts");
  return {
    target: "es2022",
    format,
    tsconfig,
    entry: Object.fromEntries(Object.entries(entry).map(([name, path]) => [name, declared(path)])),
    dts: { only: true }
  };
}

// layouts-of-ours.ts
import { askMachine, guardMachine, instructionMachine, verifyMachine } from "@readback/core";
import Elk from "elkjs";

// src/chart/chart-of.ts
import { sha256Hex } from "@readback/core/host";

// src/chart/chart.ts
function transitionId(source2, event, index) {
  return `${source2}|${event}|${index}`;
}
function stateId(path) {
  return path.map((key) => key.replace(/[\\.]/g, "\\$&")).join(".");
}
function withInner(state) {
  return [state, ...state.children.flatMap(withInner)];
}

// src/chart/state-node.ts
var KINDS = ["atomic", "compound", "parallel", "final", "history"];
function nodeOf(value) {
  if (!isRecord(value) || typeof value.id !== "string" || !isKind(value.type)) return void 0;
  const states = isRecord(value.states) ? Object.values(value.states) : [];
  return {
    id: value.id,
    key: typeof value.key === "string" ? value.key : value.id,
    type: value.type,
    history: value.history,
    description: textOf(value.description),
    meta: value.meta,
    tags: listOf(value.tags).filter((tag) => typeof tag === "string"),
    entry: listOf(value.entry),
    exit: listOf(value.exit),
    invoke: listOf(value.invoke).filter(isRecord).map(invokeOf),
    initial: value.type === "history" ? defaultOf(value) : targetsOf(value.initial),
    transitions: transitionsOf(value),
    states: states.map(nodeOf).filter((state) => state !== void 0)
  };
}
function isRecord(value) {
  return typeof value === "object" && value !== null;
}
var isKind = (type) => typeof type === "string" && KINDS.includes(type);
var listOf = (value) => Array.isArray(value) ? value : [];
var textOf = (value) => typeof value === "string" ? value : void 0;
function invokeOf({ id, src }) {
  const name = textOf(src) ?? "";
  return { id: String(id), src: name.startsWith("xstate.invoke.") ? "" : name };
}
function defaultOf({ config, parent }) {
  const target = isRecord(config) ? textOf(config.target) : void 0;
  if (!isRecord(parent)) return [];
  if (target === void 0) return targetsOf(parent.initial);
  if (target.startsWith("#")) return [target.slice(1)];
  let state = parent;
  for (const key of target.split(".")) {
    state = isRecord(state) && isRecord(state.states) ? state.states[key] : void 0;
  }
  return isRecord(state) && typeof state.id === "string" ? [state.id] : [];
}
function transitionsOf(node) {
  const { transitions } = node;
  const own = transitions instanceof Map ? [...transitions.values()].flat() : listOf(transitions);
  return [...own, ...listOf(node.always)].filter(isRecord).map((transition) => ({
    eventType: textOf(transition.eventType) ?? "",
    target: transition.target === void 0 ? void 0 : targetsOf(transition),
    delay: transition.delay,
    guard: transition.guard,
    actions: listOf(transition.actions),
    reenter: transition.reenter === true,
    description: textOf(transition.description)
  }));
}
function targetsOf(transition) {
  const targets = isRecord(transition) ? listOf(transition.target) : [];
  return targets.flatMap((target) => {
    if (typeof target === "string") return [target.replace(/^#/, "")];
    return isRecord(target) && typeof target.id === "string" ? [target.id] : [];
  });
}

// src/chart/names.ts
var BUILT_IN = {
  "xstate.assign": "assign",
  "xstate.raise": "raise",
  "xstate.sendTo": "sendTo",
  "xstate.emit": "emit",
  "xstate.cancel": "cancel",
  "xstate.log": "log",
  "xstate.spawnChild": "spawnChild",
  "xstate.stopChild": "stopChild",
  "xstate.enqueueActions": "enqueueActions"
};
function nameOfAction(action) {
  const name = nameOf(action) ?? "";
  return BUILT_IN[name] ?? (name === "" || name === "actions" ? "inline action" : name);
}
function guardOf(guard) {
  const inner = isComposed(guard) ? guard.guards.map(guardOf) : void 0;
  if (inner) {
    const [first = { kind: "inline" }] = inner;
    const kind = guard.name;
    if (kind === "not") return { kind: "not", guard: first };
    return { kind: kind === "or" ? "or" : "and", guards: inner };
  }
  const name = nameOf(guard);
  if (name === void 0 || name === "" || name === "guard") return { kind: "inline" };
  const params = isRecord(guard) ? guard.params : void 0;
  return { kind: "named", name, ...params === void 0 ? {} : { params: plain(params) } };
}
function guardText(guard, isInner = false) {
  switch (guard.kind) {
    case "named":
      return guard.name;
    case "inline":
      return "inline guard";
    case "not":
      return `not ${guardText(guard.guard, true)}`;
    default: {
      const text = guard.guards.map((inner) => guardText(inner, true)).join(` ${guard.kind} `);
      return isInner ? `(${text})` : text;
    }
  }
}
function guardNames(guard) {
  if (!guard || guard.kind === "inline") return [];
  if (guard.kind === "named") return [guard.name];
  return guard.kind === "not" ? guardNames(guard.guard) : guard.guards.flatMap(guardNames);
}
function nameOf(value) {
  if (typeof value === "string") return value;
  if (typeof value === "function") {
    const { type } = value;
    return typeof type === "string" ? type : value.name;
  }
  return isRecord(value) && typeof value.type === "string" ? value.type : void 0;
}
function isComposed(guard) {
  const isHolder = typeof guard === "function" || isRecord(guard);
  return isHolder && Array.isArray(guard.guards);
}
function plain(value) {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null");
  } catch {
    return null;
  }
}

// src/chart/read-transitions.ts
function readTransitions(node, reading) {
  const counts = /* @__PURE__ */ new Map();
  const own = node.transitions.map((transition) => {
    const index = counts.get(transition.eventType) ?? 0;
    counts.set(transition.eventType, index + 1);
    return read(node, transition, index, reading);
  });
  return [...own, ...node.states.flatMap((child) => readTransitions(child, reading))];
}
function read(node, { eventType, target, delay, guard, actions, reenter, description }, index, { paths, delays }) {
  const source2 = paths.get(node.id) ?? "";
  return {
    id: transitionId(source2, eventType, index),
    source: source2,
    targets: (target ?? []).map((id) => paths.get(id)).filter((id) => id !== void 0),
    event: eventType,
    index,
    trigger: triggerOf(eventType, delay, delays),
    ...guard === void 0 || guard === null ? {} : { guard: guardOf(guard) },
    actions: actions.map(nameOfAction),
    isReentering: reenter,
    isForbidden: target === void 0 && actions.length === 0 && !reenter,
    ...description ? { description } : {}
  };
}
var OF_ACTOR = /^xstate\.(?:(done|error)\.actor|(snapshot))\.(.*)$/s;
function triggerOf(event, delay, delays) {
  if (typeof delay === "number") return { kind: "delay", ms: delay };
  if (typeof delay === "string") {
    const ms = delays.get(delay) ?? (/^\d+$/.test(delay) ? Number(delay) : void 0);
    const isNumber = /^\d+$/.test(delay);
    return {
      kind: "delay",
      ...isNumber ? {} : { name: delay },
      ...ms === void 0 ? {} : { ms }
    };
  }
  if (event === "") return { kind: "always" };
  if (event.startsWith("xstate.done.state.")) return { kind: "done" };
  const [, ending, snapshot, actor = ""] = OF_ACTOR.exec(event) ?? [];
  if (snapshot) return { kind: "snapshot", actor };
  if (ending === "done" || ending === "error") return { kind: ending, actor };
  return { kind: "event", name: event };
}

// src/chart/chart-of.ts
function chartOf(machine) {
  const isMachine = "root" in machine;
  const root = nodeOf(isMachine ? machine.root : machine);
  if (!root) {
    throw new TypeError("Not a machine: give an XState v5 machine, or its `definition`.");
  }
  const reading = { paths: pathsOf(root, []), delays: delaysOf(machine) };
  const told = {
    id: root.id,
    root: stateOf(root, [], reading),
    transitions: readTransitions(root, reading),
    lacks: isMachine ? [] : ["transitions without an event", "composed guards", "default history"]
  };
  return { ...told, hash: sha256Hex(JSON.stringify(told)) };
}
function pathsOf(node, path) {
  const inner = node.states.flatMap((child) => [...pathsOf(child, [...path, child.key])]);
  return new Map([[node.id, stateId(path)], ...inner]);
}
function delaysOf(machine) {
  const implementations = "implementations" in machine ? machine.implementations : void 0;
  const delays = isRecord(implementations) ? implementations.delays : void 0;
  const entries = isRecord(delays) ? Object.entries(delays) : [];
  return new Map(
    entries.filter((entry) => typeof entry[1] === "number")
  );
}
function stateOf(node, path, reading) {
  const { type, history, description, meta } = node;
  const initial = node.initial.map((id) => reading.paths.get(id))[0];
  const waitsFor = isRecord(meta) ? meta.waitsFor : void 0;
  return {
    id: stateId(path),
    name: node.key,
    kind: type,
    ...type === "history" ? { history: history === "deep" ? "deep" : "shallow" } : {},
    ...initial === void 0 ? {} : { initial },
    ...description ? { description } : {},
    tags: node.tags,
    ...typeof waitsFor === "string" ? { waitsFor } : {},
    entry: node.entry.map(nameOfAction),
    exit: node.exit.map(nameOfAction),
    invokes: node.invoke,
    children: node.states.map((child) => stateOf(child, [...path, child.key], reading))
  };
}

// src/chart/lifted.ts
function lifted(steps, root) {
  let result = steps;
  for (const state of withInner(root)) {
    if (state.id === "" || state.kind !== "compound") continue;
    const own = new Set(state.children.map(({ id }) => id));
    const groups = /* @__PURE__ */ new Map();
    for (const step of result) {
      if (!own.has(step.from) || isWithin(step.to, state.id)) continue;
      const key = JSON.stringify([step.trigger, step.guard, step.to]);
      groups.set(key, [...groups.get(key) ?? [], step]);
    }
    for (const group of groups.values()) result = withTogether(result, group, state);
  }
  return result;
}
function withTogether(steps, group, { id, children }) {
  const isShared = group.length >= 3 || group.length === children.length && children.length > 1;
  const [first, ...rest] = group;
  if (!isShared || !first) return steps;
  const others = children.filter((child) => !group.some(({ from }) => from === child.id));
  const except = others.map(({ name }) => name).join(", ");
  const together2 = {
    ...first,
    transitions: group.flatMap(({ transitions }) => transitions),
    from: id,
    where: except ? `in each but ${except}` : "in each"
  };
  return steps.flatMap((step) => step === first ? [together2] : rest.includes(step) ? [] : [step]);
}
var isWithin = (id, ancestor) => id === ancestor || id.startsWith(`${ancestor}.`);

// src/chart/lines.ts
var noteLine = (text) => ({
  segments: [{ text, role: "note" }],
  transitions: []
});
function linesOf(steps) {
  const merged = [];
  for (const step of steps) {
    const index = merged.findIndex(
      (other2) => hasSameGuard(other2, step) || hasSameTrigger(other2, step)
    );
    const other = merged[index];
    if (other) merged[index] = together(other, step);
    else merged.push(step);
  }
  return merged.map(lineOf);
}
var isAlike = (a, b) => a.manner === b.manner && a.where === b.where;
var hasSameGuard = (a, b) => isAlike(a, b) && a.kind === "event" && b.kind === "event" && a.guard === b.guard;
var hasSameTrigger = (a, b) => isAlike(a, b) && a.trigger === b.trigger && isSimple(a.guard) && isSimple(b.guard);
var isSimple = (guard) => guard !== "" && guard !== "else" && !guard.includes(" and ");
function together(a, b) {
  const transitions = [...a.transitions, ...b.transitions];
  const isBound = a.isBound || b.isBound;
  if (a.guard === b.guard) return { ...a, transitions, trigger: `${a.trigger}, ${b.trigger}` };
  return { ...a, transitions, isBound, guard: `${a.guard} or ${b.guard}` };
}
function lineOf({ trigger, kind, guard, isBound, manner, where, transitions }) {
  const words = trigger || (guard === "" ? "always" : "");
  const manners = manner === "goes" ? [] : [{ text: manner, role: "note" }];
  const triggers = words ? [{ text: words, role: kind === "delay" ? "delay" : "event" }] : [];
  const guards = guard ? [{ text: `[${guard}]`, role: isBound ? "bound" : "guard" }] : [];
  const wheres = where ? [{ text: `(${where})`, role: "note" }] : [];
  return { segments: [...manners, ...triggers, ...guards, ...wheres], transitions };
}

// src/chart/duration-text.ts
var UNITS = [
  ["d", 864e5],
  ["h", 36e5],
  ["min", 6e4],
  ["s", 1e3]
];
function durationText(ms) {
  const [unit, size] = UNITS.find(([, size2]) => ms >= size2) ?? ["ms", 1];
  return `${Math.round(ms / size * 10) / 10} ${unit}`;
}

// src/chart/steps.ts
var BOUND = "hasAttemptsLeft";
function stepsOf({ transitions }) {
  return transitions.flatMap((transition) => {
    const { id, source: source2, targets, trigger, guard } = transition;
    const step = {
      transitions: [id],
      from: source2,
      trigger: triggerText(trigger),
      kind: trigger.kind,
      guard: guard ? guardText(guard) : transition.index > 0 ? "else" : "",
      isBound: guardNames(guard).includes(BOUND),
      manner: mannerOf(transition),
      where: ""
    };
    return (targets.length > 0 ? targets : [source2]).map((to) => ({ ...step, to }));
  });
}
function mannerOf({ source: source2, targets, isReentering, isForbidden }) {
  if (isForbidden) return "ignores";
  if (targets.some((target) => target !== source2)) return "goes";
  return isReentering ? "restarts" : "stays";
}
function triggerText(trigger) {
  switch (trigger.kind) {
    case "event":
      return trigger.name === "*" ? "any other event" : trigger.name;
    case "delay":
      return `after ${delayText(trigger)}`;
    case "always":
      return "";
    case "done":
      return trigger.actor === void 0 ? "done" : `done: ${trigger.actor}`;
    case "error":
      return `error: ${trigger.actor}`;
    case "snapshot":
      return `update: ${trigger.actor}`;
  }
}
function delayText({ name, ms }) {
  if (ms === void 0) return name ?? "a while";
  return name === void 0 ? durationText(ms) : `${name} (${durationText(ms)})`;
}

// src/chart/diagram.ts
var ANY_STATE = "\\*";
function diagramOf(chart) {
  const alone = aloneIn(chart.root);
  const drawn = (id) => id === "" ? ANY_STATE : alone.get(id) ?? id;
  const steps = lifted(stepsOf(chart), chart.root).map((step) => ({
    ...step,
    from: drawn(step.from),
    to: drawn(step.to)
  }));
  const staying = steps.filter(({ from, to }) => from === to);
  const linesIn = (id) => linesOf(staying.filter(({ from }) => from === id));
  const edges = edgesOf(steps.filter(({ from, to }) => from !== to));
  const nodes = chart.root.children.map((state) => nodeOf2(state, alone, linesIn));
  const { initial } = chart.root;
  return {
    id: chart.id,
    hash: chart.hash,
    ...initial === void 0 ? {} : { initial: drawn(initial) },
    nodes: [...anyNode(chart.root, linesIn(ANY_STATE), edges), ...nodes],
    edges: [...edges, ...defaultWays(chart.root, drawn)]
  };
}
function aloneIn(root) {
  const pairs = withInner(root).flatMap(({ id, kind, children }) => {
    const [only, ...others] = children;
    const isPair = id !== "" && kind === "compound" && only?.kind === "atomic" && others.length === 0;
    return isPair ? [[only.id, id]] : [];
  });
  return new Map(pairs);
}
function edgesOf(steps) {
  const ways = /* @__PURE__ */ new Map();
  for (const step of steps) {
    const key = JSON.stringify([step.from, step.to]);
    ways.set(key, [...ways.get(key) ?? [], step]);
  }
  return [...ways.values()].flatMap((together2) => {
    const [{ from, to } = { from: "", to: "" }] = together2;
    const transitions = [...new Set(together2.flatMap((step) => step.transitions))];
    return { id: `${from} \u2192 ${to}`, from, to, transitions, lines: linesOf(together2) };
  });
}
function nodeOf2(state, alone, linesIn) {
  const inner = state.children.filter(({ id }) => !alone.has(id));
  const hidden = state.children.filter(({ id }) => alone.has(id));
  const both = [state, ...hidden];
  const waitsFor = both.map((one) => one.waitsFor).find((one) => one !== void 0);
  const description = both.flatMap((one) => one.description ?? []).join(" ");
  return {
    id: state.id,
    states: both.map(({ id }) => id),
    name: state.name,
    kind: kindOf(state, inner.length > 0),
    ...waitsFor === void 0 ? {} : { waitsFor },
    ...state.history === "deep" ? { isDeep: true } : {},
    ...description === "" ? {} : { description },
    stays: [...both.flatMap(runsOf), ...linesIn(state.id)],
    ...state.initial === void 0 || inner.length === 0 ? {} : { initial: state.initial },
    children: inner.map((child) => nodeOf2(child, alone, linesIn))
  };
}
var runsOf = ({ invokes }) => invokes.map(({ id, src }) => noteLine(`runs ${src || id}`));
function kindOf({ kind }, hasInner) {
  if (kind === "final" || kind === "history") return kind;
  if (!hasInner) return "state";
  return kind === "parallel" ? "parallel" : "group";
}
function anyNode(root, stays, edges) {
  const lines2 = [...runsOf(root), ...stays];
  const isNeeded = lines2.length > 0 || edges.some(({ from, to }) => [from, to].includes(ANY_STATE));
  if (!isNeeded) return [];
  return [
    { id: ANY_STATE, states: [""], name: "any state", kind: "any", stays: lines2, children: [] }
  ];
}
function defaultWays(root, drawn) {
  return withInner(root).flatMap(({ id, kind, initial }) => {
    if (kind !== "history" || initial === void 0) return [];
    const to = drawn(initial);
    return [{ id: `${id} \u2192 ${to}`, from: id, to, transitions: [], lines: [] }];
  });
}

// src/chart/layout.ts
var TITLE_SIZE = 15;
var TEXT_SIZE = 13;

// src/chart/text-width.ts
var WIDTHS = {
  191: "'",
  222: "ijl",
  260: "|",
  278: " !,./:;I[\\]ft",
  333: "()-`r",
  334: "{}",
  355: '"',
  389: "*",
  469: "^",
  500: "Jcksvxyz",
  556: "#$0123456789?L_abdeghnopqu",
  584: "+<=>~",
  611: "FTZ",
  667: "&ABEKPSVXY",
  722: "CDHNRUw",
  778: "GOQ",
  833: "Mm",
  889: "%",
  944: "W",
  1015: "@"
};
var widthOf = new Map(
  Object.entries(WIDTHS).flatMap(
    ([width, letters]) => [...letters].map((letter) => [letter, Number(width)])
  )
);
var ROOM = 1.15;
var otherWidth = (letter) => (letter.codePointAt(0) ?? 0) >= 4352 ? 1e3 : 600;
function textWidth(text, size, isBold2 = false) {
  const units = [...text].reduce(
    (sum, letter) => sum + (widthOf.get(letter) ?? otherWidth(letter)),
    0
  );
  return units / 1e3 * size * (isBold2 ? ROOM * 1.1 : ROOM);
}

// src/chart/wrapped.ts
var MOST_LINES = 24;
function wrapped(segments, width, size, isBold2 = false) {
  const lines2 = [[]];
  let used = 0;
  const space = textWidth(" ", size, isBold2);
  for (const { text, role } of segments) {
    for (const word of text.split(/\s+/).flatMap((one) => cut(one, width, size, isBold2))) {
      const needed = textWidth(word, size, isBold2);
      const line = lines2.at(-1) ?? [];
      const isFirst = line.length === 0;
      if (isFirst || used + space + needed <= width) {
        used += (isFirst ? 0 : space) + needed;
        append(line, { text: word, role });
      } else {
        lines2.push([{ text: word, role }]);
        used = needed;
      }
    }
  }
  if (lines2.length <= MOST_LINES) return lines2;
  return [...lines2.slice(0, MOST_LINES - 1), [{ text: "\u2026", role: "note" }]];
}
function append(line, { text, role }) {
  const last = line.at(-1);
  if (last?.role === role) line[line.length - 1] = { text: `${last.text} ${text}`, role };
  else line.push({ text, role });
}
function cut(word, width, size, isBold2) {
  if (textWidth(word, size, isBold2) <= width) return [word];
  const letters = [...word];
  let length = 1;
  while (length < letters.length && textWidth(letters.slice(0, length + 1).join(""), size, isBold2) <= width) {
    length += 1;
  }
  const joint = jointBefore(letters, length);
  const at = joint > length / 2 ? joint : length;
  return [letters.slice(0, at).join(""), ...cut(letters.slice(at).join(""), width, size, isBold2)];
}
function jointBefore(letters, length) {
  for (let at = length; at > 0; at -= 1) {
    const [before = "", after = ""] = [letters[at - 1], letters[at]];
    if (/[._\-/:]/.test(before) || /\p{Ll}/u.test(before) && /\p{Lu}/u.test(after)) return at;
  }
  return 0;
}

// src/chart/text-block.ts
var TITLE_LINE = 20;
var TEXT_LINE = 17;
var PADDING = { x: 12, y: 9 };
var LABEL_PADDING = { x: 5, y: 2 };
var DIVIDER = 10;
var WIDEST_LABEL = 170;
var INSET = 4;
var WIDEST_BODY = 200;
var WIDEST_LIST = 280;
function boxText(node, widest = node.stays.length > 2 ? WIDEST_LIST : WIDEST_BODY) {
  if (node.kind === "history") return { width: 30, height: 30, text: [] };
  const inset = node.kind === "final" ? INSET : 0;
  const [left, start] = [PADDING.x + inset, PADDING.y + inset];
  const head = [
    ...lines([{ text: node.name, role: "event" }], widest, "title"),
    ...node.waitsFor === void 0 ? [] : lines([{ text: waitsText(node.waitsFor), role: "note" }], widest, "waits"),
    ...node.description === void 0 ? [] : lines([{ text: node.description, role: "note" }], widest, "body")
  ];
  const stays = node.stays.flatMap((line) => linesOf2(line, widest));
  const isDivided = stays.length > 0;
  const top = place(head, left, start, "start");
  const below = top.bottom + (isDivided ? DIVIDER : 0);
  const bottom = place(stays, left, below, "start");
  return {
    width: Math.ceil(Math.max(widthOf2(head), widthOf2(stays)) + 2 * left),
    height: Math.ceil((isDivided ? bottom.bottom : top.bottom) + start),
    text: [...top.text, ...bottom.text],
    ...isDivided ? { divider: top.bottom + DIVIDER / 2 } : {}
  };
}
function labelText(ways) {
  const text = ways.flatMap((line) => linesOf2(line, WIDEST_LABEL));
  const width = Math.ceil(widthOf2(text) + 2 * LABEL_PADDING.x);
  const placed = place(text, width / 2, LABEL_PADDING.y, "middle");
  return { width, height: Math.ceil(placed.bottom + LABEL_PADDING.y), text: placed.text };
}
var widestIn = (width) => width - 2 * PADDING.x;
var waitsText = (whom) => `waits for ${whom === "person" || whom === "agent" ? whom === "agent" ? "an agent" : "a person" : whom}`;
function linesOf2({ segments, transitions }, widest) {
  const whole = wrapped(segments, widest, TEXT_SIZE);
  const [first, ...rest] = segments;
  const isSplit = whole.length > 1 && first && first.role !== "note";
  const parts = isSplit ? [[first], ...rest.map((one) => [one])] : [segments];
  return parts.flatMap((part) => lines(part, widest, "line", transitions));
}
function lines(segments, widest, role, transitions = []) {
  return wrapped(segments, widest, sizeOf(role), isBold(role)).map((line) => ({
    role,
    segments: line,
    transitions
  }));
}
function widthOf2(text) {
  return text.reduce((widest, { role, segments }) => {
    const words = segments.map(({ text: text2 }) => text2).join(" ");
    return Math.max(widest, textWidth(words, sizeOf(role), isBold(role)));
  }, 0);
}
var sizeOf = (role) => role === "title" ? TITLE_SIZE : TEXT_SIZE;
var isBold = (role) => role === "title" || role === "waits";
function place(text, x, top, anchor) {
  let bottom = top;
  const placed = text.map((line) => {
    const isTitle = line.role === "title";
    bottom += isTitle ? TITLE_LINE : TEXT_LINE;
    return { ...line, x, y: bottom - (isTitle ? 5 : 4), anchor };
  });
  return { text: placed, bottom };
}

// src/chart/elk-graph.ts
var INSIDE = {
  "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.spacing.nodeNode": "24",
  "elk.spacing.edgeNode": "16",
  "elk.spacing.edgeEdge": "13",
  "elk.spacing.edgeLabel": "6",
  "elk.spacing.labelNode": "8",
  "elk.layered.spacing.nodeNodeBetweenLayers": "26",
  "elk.layered.spacing.edgeNodeBetweenLayers": "16",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "13"
};
var WHOLE = {
  ...INSIDE,
  "elk.algorithm": "layered",
  // Only at the top: inside groups elkjs cannot follow the order of the machine.
  "elk.layered.cycleBreaking.strategy": "MODEL_ORDER",
  "elk.layered.considerModelOrder.strategy": "PREFER_NODES",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.randomSeed": "1",
  "elk.json.shapeCoords": "ROOT",
  "elk.json.edgeCoords": "ROOT",
  "elk.padding": "[top=20,left=20,bottom=20,right=20]"
};
var DOT = 14;
var startOf = (id) => `\\start ${id}`;
function elkGraph(diagram, direction, widths) {
  const starts = [];
  const start = diagram.initial === void 0 ? [] : [dot("", diagram.initial, starts)];
  const children = [...start, ...diagram.nodes.map((node) => elkNode(node, starts, widths))];
  return {
    id: "chart",
    layoutOptions: { ...WHOLE, "elk.direction": direction === "down" ? "DOWN" : "RIGHT" },
    children,
    edges: [...starts, ...diagram.edges.map((edge) => elkEdge(edge, isBackwards(diagram, edge)))]
  };
}
function isBackwards({ nodes }, { from, to }) {
  return allNodes(nodes).some(
    ({ initial, children }) => initial === to && children.some(({ id }) => from === id || from.startsWith(`${id}.`))
  );
}
var allNodes = (nodes) => nodes.flatMap((node) => [node, ...allNodes(node.children)]);
function elkEdge({ id, from, to, lines: lines2 }, isTurned) {
  const edge = { id, sources: [isTurned ? to : from], targets: [isTurned ? from : to] };
  if (lines2.length === 0) return edge;
  const { width, height } = labelText(lines2);
  const layoutOptions = { "elk.edgeLabels.inline": "true" };
  return { ...edge, labels: [{ text: id, width, height, layoutOptions }] };
}
function dot(id, initial, starts) {
  const name = startOf(id);
  starts.push({ id: `${name} \u2192`, sources: [name], targets: [initial] });
  const layoutOptions = { "elk.layered.layering.layerConstraint": "FIRST" };
  return { id: name, width: DOT, height: DOT, layoutOptions };
}
function elkNode(node, starts, widths) {
  const { width, height } = boxText(node, widths.get(node.id));
  if (node.children.length === 0) return { id: node.id, width, height };
  const start = node.initial === void 0 ? [] : [dot(node.id, node.initial, starts)];
  return {
    id: node.id,
    layoutOptions: {
      ...INSIDE,
      "elk.padding": `[top=${height + 8},left=18,bottom=18,right=18]`,
      // Not narrower than its own name.
      "elk.nodeSize.constraints": "MINIMUM_SIZE",
      "elk.nodeSize.minimum": `(${width},${height})`
    },
    children: [...start, ...node.children.map((child) => elkNode(child, starts, widths))]
  };
}

// src/chart/lay-out.ts
async function layOut(diagram, elk, direction) {
  const first = await elk.layout(elkGraph(diagram, direction, /* @__PURE__ */ new Map()));
  const widths = groupWidths(first);
  const laid = await elk.layout(elkGraph(diagram, direction, widths));
  const boxes = new Map(everything(laid).map((node) => [node.id, boxOf(node)]));
  const nodes = [
    ...diagram.initial === void 0 ? [] : [startNode("", void 0, 0, boxes)],
    ...diagram.nodes.flatMap((node) => laidNodes(node, void 0, 0, boxes, widths))
  ];
  const routes = new Map(allEdges(laid).map((edge) => [edge.id, edge]));
  return {
    version: 1,
    id: diagram.id,
    hash: diagram.hash,
    direction,
    width: Math.ceil(laid.width ?? 0),
    height: Math.ceil(laid.height ?? 0),
    nodes,
    edges: [
      ...nodes.filter(({ kind }) => kind === "start").map((start) => startEdge(start, routes)),
      ...diagram.edges.map(
        (edge) => laidEdge(edge, routes.get(edge.id), isBackwards(diagram, edge), nodes)
      )
    ]
  };
}
function groupWidths(node) {
  const groups = everything(node).filter(({ children = [] }) => children.length > 0);
  return new Map(groups.map(({ id, width = 0 }) => [id, Math.max(WIDEST_BODY, widestIn(width))]));
}
function everything(node) {
  return (node.children ?? []).flatMap((child) => [child, ...everything(child)]);
}
var allEdges = (node) => [
  ...node.edges ?? [],
  ...(node.children ?? []).flatMap(allEdges)
];
function laidNodes(node, parent, depth, boxes, widths) {
  const box = boxes.get(node.id) ?? NOWHERE;
  const block = boxText(node, widths.get(node.id));
  const { id, kind, states, name, waitsFor, isDeep } = node;
  const start = node.initial === void 0 ? [] : [startNode(id, id, depth + 1, boxes)];
  return [
    {
      id,
      kind,
      ...parent === void 0 ? {} : { parent },
      depth,
      states,
      name,
      ...waitsFor === void 0 ? {} : { waitsFor },
      ...isDeep === void 0 ? {} : { isDeep },
      ...box,
      text: moved(block, box),
      ...block.divider === void 0 ? {} : { divider: rounded(box.y + block.divider) }
    },
    ...start,
    ...node.children.flatMap((child) => laidNodes(child, id, depth + 1, boxes, widths))
  ];
}
function startNode(of, parent, depth, boxes) {
  const id = startOf(of);
  const box = boxes.get(id) ?? NOWHERE;
  const inside = parent === void 0 ? {} : { parent };
  return { id, kind: "start", ...inside, depth, states: [], name: "start", ...box, text: [] };
}
function startEdge({ id }, routes) {
  const route = routes.get(`${id} \u2192`);
  return {
    id: `${id} \u2192`,
    from: id,
    to: route?.targets[0] ?? "",
    kind: "start",
    transitions: [],
    points: pointsOf(route)
  };
}
function laidEdge({ id, from, to, transitions, lines: lines2 }, route, isTurned, nodes) {
  const points = isTurned ? [...pointsOf(route)].reverse() : pointsOf(route);
  const kind = transitions.length === 0 ? "default" : "transition";
  const edge = { id, from, to, kind, transitions, points };
  const [label] = route?.labels ?? [];
  if (!label) return edge;
  const box = boxOf(label);
  const depth = depthAt(nodes, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  return { ...edge, label: { ...box, depth, text: moved(labelText(lines2), box) } };
}
function depthAt(nodes, { x, y }) {
  const around = nodes.filter(
    (node) => (node.kind === "group" || node.kind === "parallel") && node.x <= x && x <= node.x + node.width && node.y <= y && y <= node.y + node.height
  );
  return around.length;
}
function pointsOf(edge) {
  const points = (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint
  ]);
  return points.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) }));
}
var moved = ({ text }, { x, y }) => text.map((line) => ({ ...line, x: rounded(line.x + x), y: rounded(line.y + y) }));
var NOWHERE = { x: 0, y: 0, width: 0, height: 0 };
var boxOf = ({ x = 0, y = 0, width = 0, height = 0 }) => ({
  x: rounded(x),
  y: rounded(y),
  width: rounded(width),
  height: rounded(height)
});
var rounded = (value) => Math.round(value * 10) / 10;

// src/chart/layouts.ts
var layoutKey = (hash, direction) => `${hash}-${direction}`;

// layouts-of-ours.ts
async function layoutsOfOurs() {
  const elk = new Elk();
  const layouts = {};
  for (const machine of [askMachine, guardMachine, instructionMachine, verifyMachine]) {
    const chart = chartOf(machine);
    for (const direction of ["down", "right"]) {
      const key = layoutKey(chart.hash, direction);
      layouts[key] = await layOut(diagramOf(chart), elk, direction);
    }
  }
  return layouts;
}

// page-assets.ts
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";

// src/chart/style.ts
var LIGHT = {
  "ground-0": "#ffffff",
  "ground-1": "#f5f7fa",
  "ground-2": "#eaeef3",
  "ground-3": "#dfe5ec",
  group: "#9aa8b6",
  state: "#e6f0fb",
  "state-edge": "#48719b",
  final: "#e2f4e8",
  "final-edge": "#2f7d4f",
  person: "#fff2d6",
  "person-edge": "#855005",
  text: "#102a43",
  body: "#3e4c59",
  line: "#64798e",
  event: "#0b4a8f",
  delay: "#8a3a12",
  guard: "#52606d",
  bound: "#a11d4f",
  note: "#52606d",
  current: "#1d6fdc",
  fired: "#a8370a",
  taken: "#1d6fdc",
  heat: "#d9480f"
};
var DARK = {
  "ground-0": "#0f1720",
  "ground-1": "#17212c",
  "ground-2": "#1f2b38",
  "ground-3": "#283645",
  group: "#5b6b7b",
  state: "#1b3550",
  "state-edge": "#7fa8d2",
  final: "#153c28",
  "final-edge": "#58b27c",
  person: "#3f2f10",
  "person-edge": "#e0aa4e",
  text: "#f0f4f8",
  body: "#c3ced9",
  line: "#8fa1b3",
  event: "#9cc8ff",
  delay: "#f3b48c",
  guard: "#b3c0cc",
  bound: "#ff9dc0",
  note: "#b3c0cc",
  current: "#6db3ff",
  fired: "#ff9a5c",
  taken: "#6db3ff",
  heat: "#ff8a4c"
};
var DEPTHS = [0, 1, 2, 3];
var colours = (theme) => Object.entries(theme).map(([name, colour]) => `--chart-${name}: ${colour};`).join(" ");
var grounds = DEPTHS.map(
  (depth) => `.readback-chart .ground-${depth} { fill: var(--chart-ground-${depth}); } .readback-chart .over-${depth} { stroke: var(--chart-ground-${depth}); }`
).join("\n");
var heats = [1, 2, 3, 4, 5].map(
  (heat) => `.readback-chart .heat-${heat} .way { stroke: color-mix(in srgb, var(--chart-heat) ${heat * 20}%, var(--chart-line)); stroke-width: ${1.5 + heat * 0.4}; }
.readback-chart .heat-${heat} .tip { fill: color-mix(in srgb, var(--chart-heat) ${heat * 20}%, var(--chart-line)); }`
).join("\n");
var chartStyle = `
.readback-chart { ${colours(LIGHT)} color-scheme: light dark; }
@media (prefers-color-scheme: dark) { .readback-chart { ${colours(DARK)} } }
[data-theme='light'] .readback-chart, .readback-chart[data-theme='light'] { ${colours(LIGHT)} }
[data-theme='dark'] .readback-chart, .readback-chart[data-theme='dark'] { ${colours(DARK)} }
.readback-chart text { font: 13px 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif; fill: var(--chart-body); }
.readback-chart text.title { font-size: 15px; font-weight: 600; fill: var(--chart-text); }
.readback-chart text.waits { font-weight: 600; fill: var(--chart-person-edge); }
.readback-chart [class*='over-'] { stroke-width: 5; stroke-linejoin: round; paint-order: stroke; }
.readback-chart .box { stroke: var(--chart-state-edge); stroke-width: 1.3; fill: var(--chart-state); }
.readback-chart .group .box, .readback-chart .parallel .box { stroke: var(--chart-group); }
.readback-chart .parallel .box { stroke-dasharray: 9 5; }
.readback-chart .any .box { fill: var(--chart-ground-0); stroke-dasharray: 5 4; }
.readback-chart .final .box { fill: var(--chart-final); stroke: var(--chart-final-edge); }
.readback-chart .person .box { stroke: var(--chart-person-edge); stroke-width: 2; }
.readback-chart .heading { pointer-events: none; }
.readback-chart .divider { stroke: var(--chart-group); stroke-width: 0.8; }
.readback-chart .dot, .readback-chart .tip { fill: var(--chart-line); }
.readback-chart .way { fill: none; stroke: var(--chart-line); stroke-width: 1.5; }
.readback-chart .default .way { stroke-dasharray: 4 3; }
.readback-chart .event { fill: var(--chart-event); }
.readback-chart .delay { fill: var(--chart-delay); }
.readback-chart .guard { fill: var(--chart-guard); }
.readback-chart .bound { fill: var(--chart-bound); }
.readback-chart .note { fill: var(--chart-note); font-style: italic; }
${grounds}
.readback-chart .behind { stroke: none; }
${heats}
.readback-chart .taken .way { stroke: var(--chart-taken); stroke-width: 2.2; }
.readback-chart .taken .tip { fill: var(--chart-taken); }
.readback-chart .fired .way { stroke: var(--chart-fired); stroke-width: 3; }
.readback-chart .fired .tip { fill: var(--chart-fired); }
.readback-chart.lit .edge:not(.taken):not(.fired) .way, .readback-chart.lit .edge:not(.taken):not(.fired) .tip { opacity: 0.45; }
.readback-chart text.fired, .readback-chart text.fired tspan { font-weight: 700; fill: var(--chart-fired); }
.readback-chart .current .box { stroke: var(--chart-current); stroke-width: 3; }
.readback-chart .state.person .box { fill: var(--chart-person); }
.readback-chart.lit .node.state:not(.visited):not(.current) .box { fill-opacity: 0.4; }
.readback-chart [role='button'] { cursor: pointer; }
.readback-chart [role='button']:focus-visible { outline: 3px solid var(--chart-current); outline-offset: 3px; }
@media (forced-colors: active) { .readback-chart .current .box { stroke: Highlight; } }
`;

// page-assets.ts
var __injected_import_meta_url__ = "file:///work/main/packages/visualizer/page-assets.ts";
async function pageAssets() {
  const [script, exported, unpacking, pageStyle] = await Promise.all([
    bundled("main.tsx"),
    bundled("exported.tsx", [withoutSchema]),
    bundled("unpacked.ts"),
    bundled("style/page.css")
  ]);
  const style = `${pageStyle}
${chartStyle}`;
  const [exportedScript, exportedStyle] = [packed(exported), packed(style)];
  return { script, exportedScript, exportedStyle, unpacking, style };
}
var packed = (text) => deflateRawSync(text, { level: 9 }).toString("base64");
var source = (path) => fileURLToPath(new URL(`src/page/${path}`, __injected_import_meta_url__));
var withoutSchema = {
  name: "without the schema",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/wrong-entry\.js$/ }, () => ({ path: source("wrong-entry.ts") }));
  }
};
async function bundled(entry, plugins = []) {
  const { outputFiles } = await build({
    entryPoints: [source(entry)],
    plugins,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "error"
  });
  return outputFiles[0]?.text ?? "";
}

// tsup.config.ts
var shared = {
  target: "es2022",
  format: ["esm", "cjs"],
  sourcemap: true,
  tsconfig: "tsconfig.test.json"
};
var tsup_config_default = defineConfig(async () => {
  const layouts = JSON.stringify(await layoutsOfOurs());
  return [
    {
      ...shared,
      entry: { index: "src/index.ts" },
      platform: "neutral"
    },
    {
      ...shared,
      entry: { chart: "src/chart/index.ts" },
      platform: "neutral"
    },
    {
      ...shared,
      entry: { layout: "src/chart/node.ts" },
      platform: "node",
      shims: true,
      define: { READBACK_LAYOUTS: layouts }
    },
    {
      ...shared,
      entry: { server: "src/server.ts" },
      platform: "node",
      shims: true,
      define: {
        READBACK_LAYOUTS: layouts,
        READBACK_VISUALIZER_PAGE: JSON.stringify(await pageAssets())
      }
    },
    types(
      {
        index: "src/index.ts",
        chart: "src/chart/index.ts",
        layout: "src/chart/node.ts",
        server: "src/server.ts"
      },
      { tsconfig: "tsconfig.test.json" }
    )
  ];
});
export {
  tsup_config_default as default
};
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsidHN1cC5jb25maWcudHMiLCAiLi4vLi4vdHN1cC5zaGFyZWQudHMiLCAibGF5b3V0cy1vZi1vdXJzLnRzIiwgInNyYy9jaGFydC9jaGFydC1vZi50cyIsICJzcmMvY2hhcnQvY2hhcnQudHMiLCAic3JjL2NoYXJ0L3N0YXRlLW5vZGUudHMiLCAic3JjL2NoYXJ0L25hbWVzLnRzIiwgInNyYy9jaGFydC9yZWFkLXRyYW5zaXRpb25zLnRzIiwgInNyYy9jaGFydC9saWZ0ZWQudHMiLCAic3JjL2NoYXJ0L2xpbmVzLnRzIiwgInNyYy9jaGFydC9kdXJhdGlvbi10ZXh0LnRzIiwgInNyYy9jaGFydC9zdGVwcy50cyIsICJzcmMvY2hhcnQvZGlhZ3JhbS50cyIsICJzcmMvY2hhcnQvbGF5b3V0LnRzIiwgInNyYy9jaGFydC90ZXh0LXdpZHRoLnRzIiwgInNyYy9jaGFydC93cmFwcGVkLnRzIiwgInNyYy9jaGFydC90ZXh0LWJsb2NrLnRzIiwgInNyYy9jaGFydC9lbGstZ3JhcGgudHMiLCAic3JjL2NoYXJ0L2xheS1vdXQudHMiLCAic3JjL2NoYXJ0L2xheW91dHMudHMiLCAicGFnZS1hc3NldHMudHMiLCAic3JjL2NoYXJ0L3N0eWxlLnRzIl0sCiAgInNvdXJjZXNDb250ZW50IjogWyJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci90c3VwLmNvbmZpZy50c1wiO2NvbnN0IF9faW5qZWN0ZWRfZGlybmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXJcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3RzdXAuY29uZmlnLnRzXCI7aW1wb3J0IHsgZGVmaW5lQ29uZmlnLCB0eXBlIE9wdGlvbnMgfSBmcm9tIFwidHN1cFwiO1xuaW1wb3J0IHsgdHlwZXMgfSBmcm9tIFwiLi4vLi4vdHN1cC5zaGFyZWQuanNcIjtcbmltcG9ydCB7IGxheW91dHNPZk91cnMgfSBmcm9tIFwiLi9sYXlvdXRzLW9mLW91cnMuanNcIjtcbmltcG9ydCB7IHBhZ2VBc3NldHMgfSBmcm9tIFwiLi9wYWdlLWFzc2V0cy5qc1wiO1xuXG5jb25zdCBzaGFyZWQ6IE9wdGlvbnMgPSB7XG4gIHRhcmdldDogXCJlczIwMjJcIixcbiAgZm9ybWF0OiBbXCJlc21cIiwgXCJjanNcIl0sXG4gIHNvdXJjZW1hcDogdHJ1ZSxcbiAgdHNjb25maWc6IFwidHNjb25maWcudGVzdC5qc29uXCIsXG59O1xuXG5leHBvcnQgZGVmYXVsdCBkZWZpbmVDb25maWcoYXN5bmMgKCkgPT4ge1xuICBjb25zdCBsYXlvdXRzID0gSlNPTi5zdHJpbmdpZnkoYXdhaXQgbGF5b3V0c09mT3VycygpKTtcbiAgcmV0dXJuIFtcbiAgICB7XG4gICAgICAuLi5zaGFyZWQsXG4gICAgICBlbnRyeTogeyBpbmRleDogXCJzcmMvaW5kZXgudHNcIiB9LFxuICAgICAgcGxhdGZvcm06IFwibmV1dHJhbFwiLFxuICAgIH0sXG4gICAge1xuICAgICAgLi4uc2hhcmVkLFxuICAgICAgZW50cnk6IHsgY2hhcnQ6IFwic3JjL2NoYXJ0L2luZGV4LnRzXCIgfSxcbiAgICAgIHBsYXRmb3JtOiBcIm5ldXRyYWxcIixcbiAgICB9LFxuICAgIHtcbiAgICAgIC4uLnNoYXJlZCxcbiAgICAgIGVudHJ5OiB7IGxheW91dDogXCJzcmMvY2hhcnQvbm9kZS50c1wiIH0sXG4gICAgICBwbGF0Zm9ybTogXCJub2RlXCIsXG4gICAgICBzaGltczogdHJ1ZSxcbiAgICAgIGRlZmluZTogeyBSRUFEQkFDS19MQVlPVVRTOiBsYXlvdXRzIH0sXG4gICAgfSxcbiAgICB7XG4gICAgICAuLi5zaGFyZWQsXG4gICAgICBlbnRyeTogeyBzZXJ2ZXI6IFwic3JjL3NlcnZlci50c1wiIH0sXG4gICAgICBwbGF0Zm9ybTogXCJub2RlXCIsXG4gICAgICBzaGltczogdHJ1ZSxcbiAgICAgIGRlZmluZToge1xuICAgICAgICBSRUFEQkFDS19MQVlPVVRTOiBsYXlvdXRzLFxuICAgICAgICBSRUFEQkFDS19WSVNVQUxJWkVSX1BBR0U6IEpTT04uc3RyaW5naWZ5KGF3YWl0IHBhZ2VBc3NldHMoKSksXG4gICAgICB9LFxuICAgIH0sXG4gICAgdHlwZXMoXG4gICAgICB7XG4gICAgICAgIGluZGV4OiBcInNyYy9pbmRleC50c1wiLFxuICAgICAgICBjaGFydDogXCJzcmMvY2hhcnQvaW5kZXgudHNcIixcbiAgICAgICAgbGF5b3V0OiBcInNyYy9jaGFydC9ub2RlLnRzXCIsXG4gICAgICAgIHNlcnZlcjogXCJzcmMvc2VydmVyLnRzXCIsXG4gICAgICB9LFxuICAgICAgeyB0c2NvbmZpZzogXCJ0c2NvbmZpZy50ZXN0Lmpzb25cIiB9LFxuICAgICksXG4gIF07XG59KTtcbiIsICJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL21haW4vdHN1cC5zaGFyZWQudHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvbWFpblwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay9tYWluL3RzdXAuc2hhcmVkLnRzXCI7aW1wb3J0IHsgZXhlY0ZpbGVTeW5jIH0gZnJvbSBcIm5vZGU6Y2hpbGRfcHJvY2Vzc1wiO1xuaW1wb3J0IHsgbWtkaXJTeW5jLCBybVN5bmMsIHdyaXRlRmlsZVN5bmMgfSBmcm9tIFwibm9kZTpmc1wiO1xuaW1wb3J0IHsgam9pbiwgcmVsYXRpdmUgfSBmcm9tIFwibm9kZTpwYXRoXCI7XG5pbXBvcnQgdHlwZSB7IE9wdGlvbnMgfSBmcm9tIFwidHN1cFwiO1xuXG5jb25zdCBGT0xERVIgPSBcIi50eXBlc1wiO1xuLy8gRnJvbSB0aGUgZm9sZGVyIG9mIGEgcGFja2FnZSwgd2hlcmUgaXRzIHRvb2xzIHJ1bi5cbmNvbnN0IGNvbXBpbGVyID0gXCIuLi8uLi9ub2RlX21vZHVsZXMvdHlwZXNjcmlwdC1uYXRpdmUvYmluL3RzY1wiO1xuXG4vKipcbiAqIFdoYXQgbWFrZXMgdGhlIHR5cGVzIG9mIGEgcGFja2FnZSwgb2YgYWxsIGl0cyBlbnRyaWVzIGF0IG9uY2UuIFRoZSBuYXRpdmUgY29tcGlsZXIgd3JpdGVzIHRoZW0sIGZpbGUgYnkgZmlsZSwgaW4gYVxuICogdHdlbnRpZXRoIG9mIHRoZSB0aW1lIHRoYXQgdHN1cCdzIG93biBjb21waWxlciB0YWtlczsgdHN1cCB0aGVuIHB1dHMgdGhlbSB0b2dldGhlci5cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHR5cGVzKFxuICBlbnRyeTogUmVhZG9ubHk8UmVjb3JkPHN0cmluZywgc3RyaW5nPj4sXG4gIHtcbiAgICBmb3JtYXQgPSBbXCJlc21cIiwgXCJjanNcIl0sXG4gICAgdHNjb25maWcgPSBcInRzY29uZmlnLmpzb25cIixcbiAgfTogUGljazxPcHRpb25zLCBcImZvcm1hdFwiPiAmIHsgdHNjb25maWc/OiBzdHJpbmcgfSA9IHt9LFxuKTogT3B0aW9ucyB7XG4gIHJtU3luYyhGT0xERVIsIHsgcmVjdXJzaXZlOiB0cnVlLCBmb3JjZTogdHJ1ZSB9KTtcbiAgbWtkaXJTeW5jKEZPTERFUik7XG4gIGNvbnN0IGNvbmZpZyA9IHtcbiAgICBleHRlbmRzOiBgLi4vJHt0c2NvbmZpZ31gLFxuICAgIGNvbXBpbGVyT3B0aW9uczoge1xuICAgICAgLi4ueyBub0VtaXQ6IGZhbHNlLCBkZWNsYXJhdGlvbjogdHJ1ZSwgZW1pdERlY2xhcmF0aW9uT25seTogdHJ1ZSB9LFxuICAgICAgLi4ueyByb290RGlyOiBcIi4uL3NyY1wiLCBvdXREaXI6IFwiLlwiIH0sXG4gICAgfSxcbiAgICBmaWxlczogT2JqZWN0LnZhbHVlcyhlbnRyeSkubWFwKChwYXRoKSA9PiBgLi4vJHtwYXRofWApLFxuICAgIGluY2x1ZGU6IFtcIi4uL3NyYy8qKi8qLmQudHNcIl0sXG4gIH07XG4gIHdyaXRlRmlsZVN5bmMoam9pbihGT0xERVIsIFwidHNjb25maWcuanNvblwiKSwgSlNPTi5zdHJpbmdpZnkoY29uZmlnKSk7XG4gIGV4ZWNGaWxlU3luYyhwcm9jZXNzLmV4ZWNQYXRoLCBbY29tcGlsZXIsIFwiLXBcIiwgRk9MREVSXSwgeyBzdGRpbzogXCJpbmhlcml0XCIgfSk7XG4gIGNvbnN0IGRlY2xhcmVkID0gKHBhdGg6IHN0cmluZykgPT4gam9pbihGT0xERVIsIHJlbGF0aXZlKFwic3JjXCIsIHBhdGgpKS5yZXBsYWNlKC9cXC50cyQvLCBcIi5kLnRzXCIpO1xuICByZXR1cm4ge1xuICAgIHRhcmdldDogXCJlczIwMjJcIixcbiAgICBmb3JtYXQsXG4gICAgdHNjb25maWcsXG4gICAgZW50cnk6IE9iamVjdC5mcm9tRW50cmllcyhPYmplY3QuZW50cmllcyhlbnRyeSkubWFwKChbbmFtZSwgcGF0aF0pID0+IFtuYW1lLCBkZWNsYXJlZChwYXRoKV0pKSxcbiAgICBkdHM6IHsgb25seTogdHJ1ZSB9LFxuICB9O1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL2xheW91dHMtb2Ytb3Vycy50c1wiO2NvbnN0IF9faW5qZWN0ZWRfZGlybmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXJcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL2xheW91dHMtb2Ytb3Vycy50c1wiO2ltcG9ydCB7IGFza01hY2hpbmUsIGd1YXJkTWFjaGluZSwgaW5zdHJ1Y3Rpb25NYWNoaW5lLCB2ZXJpZnlNYWNoaW5lIH0gZnJvbSBcIkByZWFkYmFjay9jb3JlXCI7XG5pbXBvcnQgRWxrIGZyb20gXCJlbGtqc1wiO1xuaW1wb3J0IHsgY2hhcnRPZiB9IGZyb20gXCIuL3NyYy9jaGFydC9jaGFydC1vZi5qc1wiO1xuaW1wb3J0IHsgZGlhZ3JhbU9mIH0gZnJvbSBcIi4vc3JjL2NoYXJ0L2RpYWdyYW0uanNcIjtcbmltcG9ydCB7IGxheU91dCB9IGZyb20gXCIuL3NyYy9jaGFydC9sYXktb3V0LmpzXCI7XG5pbXBvcnQgdHlwZSB7IENoYXJ0TGF5b3V0IH0gZnJvbSBcIi4vc3JjL2NoYXJ0L2xheW91dC5qc1wiO1xuaW1wb3J0IHsgbGF5b3V0S2V5IH0gZnJvbSBcIi4vc3JjL2NoYXJ0L2xheW91dHMuanNcIjtcblxuLyoqIFRoZSBsYXlvdXRzIHRoYXQgdGhlIHBhY2thZ2UgY2Fycmllcywgc28gdGhhdCBub2JvZHkgaGFzIHRvIHdhaXQgZm9yIHRoZW0uICovXG5leHBvcnQgYXN5bmMgZnVuY3Rpb24gbGF5b3V0c09mT3VycygpOiBQcm9taXNlPFJlYWRvbmx5PFJlY29yZDxzdHJpbmcsIENoYXJ0TGF5b3V0Pj4+IHtcbiAgY29uc3QgZWxrID0gbmV3IEVsaygpO1xuICBjb25zdCBsYXlvdXRzOiBSZWNvcmQ8c3RyaW5nLCBDaGFydExheW91dD4gPSB7fTtcbiAgZm9yIChjb25zdCBtYWNoaW5lIG9mIFthc2tNYWNoaW5lLCBndWFyZE1hY2hpbmUsIGluc3RydWN0aW9uTWFjaGluZSwgdmVyaWZ5TWFjaGluZV0pIHtcbiAgICBjb25zdCBjaGFydCA9IGNoYXJ0T2YobWFjaGluZSk7XG4gICAgZm9yIChjb25zdCBkaXJlY3Rpb24gb2YgW1wiZG93blwiLCBcInJpZ2h0XCJdIGFzIGNvbnN0KSB7XG4gICAgICBjb25zdCBrZXkgPSBsYXlvdXRLZXkoY2hhcnQuaGFzaCwgZGlyZWN0aW9uKTtcbiAgICAgIGxheW91dHNba2V5XSA9IGF3YWl0IGxheU91dChkaWFncmFtT2YoY2hhcnQpLCBlbGssIGRpcmVjdGlvbik7XG4gICAgfVxuICB9XG4gIHJldHVybiBsYXlvdXRzO1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9jaGFydC1vZi50c1wiO2NvbnN0IF9faW5qZWN0ZWRfZGlybmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0XCI7Y29uc3QgX19pbmplY3RlZF9pbXBvcnRfbWV0YV91cmxfXyA9IFwiZmlsZTovLy93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnQvY2hhcnQtb2YudHNcIjtpbXBvcnQgeyBzaGEyNTZIZXggfSBmcm9tIFwiQHJlYWRiYWNrL2NvcmUvaG9zdFwiO1xuaW1wb3J0IHR5cGUgeyBBbnlTdGF0ZU1hY2hpbmUgfSBmcm9tIFwieHN0YXRlXCI7XG5pbXBvcnQgeyB0eXBlIENoYXJ0LCB0eXBlIENoYXJ0U3RhdGUsIHN0YXRlSWQgfSBmcm9tIFwiLi9jaGFydC5qc1wiO1xuaW1wb3J0IHsgbmFtZU9mQWN0aW9uIH0gZnJvbSBcIi4vbmFtZXMuanNcIjtcbmltcG9ydCB7IHR5cGUgUmVhZGluZywgcmVhZFRyYW5zaXRpb25zIH0gZnJvbSBcIi4vcmVhZC10cmFuc2l0aW9ucy5qc1wiO1xuaW1wb3J0IHsgaXNSZWNvcmQsIG5vZGVPZiwgdHlwZSBTdGF0ZU5vZGVMaWtlIH0gZnJvbSBcIi4vc3RhdGUtbm9kZS5qc1wiO1xuXG4vKipcbiAqIFJlYWRzIGEgbWFjaGluZSBhcyBhIGNoYXJ0OiBhbiBYU3RhdGUgdjUgbWFjaGluZSwgb3IgaXRzIGBkZWZpbml0aW9uYCBhZnRlciBKU09OIChhcyBpbnNwZWN0aW9uXG4gKiBldmVudHMgY2FycnkgaXQ7IEpTT04ga2VlcHMgbmVpdGhlciB0cmFuc2l0aW9ucyB3aXRob3V0IGFuIGV2ZW50IG5vciBjb21wb3NlZCBndWFyZHMpLlxuICpcbiAqIEBleGFtcGxlXG4gKiBjb25zdCBjaGFydCA9IGNoYXJ0T2YoYXNrTWFjaGluZSk7XG4gKiBjb25zb2xlLmxvZyhjaGFydC50cmFuc2l0aW9ucy5sZW5ndGgpO1xuICovXG5leHBvcnQgZnVuY3Rpb24gY2hhcnRPZihtYWNoaW5lOiBBbnlTdGF0ZU1hY2hpbmUgfCBvYmplY3QpOiBDaGFydCB7XG4gIGNvbnN0IGlzTWFjaGluZSA9IFwicm9vdFwiIGluIG1hY2hpbmU7XG4gIGNvbnN0IHJvb3QgPSBub2RlT2YoaXNNYWNoaW5lID8gbWFjaGluZS5yb290IDogbWFjaGluZSk7XG4gIGlmICghcm9vdCkge1xuICAgIHRocm93IG5ldyBUeXBlRXJyb3IoXCJOb3QgYSBtYWNoaW5lOiBnaXZlIGFuIFhTdGF0ZSB2NSBtYWNoaW5lLCBvciBpdHMgYGRlZmluaXRpb25gLlwiKTtcbiAgfVxuICBjb25zdCByZWFkaW5nOiBSZWFkaW5nID0geyBwYXRoczogcGF0aHNPZihyb290LCBbXSksIGRlbGF5czogZGVsYXlzT2YobWFjaGluZSkgfTtcbiAgY29uc3QgdG9sZCA9IHtcbiAgICBpZDogcm9vdC5pZCxcbiAgICByb290OiBzdGF0ZU9mKHJvb3QsIFtdLCByZWFkaW5nKSxcbiAgICB0cmFuc2l0aW9uczogcmVhZFRyYW5zaXRpb25zKHJvb3QsIHJlYWRpbmcpLFxuICAgIGxhY2tzOiBpc01hY2hpbmUgPyBbXSA6IFtcInRyYW5zaXRpb25zIHdpdGhvdXQgYW4gZXZlbnRcIiwgXCJjb21wb3NlZCBndWFyZHNcIiwgXCJkZWZhdWx0IGhpc3RvcnlcIl0sXG4gIH07XG4gIHJldHVybiB7IC4uLnRvbGQsIGhhc2g6IHNoYTI1NkhleChKU09OLnN0cmluZ2lmeSh0b2xkKSkgfTtcbn1cblxuLyoqIFRoZSBwYXRoIG9mIGV2ZXJ5IHN0YXRlIGJ5IGl0cyBYU3RhdGUgaWQuICovXG5mdW5jdGlvbiBwYXRoc09mKG5vZGU6IFN0YXRlTm9kZUxpa2UsIHBhdGg6IHJlYWRvbmx5IHN0cmluZ1tdKTogUmVhZG9ubHlNYXA8c3RyaW5nLCBzdHJpbmc+IHtcbiAgY29uc3QgaW5uZXIgPSBub2RlLnN0YXRlcy5mbGF0TWFwKChjaGlsZCkgPT4gWy4uLnBhdGhzT2YoY2hpbGQsIFsuLi5wYXRoLCBjaGlsZC5rZXldKV0pO1xuICByZXR1cm4gbmV3IE1hcChbW25vZGUuaWQsIHN0YXRlSWQocGF0aCldLCAuLi5pbm5lcl0pO1xufVxuXG4vKiogVGhlIGRlbGF5cyB0aGF0IGFyZSBwbGFpbiBudW1iZXJzLiAqL1xuZnVuY3Rpb24gZGVsYXlzT2YobWFjaGluZTogb2JqZWN0KTogUmVhZG9ubHlNYXA8c3RyaW5nLCBudW1iZXI+IHtcbiAgY29uc3QgaW1wbGVtZW50YXRpb25zID0gXCJpbXBsZW1lbnRhdGlvbnNcIiBpbiBtYWNoaW5lID8gbWFjaGluZS5pbXBsZW1lbnRhdGlvbnMgOiB1bmRlZmluZWQ7XG4gIGNvbnN0IGRlbGF5cyA9IGlzUmVjb3JkKGltcGxlbWVudGF0aW9ucykgPyBpbXBsZW1lbnRhdGlvbnMuZGVsYXlzIDogdW5kZWZpbmVkO1xuICBjb25zdCBlbnRyaWVzID0gaXNSZWNvcmQoZGVsYXlzKSA/IE9iamVjdC5lbnRyaWVzKGRlbGF5cykgOiBbXTtcbiAgcmV0dXJuIG5ldyBNYXAoXG4gICAgZW50cmllcy5maWx0ZXIoKGVudHJ5KTogZW50cnkgaXMgW3N0cmluZywgbnVtYmVyXSA9PiB0eXBlb2YgZW50cnlbMV0gPT09IFwibnVtYmVyXCIpLFxuICApO1xufVxuXG5mdW5jdGlvbiBzdGF0ZU9mKG5vZGU6IFN0YXRlTm9kZUxpa2UsIHBhdGg6IHJlYWRvbmx5IHN0cmluZ1tdLCByZWFkaW5nOiBSZWFkaW5nKTogQ2hhcnRTdGF0ZSB7XG4gIGNvbnN0IHsgdHlwZSwgaGlzdG9yeSwgZGVzY3JpcHRpb24sIG1ldGEgfSA9IG5vZGU7XG4gIGNvbnN0IGluaXRpYWwgPSBub2RlLmluaXRpYWwubWFwKChpZCkgPT4gcmVhZGluZy5wYXRocy5nZXQoaWQpKVswXTtcbiAgY29uc3Qgd2FpdHNGb3IgPSBpc1JlY29yZChtZXRhKSA/IG1ldGEud2FpdHNGb3IgOiB1bmRlZmluZWQ7XG4gIHJldHVybiB7XG4gICAgaWQ6IHN0YXRlSWQocGF0aCksXG4gICAgbmFtZTogbm9kZS5rZXksXG4gICAga2luZDogdHlwZSxcbiAgICAuLi4odHlwZSA9PT0gXCJoaXN0b3J5XCIgPyB7IGhpc3Rvcnk6IGhpc3RvcnkgPT09IFwiZGVlcFwiID8gXCJkZWVwXCIgOiBcInNoYWxsb3dcIiB9IDoge30pLFxuICAgIC4uLihpbml0aWFsID09PSB1bmRlZmluZWQgPyB7fSA6IHsgaW5pdGlhbCB9KSxcbiAgICAuLi4oZGVzY3JpcHRpb24gPyB7IGRlc2NyaXB0aW9uIH0gOiB7fSksXG4gICAgdGFnczogbm9kZS50YWdzLFxuICAgIC4uLih0eXBlb2Ygd2FpdHNGb3IgPT09IFwic3RyaW5nXCIgPyB7IHdhaXRzRm9yIH0gOiB7fSksXG4gICAgZW50cnk6IG5vZGUuZW50cnkubWFwKG5hbWVPZkFjdGlvbiksXG4gICAgZXhpdDogbm9kZS5leGl0Lm1hcChuYW1lT2ZBY3Rpb24pLFxuICAgIGludm9rZXM6IG5vZGUuaW52b2tlLFxuICAgIGNoaWxkcmVuOiBub2RlLnN0YXRlcy5tYXAoKGNoaWxkKSA9PiBzdGF0ZU9mKGNoaWxkLCBbLi4ucGF0aCwgY2hpbGQua2V5XSwgcmVhZGluZykpLFxuICB9O1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9jaGFydC50c1wiO2NvbnN0IF9faW5qZWN0ZWRfZGlybmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0XCI7Y29uc3QgX19pbmplY3RlZF9pbXBvcnRfbWV0YV91cmxfXyA9IFwiZmlsZTovLy93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnQvY2hhcnQudHNcIjsvKiogQSBtYWNoaW5lIGFzIGRhdGE6IHdoYXQgaXRzIHBpY3R1cmVzIGFyZSBtYWRlIG9mLiBOb3RoaW5nIGluIGl0IHJ1bnMsIGFsbCBvZiBpdCBpcyBKU09OLiAqL1xuZXhwb3J0IGludGVyZmFjZSBDaGFydCB7XG4gIC8qKiBUaGUgaWQgb2YgdGhlIG1hY2hpbmUuICovXG4gIHJlYWRvbmx5IGlkOiBzdHJpbmc7XG4gIC8qKiBTSEEtMjU2IG9mIGV2ZXJ5dGhpbmcgZWxzZSBpbiBoZXJlOiB0d28gbWFjaGluZXMgd2l0aCB0aGUgc2FtZSBoYXNoIGhhdmUgdGhlIHNhbWUgcGljdHVyZS4gKi9cbiAgcmVhZG9ubHkgaGFzaDogc3RyaW5nO1xuICAvKiogVGhlIG1hY2hpbmUgaXRzZWxmOyBpdHMgYGlkYCBpcyBcIlwiLiAqL1xuICByZWFkb25seSByb290OiBDaGFydFN0YXRlO1xuICAvKiogRXZlcnkgdHJhbnNpdGlvbiwgaW4gdGhlIG9yZGVyIG9mIHRoZSBtYWNoaW5lLiAqL1xuICByZWFkb25seSB0cmFuc2l0aW9uczogcmVhZG9ubHkgQ2hhcnRUcmFuc2l0aW9uW107XG4gIC8qKiBXaGF0IHRoZSBkZWZpbml0aW9uIGRpZCBub3QgdGVsbCwgaW4gd29yZHMuIEEgbWFjaGluZSBvYmplY3QgdGVsbHMgZXZlcnl0aGluZy4gKi9cbiAgcmVhZG9ubHkgbGFja3M6IHJlYWRvbmx5IHN0cmluZ1tdO1xufVxuXG4vKiogQSBzdGF0ZSBvZiBhIG1hY2hpbmUsIHdpdGggdGhlIHN0YXRlcyBpbnNpZGUgaXQuICovXG5leHBvcnQgaW50ZXJmYWNlIENoYXJ0U3RhdGUge1xuICAvKiogVGhlIHBhdGggZnJvbSB0aGUgbWFjaGluZSwgam9pbmVkIGJ5IGRvdHM6IGBvcGVuLnByZXNlbnRpbmdgLiBBIGRvdCBpbiBhIGtleSBpcyB3cml0dGVuIGBcXC5gLiAqL1xuICByZWFkb25seSBpZDogc3RyaW5nO1xuICByZWFkb25seSBuYW1lOiBzdHJpbmc7XG4gIHJlYWRvbmx5IGtpbmQ6IFwiYXRvbWljXCIgfCBcImNvbXBvdW5kXCIgfCBcInBhcmFsbGVsXCIgfCBcImZpbmFsXCIgfCBcImhpc3RvcnlcIjtcbiAgLyoqIFdoYXQgYSBoaXN0b3J5IHN0YXRlIHJlbWVtYmVyczogdGhlIHN0YXRlIGluc2lkZSwgb3IgYWxsIHRoZSB3YXkgZG93bi4gKi9cbiAgcmVhZG9ubHkgaGlzdG9yeT86IFwic2hhbGxvd1wiIHwgXCJkZWVwXCI7XG4gIC8qKiBUaGUgc3RhdGUgaXQgc3RhcnRzIGluLiBPZiBhIGhpc3Rvcnkgc3RhdGU6IHdoZXJlIGl0IGxlYWRzIHdoZW4gbm90aGluZyBpcyByZW1lbWJlcmVkLiAqL1xuICByZWFkb25seSBpbml0aWFsPzogc3RyaW5nO1xuICByZWFkb25seSBkZXNjcmlwdGlvbj86IHN0cmluZztcbiAgcmVhZG9ubHkgdGFnczogcmVhZG9ubHkgc3RyaW5nW107XG4gIC8qKiBXaG9tIHRoZSBtYWNoaW5lIHdhaXRzIGZvciBoZXJlOiBgbWV0YS53YWl0c0ZvcmAgb2YgdGhlIHN0YXRlLCBzdWNoIGFzIFwicGVyc29uXCIuICovXG4gIHJlYWRvbmx5IHdhaXRzRm9yPzogc3RyaW5nO1xuICByZWFkb25seSBlbnRyeTogcmVhZG9ubHkgc3RyaW5nW107XG4gIHJlYWRvbmx5IGV4aXQ6IHJlYWRvbmx5IHN0cmluZ1tdO1xuICByZWFkb25seSBpbnZva2VzOiByZWFkb25seSBDaGFydEludm9rZVtdO1xuICByZWFkb25seSBjaGlsZHJlbjogcmVhZG9ubHkgQ2hhcnRTdGF0ZVtdO1xufVxuXG4vKiogQW4gYWN0b3IgdGhhdCBhIHN0YXRlIGludm9rZXMuICovXG5leHBvcnQgaW50ZXJmYWNlIENoYXJ0SW52b2tlIHtcbiAgcmVhZG9ubHkgaWQ6IHN0cmluZztcbiAgLyoqIFRoZSBuYW1lIG9mIHRoZSBhY3RvciBsb2dpYywgb3IgXCJcIiB3aGVuIGl0IGlzIGdpdmVuIGlubGluZS4gKi9cbiAgcmVhZG9ubHkgc3JjOiBzdHJpbmc7XG59XG5cbi8qKiBBIHRyYW5zaXRpb24gb2YgYSBzdGF0ZS4gKi9cbmV4cG9ydCBpbnRlcmZhY2UgQ2hhcnRUcmFuc2l0aW9uIHtcbiAgLyoqIHtAbGluayB0cmFuc2l0aW9uSWR9OiBzdGF5cyB0aGUgc2FtZSBhcyBsb25nIGFzIHRoZSBzdGF0ZSBrZWVwcyBpdHMgdHJhbnNpdGlvbnMgaW4gb3JkZXIuICovXG4gIHJlYWRvbmx5IGlkOiBzdHJpbmc7XG4gIHJlYWRvbmx5IHNvdXJjZTogc3RyaW5nO1xuICAvKiogRW1wdHk6IHRoZSBtYWNoaW5lIHN0YXlzIHdoZXJlIGl0IGlzLiBNb3JlIHRoYW4gb25lOiBpbnRvIHNldmVyYWwgcmVnaW9ucyBhdCBvbmNlLiAqL1xuICByZWFkb25seSB0YXJnZXRzOiByZWFkb25seSBzdHJpbmdbXTtcbiAgLyoqIFRoZSBldmVudCBhcyBYU3RhdGUgY2FsbHMgaXQ7IFwiXCIgZm9yIGEgdHJhbnNpdGlvbiB3aXRob3V0IGFuIGV2ZW50LiAqL1xuICByZWFkb25seSBldmVudDogc3RyaW5nO1xuICAvKiogV2hpY2ggb2YgdGhlIHNvdXJjZSdzIHRyYW5zaXRpb25zIGZvciB0aGlzIGV2ZW50IGl0IGlzLCBmcm9tIDAuICovXG4gIHJlYWRvbmx5IGluZGV4OiBudW1iZXI7XG4gIHJlYWRvbmx5IHRyaWdnZXI6IFRyaWdnZXI7XG4gIHJlYWRvbmx5IGd1YXJkPzogR3VhcmQ7XG4gIHJlYWRvbmx5IGFjdGlvbnM6IHJlYWRvbmx5IHN0cmluZ1tdO1xuICAvKiogTGVhdmVzIGFuZCBlbnRlcnMgdGhlIHNvdXJjZSBhZ2FpbiwgZXZlbiB3aGVuIGl0IGxlYWRzIHRvIGl0c2VsZi4gKi9cbiAgcmVhZG9ubHkgaXNSZWVudGVyaW5nOiBib29sZWFuO1xuICAvKiogTmVpdGhlciB0YXJnZXQgbm9yIGFjdGlvbnM6IHRoZSBldmVudCBpcyBpZ25vcmVkIGhlcmUsIHdoYXRldmVyIGEgc3RhdGUgYXJvdW5kIHRoaXMgb25lIGRvZXMuICovXG4gIHJlYWRvbmx5IGlzRm9yYmlkZGVuOiBib29sZWFuO1xuICByZWFkb25seSBkZXNjcmlwdGlvbj86IHN0cmluZztcbn1cblxuLyoqIFdoYXQgc2V0cyBhIHRyYW5zaXRpb24gb2ZmLiAqL1xuZXhwb3J0IHR5cGUgVHJpZ2dlciA9XG4gIHwgeyByZWFkb25seSBraW5kOiBcImV2ZW50XCI7IHJlYWRvbmx5IG5hbWU6IHN0cmluZyB9XG4gIC8qKiBgbXNgIGlzIGtub3duIHdoZW4gdGhlIGRlbGF5IGRvZXMgbm90IGRlcGVuZCBvbiB0aGUgY29udGV4dC4gKi9cbiAgfCB7IHJlYWRvbmx5IGtpbmQ6IFwiZGVsYXlcIjsgcmVhZG9ubHkgbmFtZT86IHN0cmluZzsgcmVhZG9ubHkgbXM/OiBudW1iZXIgfVxuICB8IHsgcmVhZG9ubHkga2luZDogXCJhbHdheXNcIiB9XG4gIC8qKiBUaGUgc3RhdGUncyBvd24gY2hpbGRyZW4gYXJlIGRvbmUsIG9yIGFuIGFjdG9yOiB0aGVuIGBhY3RvcmAgaGFzIGl0cyBpZC4gKi9cbiAgfCB7IHJlYWRvbmx5IGtpbmQ6IFwiZG9uZVwiOyByZWFkb25seSBhY3Rvcj86IHN0cmluZyB9XG4gIHwgeyByZWFkb25seSBraW5kOiBcImVycm9yXCI7IHJlYWRvbmx5IGFjdG9yOiBzdHJpbmcgfVxuICB8IHsgcmVhZG9ubHkga2luZDogXCJzbmFwc2hvdFwiOyByZWFkb25seSBhY3Rvcjogc3RyaW5nIH07XG5cbi8qKiBXaGF0IGhhcyB0byBob2xkIGZvciBhIHRyYW5zaXRpb24gdG8gYmUgdGFrZW4uICovXG5leHBvcnQgdHlwZSBHdWFyZCA9XG4gIHwgeyByZWFkb25seSBraW5kOiBcIm5hbWVkXCI7IHJlYWRvbmx5IG5hbWU6IHN0cmluZzsgcmVhZG9ubHkgcGFyYW1zPzogdW5rbm93biB9XG4gIC8qKiBBIGZ1bmN0aW9uIHdpdGhvdXQgYSBuYW1lLiAqL1xuICB8IHsgcmVhZG9ubHkga2luZDogXCJpbmxpbmVcIiB9XG4gIHwgeyByZWFkb25seSBraW5kOiBcImFuZFwiIHwgXCJvclwiOyByZWFkb25seSBndWFyZHM6IHJlYWRvbmx5IEd1YXJkW10gfVxuICB8IHsgcmVhZG9ubHkga2luZDogXCJub3RcIjsgcmVhZG9ubHkgZ3VhcmQ6IEd1YXJkIH07XG5cbi8qKiBUaGUgaWQgb2YgYSB0cmFuc2l0aW9uOiBvZiB3aGljaCBzdGF0ZSwgZm9yIHdoaWNoIGV2ZW50LCBhbmQgd2hpY2ggb2Ygc2V2ZXJhbC4gKi9cbmV4cG9ydCBmdW5jdGlvbiB0cmFuc2l0aW9uSWQoc291cmNlOiBzdHJpbmcsIGV2ZW50OiBzdHJpbmcsIGluZGV4OiBudW1iZXIpOiBzdHJpbmcge1xuICByZXR1cm4gYCR7c291cmNlfXwke2V2ZW50fXwke2luZGV4fWA7XG59XG5cbi8qKiBUaGUgaWQgb2YgYSBzdGF0ZSBmcm9tIHRoZSBrZXlzIHRoYXQgbGVhZCB0byBpdC4gKi9cbmV4cG9ydCBmdW5jdGlvbiBzdGF0ZUlkKHBhdGg6IHJlYWRvbmx5IHN0cmluZ1tdKTogc3RyaW5nIHtcbiAgcmV0dXJuIHBhdGgubWFwKChrZXkpID0+IGtleS5yZXBsYWNlKC9bXFxcXC5dL2csIFwiXFxcXCQmXCIpKS5qb2luKFwiLlwiKTtcbn1cblxuLyoqIEEgc3RhdGUgYW5kIGFsbCBzdGF0ZXMgaW5zaWRlIGl0LCBvdXRlciBvbmVzIGZpcnN0LiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHdpdGhJbm5lcihzdGF0ZTogQ2hhcnRTdGF0ZSk6IHJlYWRvbmx5IENoYXJ0U3RhdGVbXSB7XG4gIHJldHVybiBbc3RhdGUsIC4uLnN0YXRlLmNoaWxkcmVuLmZsYXRNYXAod2l0aElubmVyKV07XG59XG4iLCAiY29uc3QgX19pbmplY3RlZF9maWxlbmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0L3N0YXRlLW5vZGUudHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydFwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0L3N0YXRlLW5vZGUudHNcIjtpbXBvcnQgdHlwZSB7IENoYXJ0SW52b2tlLCBDaGFydFN0YXRlIH0gZnJvbSBcIi4vY2hhcnQuanNcIjtcblxuLyoqIEEgc3RhdGUgbm9kZSwgb2YgYSBtYWNoaW5lIG9yIG9mIGEgZGVmaW5pdGlvbiBhZnRlciBKU09OLCB3aXRoIGV2ZXJ5dGhpbmcgaW4gaXRzIHBsYWNlLiAqL1xuZXhwb3J0IGludGVyZmFjZSBTdGF0ZU5vZGVMaWtlIHtcbiAgcmVhZG9ubHkgaWQ6IHN0cmluZztcbiAgcmVhZG9ubHkga2V5OiBzdHJpbmc7XG4gIHJlYWRvbmx5IHR5cGU6IENoYXJ0U3RhdGVbXCJraW5kXCJdO1xuICByZWFkb25seSBoaXN0b3J5OiB1bmtub3duO1xuICByZWFkb25seSBkZXNjcmlwdGlvbjogc3RyaW5nIHwgdW5kZWZpbmVkO1xuICByZWFkb25seSBtZXRhOiB1bmtub3duO1xuICByZWFkb25seSB0YWdzOiByZWFkb25seSBzdHJpbmdbXTtcbiAgcmVhZG9ubHkgZW50cnk6IHJlYWRvbmx5IHVua25vd25bXTtcbiAgcmVhZG9ubHkgZXhpdDogcmVhZG9ubHkgdW5rbm93bltdO1xuICByZWFkb25seSBpbnZva2U6IHJlYWRvbmx5IENoYXJ0SW52b2tlW107XG4gIC8qKiBYU3RhdGUgaWRzIG9mIHRoZSBzdGF0ZSBpdCBzdGFydHMgaW4sIG9yIHRoYXQgYSBoaXN0b3J5IHN0YXRlIGxlYWRzIHRvIGJ5IGRlZmF1bHQuICovXG4gIHJlYWRvbmx5IGluaXRpYWw6IHJlYWRvbmx5IHN0cmluZ1tdO1xuICByZWFkb25seSB0cmFuc2l0aW9uczogcmVhZG9ubHkgVHJhbnNpdGlvbkxpa2VbXTtcbiAgcmVhZG9ubHkgc3RhdGVzOiByZWFkb25seSBTdGF0ZU5vZGVMaWtlW107XG59XG5cbmV4cG9ydCBpbnRlcmZhY2UgVHJhbnNpdGlvbkxpa2Uge1xuICByZWFkb25seSBldmVudFR5cGU6IHN0cmluZztcbiAgLyoqIFhTdGF0ZSBpZHM7IHVuZGVmaW5lZCB3aGVuIHRoZSBtYWNoaW5lIHN0YXlzLiAqL1xuICByZWFkb25seSB0YXJnZXQ6IHJlYWRvbmx5IHN0cmluZ1tdIHwgdW5kZWZpbmVkO1xuICByZWFkb25seSBkZWxheTogdW5rbm93bjtcbiAgcmVhZG9ubHkgZ3VhcmQ6IHVua25vd247XG4gIHJlYWRvbmx5IGFjdGlvbnM6IHJlYWRvbmx5IHVua25vd25bXTtcbiAgcmVhZG9ubHkgcmVlbnRlcjogYm9vbGVhbjtcbiAgcmVhZG9ubHkgZGVzY3JpcHRpb246IHN0cmluZyB8IHVuZGVmaW5lZDtcbn1cblxuY29uc3QgS0lORFM6IHJlYWRvbmx5IHN0cmluZ1tdID0gW1wiYXRvbWljXCIsIFwiY29tcG91bmRcIiwgXCJwYXJhbGxlbFwiLCBcImZpbmFsXCIsIFwiaGlzdG9yeVwiXTtcblxuLyoqIFJlYWRzIGEgc3RhdGUgbm9kZTsgdW5kZWZpbmVkIGZvciBhbnl0aGluZyBlbHNlLiBXaGF0IGlzIG1pc3Npbmcgb3Igb2RkIGluIGl0IGlzIGxlZnQgb3V0LiAqL1xuZXhwb3J0IGZ1bmN0aW9uIG5vZGVPZih2YWx1ZTogdW5rbm93bik6IFN0YXRlTm9kZUxpa2UgfCB1bmRlZmluZWQge1xuICBpZiAoIWlzUmVjb3JkKHZhbHVlKSB8fCB0eXBlb2YgdmFsdWUuaWQgIT09IFwic3RyaW5nXCIgfHwgIWlzS2luZCh2YWx1ZS50eXBlKSkgcmV0dXJuIHVuZGVmaW5lZDtcbiAgY29uc3Qgc3RhdGVzID0gaXNSZWNvcmQodmFsdWUuc3RhdGVzKSA/IE9iamVjdC52YWx1ZXModmFsdWUuc3RhdGVzKSA6IFtdO1xuICByZXR1cm4ge1xuICAgIGlkOiB2YWx1ZS5pZCxcbiAgICBrZXk6IHR5cGVvZiB2YWx1ZS5rZXkgPT09IFwic3RyaW5nXCIgPyB2YWx1ZS5rZXkgOiB2YWx1ZS5pZCxcbiAgICB0eXBlOiB2YWx1ZS50eXBlLFxuICAgIGhpc3Rvcnk6IHZhbHVlLmhpc3RvcnksXG4gICAgZGVzY3JpcHRpb246IHRleHRPZih2YWx1ZS5kZXNjcmlwdGlvbiksXG4gICAgbWV0YTogdmFsdWUubWV0YSxcbiAgICB0YWdzOiBsaXN0T2YodmFsdWUudGFncykuZmlsdGVyKCh0YWcpID0+IHR5cGVvZiB0YWcgPT09IFwic3RyaW5nXCIpLFxuICAgIGVudHJ5OiBsaXN0T2YodmFsdWUuZW50cnkpLFxuICAgIGV4aXQ6IGxpc3RPZih2YWx1ZS5leGl0KSxcbiAgICBpbnZva2U6IGxpc3RPZih2YWx1ZS5pbnZva2UpLmZpbHRlcihpc1JlY29yZCkubWFwKGludm9rZU9mKSxcbiAgICBpbml0aWFsOiB2YWx1ZS50eXBlID09PSBcImhpc3RvcnlcIiA/IGRlZmF1bHRPZih2YWx1ZSkgOiB0YXJnZXRzT2YodmFsdWUuaW5pdGlhbCksXG4gICAgdHJhbnNpdGlvbnM6IHRyYW5zaXRpb25zT2YodmFsdWUpLFxuICAgIHN0YXRlczogc3RhdGVzLm1hcChub2RlT2YpLmZpbHRlcigoc3RhdGUpID0+IHN0YXRlICE9PSB1bmRlZmluZWQpLFxuICB9O1xufVxuXG5leHBvcnQgZnVuY3Rpb24gaXNSZWNvcmQodmFsdWU6IHVua25vd24pOiB2YWx1ZSBpcyBSZWFkb25seTxSZWNvcmQ8c3RyaW5nLCB1bmtub3duPj4ge1xuICByZXR1cm4gdHlwZW9mIHZhbHVlID09PSBcIm9iamVjdFwiICYmIHZhbHVlICE9PSBudWxsO1xufVxuXG5jb25zdCBpc0tpbmQgPSAodHlwZTogdW5rbm93bik6IHR5cGUgaXMgQ2hhcnRTdGF0ZVtcImtpbmRcIl0gPT5cbiAgdHlwZW9mIHR5cGUgPT09IFwic3RyaW5nXCIgJiYgS0lORFMuaW5jbHVkZXModHlwZSk7XG5cbmNvbnN0IGxpc3RPZiA9ICh2YWx1ZTogdW5rbm93bik6IHJlYWRvbmx5IHVua25vd25bXSA9PiAoQXJyYXkuaXNBcnJheSh2YWx1ZSkgPyB2YWx1ZSA6IFtdKTtcbmNvbnN0IHRleHRPZiA9ICh2YWx1ZTogdW5rbm93bikgPT4gKHR5cGVvZiB2YWx1ZSA9PT0gXCJzdHJpbmdcIiA/IHZhbHVlIDogdW5kZWZpbmVkKTtcblxuLyoqIEEgZnVuY3Rpb24gZ2l2ZW4gaW5saW5lIGdldHMgYSBuYW1lIGZyb20gWFN0YXRlIHRoYXQgc2F5cyBub3RoaW5nLiAqL1xuZnVuY3Rpb24gaW52b2tlT2YoeyBpZCwgc3JjIH06IFJlYWRvbmx5PFJlY29yZDxzdHJpbmcsIHVua25vd24+Pik6IENoYXJ0SW52b2tlIHtcbiAgY29uc3QgbmFtZSA9IHRleHRPZihzcmMpID8/IFwiXCI7XG4gIHJldHVybiB7IGlkOiBTdHJpbmcoaWQpLCBzcmM6IG5hbWUuc3RhcnRzV2l0aChcInhzdGF0ZS5pbnZva2UuXCIpID8gXCJcIiA6IG5hbWUgfTtcbn1cblxuLyoqIFdoZXJlIGEgaGlzdG9yeSBzdGF0ZSBsZWFkcyB3aGVuIHRoZXJlIGlzIG5vdGhpbmcgdG8gcmVtZW1iZXI6IGEgc2libGluZywgb3IgYSBzdGF0ZSBieSBpdHMgaWQuICovXG5mdW5jdGlvbiBkZWZhdWx0T2YoeyBjb25maWcsIHBhcmVudCB9OiBSZWFkb25seTxSZWNvcmQ8c3RyaW5nLCB1bmtub3duPj4pOiByZWFkb25seSBzdHJpbmdbXSB7XG4gIGNvbnN0IHRhcmdldCA9IGlzUmVjb3JkKGNvbmZpZykgPyB0ZXh0T2YoY29uZmlnLnRhcmdldCkgOiB1bmRlZmluZWQ7XG4gIGlmICghaXNSZWNvcmQocGFyZW50KSkgcmV0dXJuIFtdO1xuICBpZiAodGFyZ2V0ID09PSB1bmRlZmluZWQpIHJldHVybiB0YXJnZXRzT2YocGFyZW50LmluaXRpYWwpO1xuICBpZiAodGFyZ2V0LnN0YXJ0c1dpdGgoXCIjXCIpKSByZXR1cm4gW3RhcmdldC5zbGljZSgxKV07XG4gIGxldCBzdGF0ZTogdW5rbm93biA9IHBhcmVudDtcbiAgZm9yIChjb25zdCBrZXkgb2YgdGFyZ2V0LnNwbGl0KFwiLlwiKSkge1xuICAgIHN0YXRlID0gaXNSZWNvcmQoc3RhdGUpICYmIGlzUmVjb3JkKHN0YXRlLnN0YXRlcykgPyBzdGF0ZS5zdGF0ZXNba2V5XSA6IHVuZGVmaW5lZDtcbiAgfVxuICByZXR1cm4gaXNSZWNvcmQoc3RhdGUpICYmIHR5cGVvZiBzdGF0ZS5pZCA9PT0gXCJzdHJpbmdcIiA/IFtzdGF0ZS5pZF0gOiBbXTtcbn1cblxuLyoqIEluIGEgbWFjaGluZSB0aGV5IGFyZSBhIG1hcCBieSBldmVudCwgd2l0aCB0aG9zZSB3aXRob3V0IGFuIGV2ZW50IGFwYXJ0OyBpbiBKU09OIHRoZXkgYXJlIGEgbGlzdC4gKi9cbmZ1bmN0aW9uIHRyYW5zaXRpb25zT2Yobm9kZTogUmVhZG9ubHk8UmVjb3JkPHN0cmluZywgdW5rbm93bj4+KTogcmVhZG9ubHkgVHJhbnNpdGlvbkxpa2VbXSB7XG4gIGNvbnN0IHsgdHJhbnNpdGlvbnMgfSA9IG5vZGU7XG4gIGNvbnN0IG93biA9IHRyYW5zaXRpb25zIGluc3RhbmNlb2YgTWFwID8gWy4uLnRyYW5zaXRpb25zLnZhbHVlcygpXS5mbGF0KCkgOiBsaXN0T2YodHJhbnNpdGlvbnMpO1xuICByZXR1cm4gWy4uLm93biwgLi4ubGlzdE9mKG5vZGUuYWx3YXlzKV0uZmlsdGVyKGlzUmVjb3JkKS5tYXAoKHRyYW5zaXRpb24pID0+ICh7XG4gICAgZXZlbnRUeXBlOiB0ZXh0T2YodHJhbnNpdGlvbi5ldmVudFR5cGUpID8/IFwiXCIsXG4gICAgdGFyZ2V0OiB0cmFuc2l0aW9uLnRhcmdldCA9PT0gdW5kZWZpbmVkID8gdW5kZWZpbmVkIDogdGFyZ2V0c09mKHRyYW5zaXRpb24pLFxuICAgIGRlbGF5OiB0cmFuc2l0aW9uLmRlbGF5LFxuICAgIGd1YXJkOiB0cmFuc2l0aW9uLmd1YXJkLFxuICAgIGFjdGlvbnM6IGxpc3RPZih0cmFuc2l0aW9uLmFjdGlvbnMpLFxuICAgIHJlZW50ZXI6IHRyYW5zaXRpb24ucmVlbnRlciA9PT0gdHJ1ZSxcbiAgICBkZXNjcmlwdGlvbjogdGV4dE9mKHRyYW5zaXRpb24uZGVzY3JpcHRpb24pLFxuICB9KSk7XG59XG5cbmZ1bmN0aW9uIHRhcmdldHNPZih0cmFuc2l0aW9uOiB1bmtub3duKTogcmVhZG9ubHkgc3RyaW5nW10ge1xuICBjb25zdCB0YXJnZXRzID0gaXNSZWNvcmQodHJhbnNpdGlvbikgPyBsaXN0T2YodHJhbnNpdGlvbi50YXJnZXQpIDogW107XG4gIHJldHVybiB0YXJnZXRzLmZsYXRNYXAoKHRhcmdldCkgPT4ge1xuICAgIGlmICh0eXBlb2YgdGFyZ2V0ID09PSBcInN0cmluZ1wiKSByZXR1cm4gW3RhcmdldC5yZXBsYWNlKC9eIy8sIFwiXCIpXTtcbiAgICByZXR1cm4gaXNSZWNvcmQodGFyZ2V0KSAmJiB0eXBlb2YgdGFyZ2V0LmlkID09PSBcInN0cmluZ1wiID8gW3RhcmdldC5pZF0gOiBbXTtcbiAgfSk7XG59XG4iLCAiY29uc3QgX19pbmplY3RlZF9maWxlbmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0L25hbWVzLnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9uYW1lcy50c1wiO2ltcG9ydCB0eXBlIHsgR3VhcmQgfSBmcm9tIFwiLi9jaGFydC5qc1wiO1xuaW1wb3J0IHsgaXNSZWNvcmQgfSBmcm9tIFwiLi9zdGF0ZS1ub2RlLmpzXCI7XG5cbi8qKiBUaGUga2luZHMgb2YgYWN0aW9uIHRoYXQgWFN0YXRlIG1ha2VzLCBieSB3aGF0IHRoZXkgZG8uICovXG5jb25zdCBCVUlMVF9JTjogUmVhZG9ubHk8UmVjb3JkPHN0cmluZywgc3RyaW5nPj4gPSB7XG4gIFwieHN0YXRlLmFzc2lnblwiOiBcImFzc2lnblwiLFxuICBcInhzdGF0ZS5yYWlzZVwiOiBcInJhaXNlXCIsXG4gIFwieHN0YXRlLnNlbmRUb1wiOiBcInNlbmRUb1wiLFxuICBcInhzdGF0ZS5lbWl0XCI6IFwiZW1pdFwiLFxuICBcInhzdGF0ZS5jYW5jZWxcIjogXCJjYW5jZWxcIixcbiAgXCJ4c3RhdGUubG9nXCI6IFwibG9nXCIsXG4gIFwieHN0YXRlLnNwYXduQ2hpbGRcIjogXCJzcGF3bkNoaWxkXCIsXG4gIFwieHN0YXRlLnN0b3BDaGlsZFwiOiBcInN0b3BDaGlsZFwiLFxuICBcInhzdGF0ZS5lbnF1ZXVlQWN0aW9uc1wiOiBcImVucXVldWVBY3Rpb25zXCIsXG59O1xuXG4vKiogV2hhdCBhbiBhY3Rpb24gaXMgY2FsbGVkOiBieSBpdHMgYXV0aG9yLCBlbHNlIGJ5IHdoYXQgWFN0YXRlIGRvZXMgd2l0aCBpdC4gKi9cbmV4cG9ydCBmdW5jdGlvbiBuYW1lT2ZBY3Rpb24oYWN0aW9uOiB1bmtub3duKTogc3RyaW5nIHtcbiAgY29uc3QgbmFtZSA9IG5hbWVPZihhY3Rpb24pID8/IFwiXCI7XG4gIHJldHVybiBCVUlMVF9JTltuYW1lXSA/PyAobmFtZSA9PT0gXCJcIiB8fCBuYW1lID09PSBcImFjdGlvbnNcIiA/IFwiaW5saW5lIGFjdGlvblwiIDogbmFtZSk7XG59XG5cbi8qKiBBIGd1YXJkIGFzIGEgdHJlZSBvZiBuYW1lcy4gKi9cbmV4cG9ydCBmdW5jdGlvbiBndWFyZE9mKGd1YXJkOiB1bmtub3duKTogR3VhcmQge1xuICBjb25zdCBpbm5lciA9IGlzQ29tcG9zZWQoZ3VhcmQpID8gZ3VhcmQuZ3VhcmRzLm1hcChndWFyZE9mKSA6IHVuZGVmaW5lZDtcbiAgaWYgKGlubmVyKSB7XG4gICAgY29uc3QgW2ZpcnN0ID0geyBraW5kOiBcImlubGluZVwiIH1dID0gaW5uZXI7XG4gICAgY29uc3Qga2luZCA9IChndWFyZCBhcyB7IHJlYWRvbmx5IG5hbWU/OiB1bmtub3duIH0pLm5hbWU7XG4gICAgaWYgKGtpbmQgPT09IFwibm90XCIpIHJldHVybiB7IGtpbmQ6IFwibm90XCIsIGd1YXJkOiBmaXJzdCB9O1xuICAgIHJldHVybiB7IGtpbmQ6IGtpbmQgPT09IFwib3JcIiA/IFwib3JcIiA6IFwiYW5kXCIsIGd1YXJkczogaW5uZXIgfTtcbiAgfVxuICBjb25zdCBuYW1lID0gbmFtZU9mKGd1YXJkKTtcbiAgaWYgKG5hbWUgPT09IHVuZGVmaW5lZCB8fCBuYW1lID09PSBcIlwiIHx8IG5hbWUgPT09IFwiZ3VhcmRcIikgcmV0dXJuIHsga2luZDogXCJpbmxpbmVcIiB9O1xuICBjb25zdCBwYXJhbXMgPSBpc1JlY29yZChndWFyZCkgPyBndWFyZC5wYXJhbXMgOiB1bmRlZmluZWQ7XG4gIHJldHVybiB7IGtpbmQ6IFwibmFtZWRcIiwgbmFtZSwgLi4uKHBhcmFtcyA9PT0gdW5kZWZpbmVkID8ge30gOiB7IHBhcmFtczogcGxhaW4ocGFyYW1zKSB9KSB9O1xufVxuXG4vKiogQSBndWFyZCBpbiB3b3JkczogYGlzT3duIGFuZCAoaXNOZXcgb3Igbm90IGlzTGF0ZSlgLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGd1YXJkVGV4dChndWFyZDogR3VhcmQsIGlzSW5uZXIgPSBmYWxzZSk6IHN0cmluZyB7XG4gIHN3aXRjaCAoZ3VhcmQua2luZCkge1xuICAgIGNhc2UgXCJuYW1lZFwiOlxuICAgICAgcmV0dXJuIGd1YXJkLm5hbWU7XG4gICAgY2FzZSBcImlubGluZVwiOlxuICAgICAgcmV0dXJuIFwiaW5saW5lIGd1YXJkXCI7XG4gICAgY2FzZSBcIm5vdFwiOlxuICAgICAgcmV0dXJuIGBub3QgJHtndWFyZFRleHQoZ3VhcmQuZ3VhcmQsIHRydWUpfWA7XG4gICAgZGVmYXVsdDoge1xuICAgICAgY29uc3QgdGV4dCA9IGd1YXJkLmd1YXJkcy5tYXAoKGlubmVyKSA9PiBndWFyZFRleHQoaW5uZXIsIHRydWUpKS5qb2luKGAgJHtndWFyZC5raW5kfSBgKTtcbiAgICAgIHJldHVybiBpc0lubmVyID8gYCgke3RleHR9KWAgOiB0ZXh0O1xuICAgIH1cbiAgfVxufVxuXG4vKiogVGhlIG5hbWVzIG9mIGFsbCBndWFyZHMgdGhhdCBhIGd1YXJkIGlzIG1hZGUgb2YuICovXG5leHBvcnQgZnVuY3Rpb24gZ3VhcmROYW1lcyhndWFyZDogR3VhcmQgfCB1bmRlZmluZWQpOiByZWFkb25seSBzdHJpbmdbXSB7XG4gIGlmICghZ3VhcmQgfHwgZ3VhcmQua2luZCA9PT0gXCJpbmxpbmVcIikgcmV0dXJuIFtdO1xuICBpZiAoZ3VhcmQua2luZCA9PT0gXCJuYW1lZFwiKSByZXR1cm4gW2d1YXJkLm5hbWVdO1xuICByZXR1cm4gZ3VhcmQua2luZCA9PT0gXCJub3RcIiA/IGd1YXJkTmFtZXMoZ3VhcmQuZ3VhcmQpIDogZ3VhcmQuZ3VhcmRzLmZsYXRNYXAoZ3VhcmROYW1lcyk7XG59XG5cbmZ1bmN0aW9uIG5hbWVPZih2YWx1ZTogdW5rbm93bik6IHN0cmluZyB8IHVuZGVmaW5lZCB7XG4gIGlmICh0eXBlb2YgdmFsdWUgPT09IFwic3RyaW5nXCIpIHJldHVybiB2YWx1ZTtcbiAgaWYgKHR5cGVvZiB2YWx1ZSA9PT0gXCJmdW5jdGlvblwiKSB7XG4gICAgY29uc3QgeyB0eXBlIH0gPSB2YWx1ZSBhcyB7IHJlYWRvbmx5IHR5cGU/OiB1bmtub3duIH07XG4gICAgcmV0dXJuIHR5cGVvZiB0eXBlID09PSBcInN0cmluZ1wiID8gdHlwZSA6IHZhbHVlLm5hbWU7XG4gIH1cbiAgcmV0dXJuIGlzUmVjb3JkKHZhbHVlKSAmJiB0eXBlb2YgdmFsdWUudHlwZSA9PT0gXCJzdHJpbmdcIiA/IHZhbHVlLnR5cGUgOiB1bmRlZmluZWQ7XG59XG5cbmZ1bmN0aW9uIGlzQ29tcG9zZWQoZ3VhcmQ6IHVua25vd24pOiBndWFyZCBpcyB7IHJlYWRvbmx5IGd1YXJkczogcmVhZG9ubHkgdW5rbm93bltdIH0ge1xuICBjb25zdCBpc0hvbGRlciA9IHR5cGVvZiBndWFyZCA9PT0gXCJmdW5jdGlvblwiIHx8IGlzUmVjb3JkKGd1YXJkKTtcbiAgcmV0dXJuIGlzSG9sZGVyICYmIEFycmF5LmlzQXJyYXkoKGd1YXJkIGFzIHsgcmVhZG9ubHkgZ3VhcmRzPzogdW5rbm93biB9KS5ndWFyZHMpO1xufVxuXG4vKiogQXMgSlNPTiBrZWVwcyBpdDogYSBmdW5jdGlvbiBhbW9uZyB0aGUgcGFyYW1ldGVycyBoYXMgbm8gcGxhY2UgaW4gYSBwaWN0dXJlLiAqL1xuZnVuY3Rpb24gcGxhaW4odmFsdWU6IHVua25vd24pOiB1bmtub3duIHtcbiAgdHJ5IHtcbiAgICByZXR1cm4gSlNPTi5wYXJzZShKU09OLnN0cmluZ2lmeSh2YWx1ZSkgPz8gXCJudWxsXCIpO1xuICB9IGNhdGNoIHtcbiAgICByZXR1cm4gbnVsbDtcbiAgfVxufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9yZWFkLXRyYW5zaXRpb25zLnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9yZWFkLXRyYW5zaXRpb25zLnRzXCI7aW1wb3J0IHsgdHlwZSBDaGFydFRyYW5zaXRpb24sIHR5cGUgVHJpZ2dlciwgdHJhbnNpdGlvbklkIH0gZnJvbSBcIi4vY2hhcnQuanNcIjtcbmltcG9ydCB7IGd1YXJkT2YsIG5hbWVPZkFjdGlvbiB9IGZyb20gXCIuL25hbWVzLmpzXCI7XG5pbXBvcnQgdHlwZSB7IFN0YXRlTm9kZUxpa2UsIFRyYW5zaXRpb25MaWtlIH0gZnJvbSBcIi4vc3RhdGUtbm9kZS5qc1wiO1xuXG4vKiogV2hhdCB0aGUgcmVhZGVyIG9mIGEgbWFjaGluZSBrbm93cyBvZiBhbGwgb2YgaXQuICovXG5leHBvcnQgaW50ZXJmYWNlIFJlYWRpbmcge1xuICAvKiogT3VyIGlkIG9mIGV2ZXJ5IHN0YXRlIGJ5IFhTdGF0ZSdzLiAqL1xuICByZWFkb25seSBwYXRoczogUmVhZG9ubHlNYXA8c3RyaW5nLCBzdHJpbmc+O1xuICAvKiogRGVsYXlzIG9mIGEgZml4ZWQgbGVuZ3RoLCBieSBuYW1lLiAqL1xuICByZWFkb25seSBkZWxheXM6IFJlYWRvbmx5TWFwPHN0cmluZywgbnVtYmVyPjtcbn1cblxuLyoqIEV2ZXJ5IHRyYW5zaXRpb24gb2YgYSBzdGF0ZSBhbmQgb2YgdGhlIHN0YXRlcyBpbnNpZGUgaXQuICovXG5leHBvcnQgZnVuY3Rpb24gcmVhZFRyYW5zaXRpb25zKG5vZGU6IFN0YXRlTm9kZUxpa2UsIHJlYWRpbmc6IFJlYWRpbmcpOiByZWFkb25seSBDaGFydFRyYW5zaXRpb25bXSB7XG4gIGNvbnN0IGNvdW50cyA9IG5ldyBNYXA8c3RyaW5nLCBudW1iZXI+KCk7XG4gIGNvbnN0IG93biA9IG5vZGUudHJhbnNpdGlvbnMubWFwKCh0cmFuc2l0aW9uKSA9PiB7XG4gICAgY29uc3QgaW5kZXggPSBjb3VudHMuZ2V0KHRyYW5zaXRpb24uZXZlbnRUeXBlKSA/PyAwO1xuICAgIGNvdW50cy5zZXQodHJhbnNpdGlvbi5ldmVudFR5cGUsIGluZGV4ICsgMSk7XG4gICAgcmV0dXJuIHJlYWQobm9kZSwgdHJhbnNpdGlvbiwgaW5kZXgsIHJlYWRpbmcpO1xuICB9KTtcbiAgcmV0dXJuIFsuLi5vd24sIC4uLm5vZGUuc3RhdGVzLmZsYXRNYXAoKGNoaWxkKSA9PiByZWFkVHJhbnNpdGlvbnMoY2hpbGQsIHJlYWRpbmcpKV07XG59XG5cbmZ1bmN0aW9uIHJlYWQoXG4gIG5vZGU6IFN0YXRlTm9kZUxpa2UsXG4gIHsgZXZlbnRUeXBlLCB0YXJnZXQsIGRlbGF5LCBndWFyZCwgYWN0aW9ucywgcmVlbnRlciwgZGVzY3JpcHRpb24gfTogVHJhbnNpdGlvbkxpa2UsXG4gIGluZGV4OiBudW1iZXIsXG4gIHsgcGF0aHMsIGRlbGF5cyB9OiBSZWFkaW5nLFxuKTogQ2hhcnRUcmFuc2l0aW9uIHtcbiAgY29uc3Qgc291cmNlID0gcGF0aHMuZ2V0KG5vZGUuaWQpID8/IFwiXCI7XG4gIHJldHVybiB7XG4gICAgaWQ6IHRyYW5zaXRpb25JZChzb3VyY2UsIGV2ZW50VHlwZSwgaW5kZXgpLFxuICAgIHNvdXJjZSxcbiAgICB0YXJnZXRzOiAodGFyZ2V0ID8/IFtdKS5tYXAoKGlkKSA9PiBwYXRocy5nZXQoaWQpKS5maWx0ZXIoKGlkKSA9PiBpZCAhPT0gdW5kZWZpbmVkKSxcbiAgICBldmVudDogZXZlbnRUeXBlLFxuICAgIGluZGV4LFxuICAgIHRyaWdnZXI6IHRyaWdnZXJPZihldmVudFR5cGUsIGRlbGF5LCBkZWxheXMpLFxuICAgIC4uLihndWFyZCA9PT0gdW5kZWZpbmVkIHx8IGd1YXJkID09PSBudWxsID8ge30gOiB7IGd1YXJkOiBndWFyZE9mKGd1YXJkKSB9KSxcbiAgICBhY3Rpb25zOiBhY3Rpb25zLm1hcChuYW1lT2ZBY3Rpb24pLFxuICAgIGlzUmVlbnRlcmluZzogcmVlbnRlcixcbiAgICBpc0ZvcmJpZGRlbjogdGFyZ2V0ID09PSB1bmRlZmluZWQgJiYgYWN0aW9ucy5sZW5ndGggPT09IDAgJiYgIXJlZW50ZXIsXG4gICAgLi4uKGRlc2NyaXB0aW9uID8geyBkZXNjcmlwdGlvbiB9IDoge30pLFxuICB9O1xufVxuXG5jb25zdCBPRl9BQ1RPUiA9IC9eeHN0YXRlXFwuKD86KGRvbmV8ZXJyb3IpXFwuYWN0b3J8KHNuYXBzaG90KSlcXC4oLiopJC9zO1xuXG5mdW5jdGlvbiB0cmlnZ2VyT2YoZXZlbnQ6IHN0cmluZywgZGVsYXk6IHVua25vd24sIGRlbGF5czogUmVhZGluZ1tcImRlbGF5c1wiXSk6IFRyaWdnZXIge1xuICBpZiAodHlwZW9mIGRlbGF5ID09PSBcIm51bWJlclwiKSByZXR1cm4geyBraW5kOiBcImRlbGF5XCIsIG1zOiBkZWxheSB9O1xuICBpZiAodHlwZW9mIGRlbGF5ID09PSBcInN0cmluZ1wiKSB7XG4gICAgY29uc3QgbXMgPSBkZWxheXMuZ2V0KGRlbGF5KSA/PyAoL15cXGQrJC8udGVzdChkZWxheSkgPyBOdW1iZXIoZGVsYXkpIDogdW5kZWZpbmVkKTtcbiAgICBjb25zdCBpc051bWJlciA9IC9eXFxkKyQvLnRlc3QoZGVsYXkpO1xuICAgIHJldHVybiB7XG4gICAgICBraW5kOiBcImRlbGF5XCIsXG4gICAgICAuLi4oaXNOdW1iZXIgPyB7fSA6IHsgbmFtZTogZGVsYXkgfSksXG4gICAgICAuLi4obXMgPT09IHVuZGVmaW5lZCA/IHt9IDogeyBtcyB9KSxcbiAgICB9O1xuICB9XG4gIGlmIChldmVudCA9PT0gXCJcIikgcmV0dXJuIHsga2luZDogXCJhbHdheXNcIiB9O1xuICBpZiAoZXZlbnQuc3RhcnRzV2l0aChcInhzdGF0ZS5kb25lLnN0YXRlLlwiKSkgcmV0dXJuIHsga2luZDogXCJkb25lXCIgfTtcbiAgY29uc3QgWywgZW5kaW5nLCBzbmFwc2hvdCwgYWN0b3IgPSBcIlwiXSA9IE9GX0FDVE9SLmV4ZWMoZXZlbnQpID8/IFtdO1xuICBpZiAoc25hcHNob3QpIHJldHVybiB7IGtpbmQ6IFwic25hcHNob3RcIiwgYWN0b3IgfTtcbiAgaWYgKGVuZGluZyA9PT0gXCJkb25lXCIgfHwgZW5kaW5nID09PSBcImVycm9yXCIpIHJldHVybiB7IGtpbmQ6IGVuZGluZywgYWN0b3IgfTtcbiAgcmV0dXJuIHsga2luZDogXCJldmVudFwiLCBuYW1lOiBldmVudCB9O1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9saWZ0ZWQudHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydFwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0L2xpZnRlZC50c1wiO2ltcG9ydCB7IHR5cGUgQ2hhcnRTdGF0ZSwgd2l0aElubmVyIH0gZnJvbSBcIi4vY2hhcnQuanNcIjtcbmltcG9ydCB0eXBlIHsgU3RlcCB9IGZyb20gXCIuL3N0ZXBzLmpzXCI7XG5cbi8qKlxuICogRHJhd3Mgb25jZSwgZnJvbSB0aGUgc3RhdGUgYXJvdW5kIHRoZW0sIHdoYXQgYWxsIHN0YXRlcyBpbnNpZGUgKG9yIG1vc3Qgb2YgdGhlbSkgaGF2ZSBpbiBjb21tb24uXG4gKiBUaGUgbGFiZWwgc2F5cyB3aGVyZSBpdCBob2xkcywgc2luY2UgZWFjaCBvZiB0aGVtIGhhcyBhIGNsb2NrIG9mIGl0cyBvd24uXG4gKi9cbmV4cG9ydCBmdW5jdGlvbiBsaWZ0ZWQoc3RlcHM6IHJlYWRvbmx5IFN0ZXBbXSwgcm9vdDogQ2hhcnRTdGF0ZSk6IHJlYWRvbmx5IFN0ZXBbXSB7XG4gIGxldCByZXN1bHQgPSBzdGVwcztcbiAgZm9yIChjb25zdCBzdGF0ZSBvZiB3aXRoSW5uZXIocm9vdCkpIHtcbiAgICBpZiAoc3RhdGUuaWQgPT09IFwiXCIgfHwgc3RhdGUua2luZCAhPT0gXCJjb21wb3VuZFwiKSBjb250aW51ZTtcbiAgICBjb25zdCBvd24gPSBuZXcgU2V0KHN0YXRlLmNoaWxkcmVuLm1hcCgoeyBpZCB9KSA9PiBpZCkpO1xuICAgIGNvbnN0IGdyb3VwcyA9IG5ldyBNYXA8c3RyaW5nLCBTdGVwW10+KCk7XG4gICAgZm9yIChjb25zdCBzdGVwIG9mIHJlc3VsdCkge1xuICAgICAgaWYgKCFvd24uaGFzKHN0ZXAuZnJvbSkgfHwgaXNXaXRoaW4oc3RlcC50bywgc3RhdGUuaWQpKSBjb250aW51ZTtcbiAgICAgIGNvbnN0IGtleSA9IEpTT04uc3RyaW5naWZ5KFtzdGVwLnRyaWdnZXIsIHN0ZXAuZ3VhcmQsIHN0ZXAudG9dKTtcbiAgICAgIGdyb3Vwcy5zZXQoa2V5LCBbLi4uKGdyb3Vwcy5nZXQoa2V5KSA/PyBbXSksIHN0ZXBdKTtcbiAgICB9XG4gICAgZm9yIChjb25zdCBncm91cCBvZiBncm91cHMudmFsdWVzKCkpIHJlc3VsdCA9IHdpdGhUb2dldGhlcihyZXN1bHQsIGdyb3VwLCBzdGF0ZSk7XG4gIH1cbiAgcmV0dXJuIHJlc3VsdDtcbn1cblxuZnVuY3Rpb24gd2l0aFRvZ2V0aGVyKFxuICBzdGVwczogcmVhZG9ubHkgU3RlcFtdLFxuICBncm91cDogcmVhZG9ubHkgU3RlcFtdLFxuICB7IGlkLCBjaGlsZHJlbiB9OiBDaGFydFN0YXRlLFxuKTogcmVhZG9ubHkgU3RlcFtdIHtcbiAgY29uc3QgaXNTaGFyZWQgPSBncm91cC5sZW5ndGggPj0gMyB8fCAoZ3JvdXAubGVuZ3RoID09PSBjaGlsZHJlbi5sZW5ndGggJiYgY2hpbGRyZW4ubGVuZ3RoID4gMSk7XG4gIGNvbnN0IFtmaXJzdCwgLi4ucmVzdF0gPSBncm91cDtcbiAgaWYgKCFpc1NoYXJlZCB8fCAhZmlyc3QpIHJldHVybiBzdGVwcztcbiAgY29uc3Qgb3RoZXJzID0gY2hpbGRyZW4uZmlsdGVyKChjaGlsZCkgPT4gIWdyb3VwLnNvbWUoKHsgZnJvbSB9KSA9PiBmcm9tID09PSBjaGlsZC5pZCkpO1xuICBjb25zdCBleGNlcHQgPSBvdGhlcnMubWFwKCh7IG5hbWUgfSkgPT4gbmFtZSkuam9pbihcIiwgXCIpO1xuICBjb25zdCB0b2dldGhlcjogU3RlcCA9IHtcbiAgICAuLi5maXJzdCxcbiAgICB0cmFuc2l0aW9uczogZ3JvdXAuZmxhdE1hcCgoeyB0cmFuc2l0aW9ucyB9KSA9PiB0cmFuc2l0aW9ucyksXG4gICAgZnJvbTogaWQsXG4gICAgd2hlcmU6IGV4Y2VwdCA/IGBpbiBlYWNoIGJ1dCAke2V4Y2VwdH1gIDogXCJpbiBlYWNoXCIsXG4gIH07XG4gIHJldHVybiBzdGVwcy5mbGF0TWFwKChzdGVwKSA9PiAoc3RlcCA9PT0gZmlyc3QgPyBbdG9nZXRoZXJdIDogcmVzdC5pbmNsdWRlcyhzdGVwKSA/IFtdIDogW3N0ZXBdKSk7XG59XG5cbmNvbnN0IGlzV2l0aGluID0gKGlkOiBzdHJpbmcsIGFuY2VzdG9yOiBzdHJpbmcpID0+IGlkID09PSBhbmNlc3RvciB8fCBpZC5zdGFydHNXaXRoKGAke2FuY2VzdG9yfS5gKTtcbiIsICJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnQvbGluZXMudHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydFwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0L2xpbmVzLnRzXCI7aW1wb3J0IHR5cGUgeyBTdGVwIH0gZnJvbSBcIi4vc3RlcHMuanNcIjtcblxuLyoqIFNvbWV0aGluZyB3cml0dGVuIGF0IGFuIGVkZ2Ugb3IgaW4gYSBib3gsIGluIHBpZWNlcyB0aGF0IGxvb2sgZGlmZmVyZW50LiAqL1xuZXhwb3J0IGludGVyZmFjZSBMaW5lIHtcbiAgcmVhZG9ubHkgc2VnbWVudHM6IHJlYWRvbmx5IFNlZ21lbnRbXTtcbiAgLyoqIFRoZSB0cmFuc2l0aW9ucyBpdCB0ZWxscyBvZi4gKi9cbiAgcmVhZG9ubHkgdHJhbnNpdGlvbnM6IHJlYWRvbmx5IHN0cmluZ1tdO1xufVxuXG4vKiogQSBwYXJ0IG9mIGEgbGluZSBvZiB0ZXh0LCBhbmQgd2hhdCBpdCB0ZWxscy4gKi9cbmV4cG9ydCBpbnRlcmZhY2UgU2VnbWVudCB7XG4gIHJlYWRvbmx5IHRleHQ6IHN0cmluZztcbiAgcmVhZG9ubHkgcm9sZTogXCJldmVudFwiIHwgXCJkZWxheVwiIHwgXCJndWFyZFwiIHwgXCJib3VuZFwiIHwgXCJub3RlXCI7XG59XG5cbi8qKiBBIGxpbmUgdGhhdCB0ZWxscyBvZiBubyB0cmFuc2l0aW9uLiAqL1xuZXhwb3J0IGNvbnN0IG5vdGVMaW5lID0gKHRleHQ6IHN0cmluZyk6IExpbmUgPT4gKHtcbiAgc2VnbWVudHM6IFt7IHRleHQsIHJvbGU6IFwibm90ZVwiIH1dLFxuICB0cmFuc2l0aW9uczogW10sXG59KTtcblxuLyoqIE9uZSBsaW5lIGZvciBlYWNoIHdheTsgZXZlbnRzIHRoYXQgc2hhcmUgYSBndWFyZCBzaGFyZSBhIGxpbmUsIGFuZCBzbyBkbyBndWFyZHMgb2Ygb25lIGV2ZW50LiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGxpbmVzT2Yoc3RlcHM6IHJlYWRvbmx5IFN0ZXBbXSk6IHJlYWRvbmx5IExpbmVbXSB7XG4gIGNvbnN0IG1lcmdlZDogU3RlcFtdID0gW107XG4gIGZvciAoY29uc3Qgc3RlcCBvZiBzdGVwcykge1xuICAgIGNvbnN0IGluZGV4ID0gbWVyZ2VkLmZpbmRJbmRleChcbiAgICAgIChvdGhlcikgPT4gaGFzU2FtZUd1YXJkKG90aGVyLCBzdGVwKSB8fCBoYXNTYW1lVHJpZ2dlcihvdGhlciwgc3RlcCksXG4gICAgKTtcbiAgICBjb25zdCBvdGhlciA9IG1lcmdlZFtpbmRleF07XG4gICAgaWYgKG90aGVyKSBtZXJnZWRbaW5kZXhdID0gdG9nZXRoZXIob3RoZXIsIHN0ZXApO1xuICAgIGVsc2UgbWVyZ2VkLnB1c2goc3RlcCk7XG4gIH1cbiAgcmV0dXJuIG1lcmdlZC5tYXAobGluZU9mKTtcbn1cblxuY29uc3QgaXNBbGlrZSA9IChhOiBTdGVwLCBiOiBTdGVwKSA9PiBhLm1hbm5lciA9PT0gYi5tYW5uZXIgJiYgYS53aGVyZSA9PT0gYi53aGVyZTtcblxuY29uc3QgaGFzU2FtZUd1YXJkID0gKGE6IFN0ZXAsIGI6IFN0ZXApID0+XG4gIGlzQWxpa2UoYSwgYikgJiYgYS5raW5kID09PSBcImV2ZW50XCIgJiYgYi5raW5kID09PSBcImV2ZW50XCIgJiYgYS5ndWFyZCA9PT0gYi5ndWFyZDtcblxuY29uc3QgaGFzU2FtZVRyaWdnZXIgPSAoYTogU3RlcCwgYjogU3RlcCkgPT5cbiAgaXNBbGlrZShhLCBiKSAmJiBhLnRyaWdnZXIgPT09IGIudHJpZ2dlciAmJiBpc1NpbXBsZShhLmd1YXJkKSAmJiBpc1NpbXBsZShiLmd1YXJkKTtcblxuY29uc3QgaXNTaW1wbGUgPSAoZ3VhcmQ6IHN0cmluZykgPT4gZ3VhcmQgIT09IFwiXCIgJiYgZ3VhcmQgIT09IFwiZWxzZVwiICYmICFndWFyZC5pbmNsdWRlcyhcIiBhbmQgXCIpO1xuXG5mdW5jdGlvbiB0b2dldGhlcihhOiBTdGVwLCBiOiBTdGVwKTogU3RlcCB7XG4gIGNvbnN0IHRyYW5zaXRpb25zID0gWy4uLmEudHJhbnNpdGlvbnMsIC4uLmIudHJhbnNpdGlvbnNdO1xuICBjb25zdCBpc0JvdW5kID0gYS5pc0JvdW5kIHx8IGIuaXNCb3VuZDtcbiAgaWYgKGEuZ3VhcmQgPT09IGIuZ3VhcmQpIHJldHVybiB7IC4uLmEsIHRyYW5zaXRpb25zLCB0cmlnZ2VyOiBgJHthLnRyaWdnZXJ9LCAke2IudHJpZ2dlcn1gIH07XG4gIHJldHVybiB7IC4uLmEsIHRyYW5zaXRpb25zLCBpc0JvdW5kLCBndWFyZDogYCR7YS5ndWFyZH0gb3IgJHtiLmd1YXJkfWAgfTtcbn1cblxuZnVuY3Rpb24gbGluZU9mKHsgdHJpZ2dlciwga2luZCwgZ3VhcmQsIGlzQm91bmQsIG1hbm5lciwgd2hlcmUsIHRyYW5zaXRpb25zIH06IFN0ZXApOiBMaW5lIHtcbiAgY29uc3Qgd29yZHMgPSB0cmlnZ2VyIHx8IChndWFyZCA9PT0gXCJcIiA/IFwiYWx3YXlzXCIgOiBcIlwiKTtcbiAgY29uc3QgbWFubmVyczogU2VnbWVudFtdID0gbWFubmVyID09PSBcImdvZXNcIiA/IFtdIDogW3sgdGV4dDogbWFubmVyLCByb2xlOiBcIm5vdGVcIiB9XTtcbiAgY29uc3QgdHJpZ2dlcnM6IFNlZ21lbnRbXSA9IHdvcmRzXG4gICAgPyBbeyB0ZXh0OiB3b3Jkcywgcm9sZToga2luZCA9PT0gXCJkZWxheVwiID8gXCJkZWxheVwiIDogXCJldmVudFwiIH1dXG4gICAgOiBbXTtcbiAgY29uc3QgZ3VhcmRzOiBTZWdtZW50W10gPSBndWFyZFxuICAgID8gW3sgdGV4dDogYFske2d1YXJkfV1gLCByb2xlOiBpc0JvdW5kID8gXCJib3VuZFwiIDogXCJndWFyZFwiIH1dXG4gICAgOiBbXTtcbiAgY29uc3Qgd2hlcmVzOiBTZWdtZW50W10gPSB3aGVyZSA/IFt7IHRleHQ6IGAoJHt3aGVyZX0pYCwgcm9sZTogXCJub3RlXCIgfV0gOiBbXTtcbiAgcmV0dXJuIHsgc2VnbWVudHM6IFsuLi5tYW5uZXJzLCAuLi50cmlnZ2VycywgLi4uZ3VhcmRzLCAuLi53aGVyZXNdLCB0cmFuc2l0aW9ucyB9O1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9kdXJhdGlvbi10ZXh0LnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9kdXJhdGlvbi10ZXh0LnRzXCI7Y29uc3QgVU5JVFMgPSBbXG4gIFtcImRcIiwgODZfNDAwXzAwMF0sXG4gIFtcImhcIiwgM182MDBfMDAwXSxcbiAgW1wibWluXCIsIDYwXzAwMF0sXG4gIFtcInNcIiwgMV8wMDBdLFxuXSBhcyBjb25zdDtcblxuLyoqIEEgbGVuZ3RoIG9mIHRpbWUgaW4gdGhlIGxhcmdlc3QgdW5pdCB0aGF0IGdpdmVzIGEgc2hvcnQgbnVtYmVyOiBgNTAwIG1zYCwgYDEuNSBzYCwgYDEwIG1pbmAuICovXG5leHBvcnQgZnVuY3Rpb24gZHVyYXRpb25UZXh0KG1zOiBudW1iZXIpOiBzdHJpbmcge1xuICBjb25zdCBbdW5pdCwgc2l6ZV0gPSBVTklUUy5maW5kKChbLCBzaXplXSkgPT4gbXMgPj0gc2l6ZSkgPz8gW1wibXNcIiwgMV07XG4gIHJldHVybiBgJHtNYXRoLnJvdW5kKChtcyAvIHNpemUpICogMTApIC8gMTB9ICR7dW5pdH1gO1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9zdGVwcy50c1wiO2NvbnN0IF9faW5qZWN0ZWRfZGlybmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0XCI7Y29uc3QgX19pbmplY3RlZF9pbXBvcnRfbWV0YV91cmxfXyA9IFwiZmlsZTovLy93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnQvc3RlcHMudHNcIjtpbXBvcnQgdHlwZSB7IENoYXJ0LCBDaGFydFRyYW5zaXRpb24sIFRyaWdnZXIgfSBmcm9tIFwiLi9jaGFydC5qc1wiO1xuaW1wb3J0IHsgZHVyYXRpb25UZXh0IH0gZnJvbSBcIi4vZHVyYXRpb24tdGV4dC5qc1wiO1xuaW1wb3J0IHsgZ3VhcmROYW1lcywgZ3VhcmRUZXh0IH0gZnJvbSBcIi4vbmFtZXMuanNcIjtcblxuLyoqIE9uZSB3YXkgZnJvbSBhIHN0YXRlIHRvIGEgc3RhdGUsIGFuZCB3aGF0IGlzIHdyaXR0ZW4gYXQgaXQuICovXG5leHBvcnQgaW50ZXJmYWNlIFN0ZXAge1xuICByZWFkb25seSB0cmFuc2l0aW9uczogcmVhZG9ubHkgc3RyaW5nW107XG4gIHJlYWRvbmx5IGZyb206IHN0cmluZztcbiAgcmVhZG9ubHkgdG86IHN0cmluZztcbiAgcmVhZG9ubHkgdHJpZ2dlcjogc3RyaW5nO1xuICByZWFkb25seSBraW5kOiBUcmlnZ2VyW1wia2luZFwiXTtcbiAgLyoqIFRoZSBndWFyZCBpbiB3b3JkcywgXCJlbHNlXCIgYWZ0ZXIgZ3VhcmRlZCBvbmVzLCBvciBcIlwiLiAqL1xuICByZWFkb25seSBndWFyZDogc3RyaW5nO1xuICAvKiogVGhlIGd1YXJkIGFza3Mgd2hldGhlciBhdHRlbXB0cyBhcmUgbGVmdC4gKi9cbiAgcmVhZG9ubHkgaXNCb3VuZDogYm9vbGVhbjtcbiAgcmVhZG9ubHkgbWFubmVyOiBcImdvZXNcIiB8IFwic3RheXNcIiB8IFwicmVzdGFydHNcIiB8IFwiaWdub3Jlc1wiO1xuICAvKiogSW4gd2hpY2ggb2YgdGhlIHN0YXRlcyBpbnNpZGUgaXQgaG9sZHMsIHdoZW4gaXQgaXMgZHJhd24gYXQgdGhlIHN0YXRlIGFyb3VuZCB0aGVtLiAqL1xuICByZWFkb25seSB3aGVyZTogc3RyaW5nO1xufVxuXG4vKiogV2hhdCBndWFyZHMgYXJlIGNhbGxlZCB0aGF0IGFzayB3aGV0aGVyIHRoZSBib3VuZCBpcyByZWFjaGVkLiAqL1xuY29uc3QgQk9VTkQgPSBcImhhc0F0dGVtcHRzTGVmdFwiO1xuXG4vKiogRXZlcnkgdHJhbnNpdGlvbiBhcyBhIHN0ZXA7IG9uZSBpbnRvIHNldmVyYWwgcmVnaW9ucyBhdCBvbmNlIGlzIHNldmVyYWwuICovXG5leHBvcnQgZnVuY3Rpb24gc3RlcHNPZih7IHRyYW5zaXRpb25zIH06IENoYXJ0KTogcmVhZG9ubHkgU3RlcFtdIHtcbiAgcmV0dXJuIHRyYW5zaXRpb25zLmZsYXRNYXAoKHRyYW5zaXRpb24pID0+IHtcbiAgICBjb25zdCB7IGlkLCBzb3VyY2UsIHRhcmdldHMsIHRyaWdnZXIsIGd1YXJkIH0gPSB0cmFuc2l0aW9uO1xuICAgIGNvbnN0IHN0ZXAgPSB7XG4gICAgICB0cmFuc2l0aW9uczogW2lkXSxcbiAgICAgIGZyb206IHNvdXJjZSxcbiAgICAgIHRyaWdnZXI6IHRyaWdnZXJUZXh0KHRyaWdnZXIpLFxuICAgICAga2luZDogdHJpZ2dlci5raW5kLFxuICAgICAgZ3VhcmQ6IGd1YXJkID8gZ3VhcmRUZXh0KGd1YXJkKSA6IHRyYW5zaXRpb24uaW5kZXggPiAwID8gXCJlbHNlXCIgOiBcIlwiLFxuICAgICAgaXNCb3VuZDogZ3VhcmROYW1lcyhndWFyZCkuaW5jbHVkZXMoQk9VTkQpLFxuICAgICAgbWFubmVyOiBtYW5uZXJPZih0cmFuc2l0aW9uKSxcbiAgICAgIHdoZXJlOiBcIlwiLFxuICAgIH07XG4gICAgcmV0dXJuICh0YXJnZXRzLmxlbmd0aCA+IDAgPyB0YXJnZXRzIDogW3NvdXJjZV0pLm1hcCgodG8pID0+ICh7IC4uLnN0ZXAsIHRvIH0pKTtcbiAgfSk7XG59XG5cbmZ1bmN0aW9uIG1hbm5lck9mKHsgc291cmNlLCB0YXJnZXRzLCBpc1JlZW50ZXJpbmcsIGlzRm9yYmlkZGVuIH06IENoYXJ0VHJhbnNpdGlvbik6IFN0ZXBbXCJtYW5uZXJcIl0ge1xuICBpZiAoaXNGb3JiaWRkZW4pIHJldHVybiBcImlnbm9yZXNcIjtcbiAgaWYgKHRhcmdldHMuc29tZSgodGFyZ2V0KSA9PiB0YXJnZXQgIT09IHNvdXJjZSkpIHJldHVybiBcImdvZXNcIjtcbiAgcmV0dXJuIGlzUmVlbnRlcmluZyA/IFwicmVzdGFydHNcIiA6IFwic3RheXNcIjtcbn1cblxuLyoqIFdoYXQgc2V0cyBhIHRyYW5zaXRpb24gb2ZmLCBpbiB3b3JkczsgXCJcIiBmb3Igd2hhdCBuZWVkcyBubyBldmVudC4gKi9cbmV4cG9ydCBmdW5jdGlvbiB0cmlnZ2VyVGV4dCh0cmlnZ2VyOiBUcmlnZ2VyKTogc3RyaW5nIHtcbiAgc3dpdGNoICh0cmlnZ2VyLmtpbmQpIHtcbiAgICBjYXNlIFwiZXZlbnRcIjpcbiAgICAgIHJldHVybiB0cmlnZ2VyLm5hbWUgPT09IFwiKlwiID8gXCJhbnkgb3RoZXIgZXZlbnRcIiA6IHRyaWdnZXIubmFtZTtcbiAgICBjYXNlIFwiZGVsYXlcIjpcbiAgICAgIHJldHVybiBgYWZ0ZXIgJHtkZWxheVRleHQodHJpZ2dlcil9YDtcbiAgICBjYXNlIFwiYWx3YXlzXCI6XG4gICAgICByZXR1cm4gXCJcIjtcbiAgICBjYXNlIFwiZG9uZVwiOlxuICAgICAgcmV0dXJuIHRyaWdnZXIuYWN0b3IgPT09IHVuZGVmaW5lZCA/IFwiZG9uZVwiIDogYGRvbmU6ICR7dHJpZ2dlci5hY3Rvcn1gO1xuICAgIGNhc2UgXCJlcnJvclwiOlxuICAgICAgcmV0dXJuIGBlcnJvcjogJHt0cmlnZ2VyLmFjdG9yfWA7XG4gICAgY2FzZSBcInNuYXBzaG90XCI6XG4gICAgICByZXR1cm4gYHVwZGF0ZTogJHt0cmlnZ2VyLmFjdG9yfWA7XG4gIH1cbn1cblxuZnVuY3Rpb24gZGVsYXlUZXh0KHsgbmFtZSwgbXMgfTogeyByZWFkb25seSBuYW1lPzogc3RyaW5nOyByZWFkb25seSBtcz86IG51bWJlciB9KTogc3RyaW5nIHtcbiAgaWYgKG1zID09PSB1bmRlZmluZWQpIHJldHVybiBuYW1lID8/IFwiYSB3aGlsZVwiO1xuICByZXR1cm4gbmFtZSA9PT0gdW5kZWZpbmVkID8gZHVyYXRpb25UZXh0KG1zKSA6IGAke25hbWV9ICgke2R1cmF0aW9uVGV4dChtcyl9KWA7XG59XG4iLCAiY29uc3QgX19pbmplY3RlZF9maWxlbmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0L2RpYWdyYW0udHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydFwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0L2RpYWdyYW0udHNcIjtpbXBvcnQgeyB0eXBlIENoYXJ0LCB0eXBlIENoYXJ0U3RhdGUsIHdpdGhJbm5lciB9IGZyb20gXCIuL2NoYXJ0LmpzXCI7XG5pbXBvcnQgeyBsaWZ0ZWQgfSBmcm9tIFwiLi9saWZ0ZWQuanNcIjtcbmltcG9ydCB7IHR5cGUgTGluZSwgbGluZXNPZiwgbm90ZUxpbmUgfSBmcm9tIFwiLi9saW5lcy5qc1wiO1xuaW1wb3J0IHsgdHlwZSBTdGVwLCBzdGVwc09mIH0gZnJvbSBcIi4vc3RlcHMuanNcIjtcblxuLyoqIFdoYXQgaXMgZHJhd24gb2YgYSBjaGFydDogZmV3ZXIgYm94ZXMgYW5kIGxpbmVzIHRoYW4gc3RhdGVzIGFuZCB0cmFuc2l0aW9ucywgbm90aGluZyBsZWZ0IG91dC4gKi9cbmV4cG9ydCBpbnRlcmZhY2UgRGlhZ3JhbSB7XG4gIHJlYWRvbmx5IGlkOiBzdHJpbmc7XG4gIHJlYWRvbmx5IGhhc2g6IHN0cmluZztcbiAgLyoqIFRoZSBib3ggdGhlIG1hY2hpbmUgc3RhcnRzIGluLiAqL1xuICByZWFkb25seSBpbml0aWFsPzogc3RyaW5nO1xuICByZWFkb25seSBub2RlczogcmVhZG9ubHkgRGlhZ3JhbU5vZGVbXTtcbiAgcmVhZG9ubHkgZWRnZXM6IHJlYWRvbmx5IERpYWdyYW1FZGdlW107XG59XG5cbmV4cG9ydCBpbnRlcmZhY2UgRGlhZ3JhbU5vZGUge1xuICByZWFkb25seSBpZDogc3RyaW5nO1xuICAvKiogVGhlIHN0YXRlcyBpdCBzdGFuZHMgZm9yOiBpdHNlbGYsIGFuZCBhIHN0YXRlIHRoYXQgaXMgYWxvbmUgaW4gaXQuICovXG4gIHJlYWRvbmx5IHN0YXRlczogcmVhZG9ubHkgc3RyaW5nW107XG4gIHJlYWRvbmx5IG5hbWU6IHN0cmluZztcbiAgcmVhZG9ubHkga2luZDogXCJzdGF0ZVwiIHwgXCJncm91cFwiIHwgXCJwYXJhbGxlbFwiIHwgXCJmaW5hbFwiIHwgXCJoaXN0b3J5XCIgfCBcImFueVwiO1xuICByZWFkb25seSB3YWl0c0Zvcj86IHN0cmluZztcbiAgLyoqIE9mIGEgaGlzdG9yeTogaXQgcmVtZW1iZXJzIGFsbCB0aGUgd2F5IGRvd24uICovXG4gIHJlYWRvbmx5IGlzRGVlcD86IGJvb2xlYW47XG4gIHJlYWRvbmx5IGRlc2NyaXB0aW9uPzogc3RyaW5nO1xuICAvKiogV2hhdCBoYXBwZW5zIGluIGhlcmUgd2l0aG91dCBsZWF2aW5nLCBvbmUgbGluZSBmb3IgZWFjaCB3YXkuICovXG4gIHJlYWRvbmx5IHN0YXlzOiByZWFkb25seSBMaW5lW107XG4gIHJlYWRvbmx5IGluaXRpYWw/OiBzdHJpbmc7XG4gIHJlYWRvbmx5IGNoaWxkcmVuOiByZWFkb25seSBEaWFncmFtTm9kZVtdO1xufVxuXG5leHBvcnQgaW50ZXJmYWNlIERpYWdyYW1FZGdlIHtcbiAgcmVhZG9ubHkgaWQ6IHN0cmluZztcbiAgcmVhZG9ubHkgZnJvbTogc3RyaW5nO1xuICByZWFkb25seSB0bzogc3RyaW5nO1xuICAvKiogVGhlIHRyYW5zaXRpb25zIGl0IHN0YW5kcyBmb3I7IG5vbmUgZm9yIHRoZSB3YXkgYSBoaXN0b3J5IHN0YXRlIGxlYWRzIGJ5IGRlZmF1bHQuICovXG4gIHJlYWRvbmx5IHRyYW5zaXRpb25zOiByZWFkb25seSBzdHJpbmdbXTtcbiAgcmVhZG9ubHkgbGluZXM6IHJlYWRvbmx5IExpbmVbXTtcbn1cblxuLyoqIFRoZSBib3ggZm9yIHRyYW5zaXRpb25zIG9mIHRoZSBtYWNoaW5lIGFzIGEgd2hvbGUuIE5vIHN0YXRlIGhhcyB0aGlzIGlkOiBpbiB0aGVpcnMsIGBcXGAgY29tZXMgYmVmb3JlIGEgZG90IG9yIGl0c2VsZi4gKi9cbmV4cG9ydCBjb25zdCBBTllfU1RBVEUgPSBcIlxcXFwqXCI7XG5cbi8qKiBXb3JrcyBvdXQgd2hhdCB0byBkcmF3LiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGRpYWdyYW1PZihjaGFydDogQ2hhcnQpOiBEaWFncmFtIHtcbiAgY29uc3QgYWxvbmUgPSBhbG9uZUluKGNoYXJ0LnJvb3QpO1xuICBjb25zdCBkcmF3biA9IChpZDogc3RyaW5nKSA9PiAoaWQgPT09IFwiXCIgPyBBTllfU1RBVEUgOiAoYWxvbmUuZ2V0KGlkKSA/PyBpZCkpO1xuICBjb25zdCBzdGVwcyA9IGxpZnRlZChzdGVwc09mKGNoYXJ0KSwgY2hhcnQucm9vdCkubWFwKChzdGVwKSA9PiAoe1xuICAgIC4uLnN0ZXAsXG4gICAgZnJvbTogZHJhd24oc3RlcC5mcm9tKSxcbiAgICB0bzogZHJhd24oc3RlcC50byksXG4gIH0pKTtcbiAgY29uc3Qgc3RheWluZyA9IHN0ZXBzLmZpbHRlcigoeyBmcm9tLCB0byB9KSA9PiBmcm9tID09PSB0byk7XG4gIGNvbnN0IGxpbmVzSW4gPSAoaWQ6IHN0cmluZykgPT4gbGluZXNPZihzdGF5aW5nLmZpbHRlcigoeyBmcm9tIH0pID0+IGZyb20gPT09IGlkKSk7XG4gIGNvbnN0IGVkZ2VzID0gZWRnZXNPZihzdGVwcy5maWx0ZXIoKHsgZnJvbSwgdG8gfSkgPT4gZnJvbSAhPT0gdG8pKTtcbiAgY29uc3Qgbm9kZXMgPSBjaGFydC5yb290LmNoaWxkcmVuLm1hcCgoc3RhdGUpID0+IG5vZGVPZihzdGF0ZSwgYWxvbmUsIGxpbmVzSW4pKTtcbiAgY29uc3QgeyBpbml0aWFsIH0gPSBjaGFydC5yb290O1xuICByZXR1cm4ge1xuICAgIGlkOiBjaGFydC5pZCxcbiAgICBoYXNoOiBjaGFydC5oYXNoLFxuICAgIC4uLihpbml0aWFsID09PSB1bmRlZmluZWQgPyB7fSA6IHsgaW5pdGlhbDogZHJhd24oaW5pdGlhbCkgfSksXG4gICAgbm9kZXM6IFsuLi5hbnlOb2RlKGNoYXJ0LnJvb3QsIGxpbmVzSW4oQU5ZX1NUQVRFKSwgZWRnZXMpLCAuLi5ub2Rlc10sXG4gICAgZWRnZXM6IFsuLi5lZGdlcywgLi4uZGVmYXVsdFdheXMoY2hhcnQucm9vdCwgZHJhd24pXSxcbiAgfTtcbn1cblxuLyoqIFN0YXRlcyB0aGF0IGFyZSBhbG9uZSBpbiB0aGVpcnMsIGVhY2ggd2l0aCB0aGUgYm94IGl0IHNoYXJlcyB3aXRoIHRoZSBzdGF0ZSBhcm91bmQgaXQuICovXG5mdW5jdGlvbiBhbG9uZUluKHJvb3Q6IENoYXJ0U3RhdGUpOiBSZWFkb25seU1hcDxzdHJpbmcsIHN0cmluZz4ge1xuICBjb25zdCBwYWlycyA9IHdpdGhJbm5lcihyb290KS5mbGF0TWFwKCh7IGlkLCBraW5kLCBjaGlsZHJlbiB9KTogW3N0cmluZywgc3RyaW5nXVtdID0+IHtcbiAgICBjb25zdCBbb25seSwgLi4ub3RoZXJzXSA9IGNoaWxkcmVuO1xuICAgIGNvbnN0IGlzUGFpciA9XG4gICAgICBpZCAhPT0gXCJcIiAmJiBraW5kID09PSBcImNvbXBvdW5kXCIgJiYgb25seT8ua2luZCA9PT0gXCJhdG9taWNcIiAmJiBvdGhlcnMubGVuZ3RoID09PSAwO1xuICAgIHJldHVybiBpc1BhaXIgPyBbW29ubHkuaWQsIGlkXV0gOiBbXTtcbiAgfSk7XG4gIHJldHVybiBuZXcgTWFwKHBhaXJzKTtcbn1cblxuLyoqIE9uZSBlZGdlIGZvciBhbGwgd2F5cyBmcm9tIG9uZSBib3ggdG8gYW5vdGhlci4gKi9cbmZ1bmN0aW9uIGVkZ2VzT2Yoc3RlcHM6IHJlYWRvbmx5IFN0ZXBbXSk6IHJlYWRvbmx5IERpYWdyYW1FZGdlW10ge1xuICBjb25zdCB3YXlzID0gbmV3IE1hcDxzdHJpbmcsIFN0ZXBbXT4oKTtcbiAgZm9yIChjb25zdCBzdGVwIG9mIHN0ZXBzKSB7XG4gICAgY29uc3Qga2V5ID0gSlNPTi5zdHJpbmdpZnkoW3N0ZXAuZnJvbSwgc3RlcC50b10pO1xuICAgIHdheXMuc2V0KGtleSwgWy4uLih3YXlzLmdldChrZXkpID8/IFtdKSwgc3RlcF0pO1xuICB9XG4gIHJldHVybiBbLi4ud2F5cy52YWx1ZXMoKV0uZmxhdE1hcCgodG9nZXRoZXIpID0+IHtcbiAgICBjb25zdCBbeyBmcm9tLCB0byB9ID0geyBmcm9tOiBcIlwiLCB0bzogXCJcIiB9XSA9IHRvZ2V0aGVyO1xuICAgIGNvbnN0IHRyYW5zaXRpb25zID0gWy4uLm5ldyBTZXQodG9nZXRoZXIuZmxhdE1hcCgoc3RlcCkgPT4gc3RlcC50cmFuc2l0aW9ucykpXTtcbiAgICByZXR1cm4geyBpZDogYCR7ZnJvbX0gXHUyMTkyICR7dG99YCwgZnJvbSwgdG8sIHRyYW5zaXRpb25zLCBsaW5lczogbGluZXNPZih0b2dldGhlcikgfTtcbiAgfSk7XG59XG5cbmZ1bmN0aW9uIG5vZGVPZihcbiAgc3RhdGU6IENoYXJ0U3RhdGUsXG4gIGFsb25lOiBSZWFkb25seU1hcDxzdHJpbmcsIHN0cmluZz4sXG4gIGxpbmVzSW46IChpZDogc3RyaW5nKSA9PiByZWFkb25seSBMaW5lW10sXG4pOiBEaWFncmFtTm9kZSB7XG4gIGNvbnN0IGlubmVyID0gc3RhdGUuY2hpbGRyZW4uZmlsdGVyKCh7IGlkIH0pID0+ICFhbG9uZS5oYXMoaWQpKTtcbiAgY29uc3QgaGlkZGVuID0gc3RhdGUuY2hpbGRyZW4uZmlsdGVyKCh7IGlkIH0pID0+IGFsb25lLmhhcyhpZCkpO1xuICBjb25zdCBib3RoID0gW3N0YXRlLCAuLi5oaWRkZW5dO1xuICBjb25zdCB3YWl0c0ZvciA9IGJvdGgubWFwKChvbmUpID0+IG9uZS53YWl0c0ZvcikuZmluZCgob25lKSA9PiBvbmUgIT09IHVuZGVmaW5lZCk7XG4gIGNvbnN0IGRlc2NyaXB0aW9uID0gYm90aC5mbGF0TWFwKChvbmUpID0+IG9uZS5kZXNjcmlwdGlvbiA/PyBbXSkuam9pbihcIiBcIik7XG4gIHJldHVybiB7XG4gICAgaWQ6IHN0YXRlLmlkLFxuICAgIHN0YXRlczogYm90aC5tYXAoKHsgaWQgfSkgPT4gaWQpLFxuICAgIG5hbWU6IHN0YXRlLm5hbWUsXG4gICAga2luZDoga2luZE9mKHN0YXRlLCBpbm5lci5sZW5ndGggPiAwKSxcbiAgICAuLi4od2FpdHNGb3IgPT09IHVuZGVmaW5lZCA/IHt9IDogeyB3YWl0c0ZvciB9KSxcbiAgICAuLi4oc3RhdGUuaGlzdG9yeSA9PT0gXCJkZWVwXCIgPyB7IGlzRGVlcDogdHJ1ZSB9IDoge30pLFxuICAgIC4uLihkZXNjcmlwdGlvbiA9PT0gXCJcIiA/IHt9IDogeyBkZXNjcmlwdGlvbiB9KSxcbiAgICBzdGF5czogWy4uLmJvdGguZmxhdE1hcChydW5zT2YpLCAuLi5saW5lc0luKHN0YXRlLmlkKV0sXG4gICAgLi4uKHN0YXRlLmluaXRpYWwgPT09IHVuZGVmaW5lZCB8fCBpbm5lci5sZW5ndGggPT09IDAgPyB7fSA6IHsgaW5pdGlhbDogc3RhdGUuaW5pdGlhbCB9KSxcbiAgICBjaGlsZHJlbjogaW5uZXIubWFwKChjaGlsZCkgPT4gbm9kZU9mKGNoaWxkLCBhbG9uZSwgbGluZXNJbikpLFxuICB9O1xufVxuXG5jb25zdCBydW5zT2YgPSAoeyBpbnZva2VzIH06IENoYXJ0U3RhdGUpOiByZWFkb25seSBMaW5lW10gPT5cbiAgaW52b2tlcy5tYXAoKHsgaWQsIHNyYyB9KSA9PiBub3RlTGluZShgcnVucyAke3NyYyB8fCBpZH1gKSk7XG5cbmZ1bmN0aW9uIGtpbmRPZih7IGtpbmQgfTogQ2hhcnRTdGF0ZSwgaGFzSW5uZXI6IGJvb2xlYW4pOiBEaWFncmFtTm9kZVtcImtpbmRcIl0ge1xuICBpZiAoa2luZCA9PT0gXCJmaW5hbFwiIHx8IGtpbmQgPT09IFwiaGlzdG9yeVwiKSByZXR1cm4ga2luZDtcbiAgaWYgKCFoYXNJbm5lcikgcmV0dXJuIFwic3RhdGVcIjtcbiAgcmV0dXJuIGtpbmQgPT09IFwicGFyYWxsZWxcIiA/IFwicGFyYWxsZWxcIiA6IFwiZ3JvdXBcIjtcbn1cblxuLyoqIFRoZSBib3ggZm9yIHRoZSBtYWNoaW5lIGFzIGEgd2hvbGUsIGlmIHRoZXJlIGlzIGFueXRoaW5nIHRvIHNheSBvZiBpdC4gKi9cbmZ1bmN0aW9uIGFueU5vZGUoXG4gIHJvb3Q6IENoYXJ0U3RhdGUsXG4gIHN0YXlzOiByZWFkb25seSBMaW5lW10sXG4gIGVkZ2VzOiByZWFkb25seSBEaWFncmFtRWRnZVtdLFxuKTogcmVhZG9ubHkgRGlhZ3JhbU5vZGVbXSB7XG4gIGNvbnN0IGxpbmVzID0gWy4uLnJ1bnNPZihyb290KSwgLi4uc3RheXNdO1xuICBjb25zdCBpc05lZWRlZCA9IGxpbmVzLmxlbmd0aCA+IDAgfHwgZWRnZXMuc29tZSgoeyBmcm9tLCB0byB9KSA9PiBbZnJvbSwgdG9dLmluY2x1ZGVzKEFOWV9TVEFURSkpO1xuICBpZiAoIWlzTmVlZGVkKSByZXR1cm4gW107XG4gIHJldHVybiBbXG4gICAgeyBpZDogQU5ZX1NUQVRFLCBzdGF0ZXM6IFtcIlwiXSwgbmFtZTogXCJhbnkgc3RhdGVcIiwga2luZDogXCJhbnlcIiwgc3RheXM6IGxpbmVzLCBjaGlsZHJlbjogW10gfSxcbiAgXTtcbn1cblxuZnVuY3Rpb24gZGVmYXVsdFdheXMocm9vdDogQ2hhcnRTdGF0ZSwgZHJhd246IChpZDogc3RyaW5nKSA9PiBzdHJpbmcpOiByZWFkb25seSBEaWFncmFtRWRnZVtdIHtcbiAgcmV0dXJuIHdpdGhJbm5lcihyb290KS5mbGF0TWFwKCh7IGlkLCBraW5kLCBpbml0aWFsIH0pID0+IHtcbiAgICAvLyBPZiB3aGF0IGlzIHJlbWVtYmVyZWQgaW4gc2V2ZXJhbCByZWdpb25zIGF0IG9uY2UgdGhlcmUgaXMgbm8gc2luZ2xlIHdheS5cbiAgICBpZiAoa2luZCAhPT0gXCJoaXN0b3J5XCIgfHwgaW5pdGlhbCA9PT0gdW5kZWZpbmVkKSByZXR1cm4gW107XG4gICAgY29uc3QgdG8gPSBkcmF3bihpbml0aWFsKTtcbiAgICByZXR1cm4gW3sgaWQ6IGAke2lkfSBcdTIxOTIgJHt0b31gLCBmcm9tOiBpZCwgdG8sIHRyYW5zaXRpb25zOiBbXSwgbGluZXM6IFtdIH1dO1xuICB9KTtcbn1cbiIsICJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnQvbGF5b3V0LnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9sYXlvdXQudHNcIjtpbXBvcnQgdHlwZSB7IERpYWdyYW1Ob2RlIH0gZnJvbSBcIi4vZGlhZ3JhbS5qc1wiO1xuaW1wb3J0IHR5cGUgeyBTZWdtZW50IH0gZnJvbSBcIi4vbGluZXMuanNcIjtcblxuLyoqIEEgY2hhcnQgd2l0aCBldmVyeXRoaW5nIGluIGl0cyBwbGFjZSwgYXMgSlNPTjogd2hhdCBpcyBkcmF3biBmcm9tIGl0IG5lZWRzIG5vIGxheW91dCBlbmdpbmUuICovXG5leHBvcnQgaW50ZXJmYWNlIENoYXJ0TGF5b3V0IHtcbiAgLyoqIE9mIHRoZSBmb3JtIG9mIHRoaXMgZGF0YTsgYW5vdGhlciBvbmUgaXMgbm90IGRyYXduLiAqL1xuICByZWFkb25seSB2ZXJzaW9uOiAxO1xuICByZWFkb25seSBpZDogc3RyaW5nO1xuICAvKiogVGhlIGNoYXJ0J3MgaGFzaC4gKi9cbiAgcmVhZG9ubHkgaGFzaDogc3RyaW5nO1xuICByZWFkb25seSBkaXJlY3Rpb246IERpcmVjdGlvbjtcbiAgcmVhZG9ubHkgd2lkdGg6IG51bWJlcjtcbiAgcmVhZG9ubHkgaGVpZ2h0OiBudW1iZXI7XG4gIC8qKiBPdXRlciBvbmVzIGJlZm9yZSB3aGF0IGlzIGluIHRoZW0uICovXG4gIHJlYWRvbmx5IG5vZGVzOiByZWFkb25seSBMYWlkTm9kZVtdO1xuICByZWFkb25seSBlZGdlczogcmVhZG9ubHkgTGFpZEVkZ2VbXTtcbn1cblxuLyoqIFdoaWNoIHdheSB0aGUgc3RvcnkgZ29lcy4gKi9cbmV4cG9ydCB0eXBlIERpcmVjdGlvbiA9IFwiZG93blwiIHwgXCJyaWdodFwiO1xuXG4vKiogQSBwbGFjZSBpbiBhIGRyYXdpbmcsIGluIHBpeGVscyBhdCB0aGUgZHJhd2luZydzIG93biBzaXplLiAqL1xuZXhwb3J0IGludGVyZmFjZSBQb2ludCB7XG4gIHJlYWRvbmx5IHg6IG51bWJlcjtcbiAgcmVhZG9ubHkgeTogbnVtYmVyO1xufVxuXG4vKiogQSByZWN0YW5nbGUgaW4gYSBkcmF3aW5nLCBmcm9tIGl0cyB1cHBlciBsZWZ0IGNvcm5lci4gKi9cbmV4cG9ydCBpbnRlcmZhY2UgQm94IGV4dGVuZHMgUG9pbnQge1xuICByZWFkb25seSB3aWR0aDogbnVtYmVyO1xuICByZWFkb25seSBoZWlnaHQ6IG51bWJlcjtcbn1cblxuLyoqIEEgc3RhdGUgb2YgdGhlIGNoYXJ0LCBhdCBpdHMgcGxhY2UgaW4gdGhlIGRyYXdpbmcuICovXG5leHBvcnQgaW50ZXJmYWNlIExhaWROb2RlIGV4dGVuZHMgQm94IHtcbiAgcmVhZG9ubHkgaWQ6IHN0cmluZztcbiAgcmVhZG9ubHkga2luZDogRGlhZ3JhbU5vZGVbXCJraW5kXCJdIHwgXCJzdGFydFwiO1xuICAvKiogVGhlIGJveCBpdCBpcyBpbjsgdW5kZWZpbmVkIGF0IHRoZSB0b3AuICovXG4gIHJlYWRvbmx5IHBhcmVudD86IHN0cmluZztcbiAgLyoqIEluIGhvdyBtYW55IGJveGVzIGl0IGlzLiAqL1xuICByZWFkb25seSBkZXB0aDogbnVtYmVyO1xuICAvKiogVGhlIHN0YXRlcyBpdCBzdGFuZHMgZm9yLCBmb3IgbGlnaHRpbmcgdGhlbS4gKi9cbiAgcmVhZG9ubHkgc3RhdGVzOiByZWFkb25seSBzdHJpbmdbXTtcbiAgLyoqIFdoYXQgaXQgaXMgY2FsbGVkLCBmb3IgdGhvc2Ugd2hvIGNhbm5vdCBzZWUgaXQuICovXG4gIHJlYWRvbmx5IG5hbWU6IHN0cmluZztcbiAgcmVhZG9ubHkgd2FpdHNGb3I/OiBzdHJpbmc7XG4gIC8qKiBPZiBhIGhpc3Rvcnk6IGl0IHJlbWVtYmVycyBhbGwgdGhlIHdheSBkb3duLiAqL1xuICByZWFkb25seSBpc0RlZXA/OiBib29sZWFuO1xuICByZWFkb25seSB0ZXh0OiByZWFkb25seSBMYWlkTGluZVtdO1xuICAvKiogV2hlcmUgYSBsaW5lIGRpdmlkZXMgd2hhdCB0aGUgc3RhdGUgaXMgZnJvbSB3aGF0IGhhcHBlbnMgaW4gaXQuICovXG4gIHJlYWRvbmx5IGRpdmlkZXI/OiBudW1iZXI7XG59XG5cbi8qKiBBIGxpbmUgYmV0d2VlbiB0d28gc3RhdGVzLCB3aXRoIHRoZSB0cmFuc2l0aW9ucyB0aGF0IGl0IHN0YW5kcyBmb3IuICovXG5leHBvcnQgaW50ZXJmYWNlIExhaWRFZGdlIHtcbiAgcmVhZG9ubHkgaWQ6IHN0cmluZztcbiAgcmVhZG9ubHkgZnJvbTogc3RyaW5nO1xuICByZWFkb25seSB0bzogc3RyaW5nO1xuICByZWFkb25seSBraW5kOiBcInRyYW5zaXRpb25cIiB8IFwic3RhcnRcIiB8IFwiZGVmYXVsdFwiO1xuICByZWFkb25seSB0cmFuc2l0aW9uczogcmVhZG9ubHkgc3RyaW5nW107XG4gIHJlYWRvbmx5IHBvaW50czogcmVhZG9ubHkgUG9pbnRbXTtcbiAgcmVhZG9ubHkgbGFiZWw/OiBMYWlkTGFiZWw7XG59XG5cbi8qKiBUaGUgdGV4dCBiZXNpZGUgYSBsaW5lLiAqL1xuZXhwb3J0IGludGVyZmFjZSBMYWlkTGFiZWwgZXh0ZW5kcyBCb3gge1xuICAvKiogSW4gaG93IG1hbnkgYm94ZXMgaXQgaXMsIGFuZCBzbyB3aGF0IGlzIGJlaGluZCBpdC4gKi9cbiAgcmVhZG9ubHkgZGVwdGg6IG51bWJlcjtcbiAgcmVhZG9ubHkgdGV4dDogcmVhZG9ubHkgTGFpZExpbmVbXTtcbn1cblxuLyoqIEEgbGluZSBvZiB0ZXh0OyBgeWAgaXMgaXRzIGJhc2VsaW5lLiAqL1xuZXhwb3J0IGludGVyZmFjZSBMYWlkTGluZSBleHRlbmRzIFBvaW50IHtcbiAgcmVhZG9ubHkgcm9sZTogXCJ0aXRsZVwiIHwgXCJ3YWl0c1wiIHwgXCJib2R5XCIgfCBcImxpbmVcIjtcbiAgcmVhZG9ubHkgYW5jaG9yOiBcInN0YXJ0XCIgfCBcIm1pZGRsZVwiO1xuICByZWFkb25seSBzZWdtZW50czogcmVhZG9ubHkgU2VnbWVudFtdO1xuICByZWFkb25seSB0cmFuc2l0aW9uczogcmVhZG9ubHkgc3RyaW5nW107XG59XG5cbi8qKiBIb3cgbGFyZ2UgdGhlIHRleHQgaXMsIGluIHBpeGVscyBhdCB0aGUgZHJhd2luZydzIG93biBzaXplLiAqL1xuZXhwb3J0IGNvbnN0IFRJVExFX1NJWkUgPSAxNTtcbmV4cG9ydCBjb25zdCBURVhUX1NJWkUgPSAxMztcbiIsICJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnQvdGV4dC13aWR0aC50c1wiO2NvbnN0IF9faW5qZWN0ZWRfZGlybmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0XCI7Y29uc3QgX19pbmplY3RlZF9pbXBvcnRfbWV0YV91cmxfXyA9IFwiZmlsZTovLy93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnQvdGV4dC13aWR0aC50c1wiOy8vIEhvdyB3aWRlIHRleHQgaXMsIHdpdGhvdXQgYSBicm93c2VyOiB0aGUgd2lkdGhzIG9mIEhlbHZldGljYSBhbmQgQXJpYWwsIGluIHRob3VzYW5kdGhzIG9mIHRoZSBzaXplLlxuXG5jb25zdCBXSURUSFM6IFJlYWRvbmx5PFJlY29yZDxudW1iZXIsIHN0cmluZz4+ID0ge1xuICAxOTE6IFwiJ1wiLFxuICAyMjI6IFwiaWpsXCIsXG4gIDI2MDogXCJ8XCIsXG4gIDI3ODogXCIgISwuLzo7SVtcXFxcXWZ0XCIsXG4gIDMzMzogXCIoKS1gclwiLFxuICAzMzQ6IFwie31cIixcbiAgMzU1OiAnXCInLFxuICAzODk6IFwiKlwiLFxuICA0Njk6IFwiXlwiLFxuICA1MDA6IFwiSmNrc3Z4eXpcIixcbiAgNTU2OiBcIiMkMDEyMzQ1Njc4OT9MX2FiZGVnaG5vcHF1XCIsXG4gIDU4NDogXCIrPD0+flwiLFxuICA2MTE6IFwiRlRaXCIsXG4gIDY2NzogXCImQUJFS1BTVlhZXCIsXG4gIDcyMjogXCJDREhOUlV3XCIsXG4gIDc3ODogXCJHT1FcIixcbiAgODMzOiBcIk1tXCIsXG4gIDg4OTogXCIlXCIsXG4gIDk0NDogXCJXXCIsXG4gIDEwMTU6IFwiQFwiLFxufTtcblxuY29uc3Qgd2lkdGhPZiA9IG5ldyBNYXAoXG4gIE9iamVjdC5lbnRyaWVzKFdJRFRIUykuZmxhdE1hcCgoW3dpZHRoLCBsZXR0ZXJzXSkgPT5cbiAgICBbLi4ubGV0dGVyc10ubWFwKChsZXR0ZXIpOiBbc3RyaW5nLCBudW1iZXJdID0+IFtsZXR0ZXIsIE51bWJlcih3aWR0aCldKSxcbiAgKSxcbik7XG5cbi8qKiBPdGhlciBzYW5zLXNlcmlmIGZvbnRzIGEgcmVhZGVyIG1heSBoYXZlIGFyZSB3aWRlcjogRGVqYVZ1IGFuZCBWZXJkYW5hIGJ5IGEgc2V2ZW50aC4gKi9cbmNvbnN0IFJPT00gPSAxLjE1O1xuXG4vKiogQSBsZXR0ZXIgdGhhdCBpcyBub3QgaW4gdGhlIHRhYmxlOyB0aG9zZSBvZiBFYXN0IEFzaWEgYXJlIGFzIHdpZGUgYXMgdGhleSBhcmUgaGlnaC4gKi9cbmNvbnN0IG90aGVyV2lkdGggPSAobGV0dGVyOiBzdHJpbmcpID0+ICgobGV0dGVyLmNvZGVQb2ludEF0KDApID8/IDApID49IDB4MTEwMCA/IDFfMDAwIDogNjAwKTtcblxuLyoqIFdpZHRoIG9mIGEgdGV4dCBpbiBwaXhlbHMgYXQgYSBmb250IHNpemUsIHdpdGggcm9vbSBmb3Igb3RoZXIgZm9udHMuICovXG5leHBvcnQgZnVuY3Rpb24gdGV4dFdpZHRoKHRleHQ6IHN0cmluZywgc2l6ZTogbnVtYmVyLCBpc0JvbGQgPSBmYWxzZSk6IG51bWJlciB7XG4gIGNvbnN0IHVuaXRzID0gWy4uLnRleHRdLnJlZHVjZShcbiAgICAoc3VtLCBsZXR0ZXIpID0+IHN1bSArICh3aWR0aE9mLmdldChsZXR0ZXIpID8/IG90aGVyV2lkdGgobGV0dGVyKSksXG4gICAgMCxcbiAgKTtcbiAgcmV0dXJuICh1bml0cyAvIDFfMDAwKSAqIHNpemUgKiAoaXNCb2xkID8gUk9PTSAqIDEuMSA6IFJPT00pO1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC93cmFwcGVkLnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC93cmFwcGVkLnRzXCI7aW1wb3J0IHR5cGUgeyBTZWdtZW50IH0gZnJvbSBcIi4vbGluZXMuanNcIjtcbmltcG9ydCB7IHRleHRXaWR0aCB9IGZyb20gXCIuL3RleHQtd2lkdGguanNcIjtcblxuLyoqIFdvcmRzIG9mIHNldmVyYWwgbGluZXMnIGxlbmd0aCBhcmUgY3V0OyBtb3JlIGxpbmVzIHRoYW4gdGhpcyBhcmUgbGVmdCBvdXQuICovXG5jb25zdCBNT1NUX0xJTkVTID0gMjQ7XG5cbi8qKlxuICogQnJlYWtzIHBpZWNlcyBvZiB0ZXh0IGludG8gbGluZXMgb2YgYXQgbW9zdCBgd2lkdGhgIHBpeGVscywgYXQgc3BhY2VzIGFuZCwgd2hlcmUgYSB3b3JkIGFsb25lIGlzXG4gKiB0b28gbG9uZywgaW5zaWRlIGl0LlxuICovXG5leHBvcnQgZnVuY3Rpb24gd3JhcHBlZChcbiAgc2VnbWVudHM6IHJlYWRvbmx5IFNlZ21lbnRbXSxcbiAgd2lkdGg6IG51bWJlcixcbiAgc2l6ZTogbnVtYmVyLFxuICBpc0JvbGQgPSBmYWxzZSxcbik6IHJlYWRvbmx5IChyZWFkb25seSBTZWdtZW50W10pW10ge1xuICBjb25zdCBsaW5lczogU2VnbWVudFtdW10gPSBbW11dO1xuICBsZXQgdXNlZCA9IDA7XG4gIGNvbnN0IHNwYWNlID0gdGV4dFdpZHRoKFwiIFwiLCBzaXplLCBpc0JvbGQpO1xuICBmb3IgKGNvbnN0IHsgdGV4dCwgcm9sZSB9IG9mIHNlZ21lbnRzKSB7XG4gICAgZm9yIChjb25zdCB3b3JkIG9mIHRleHQuc3BsaXQoL1xccysvKS5mbGF0TWFwKChvbmUpID0+IGN1dChvbmUsIHdpZHRoLCBzaXplLCBpc0JvbGQpKSkge1xuICAgICAgY29uc3QgbmVlZGVkID0gdGV4dFdpZHRoKHdvcmQsIHNpemUsIGlzQm9sZCk7XG4gICAgICBjb25zdCBsaW5lID0gbGluZXMuYXQoLTEpID8/IFtdO1xuICAgICAgY29uc3QgaXNGaXJzdCA9IGxpbmUubGVuZ3RoID09PSAwO1xuICAgICAgaWYgKGlzRmlyc3QgfHwgdXNlZCArIHNwYWNlICsgbmVlZGVkIDw9IHdpZHRoKSB7XG4gICAgICAgIHVzZWQgKz0gKGlzRmlyc3QgPyAwIDogc3BhY2UpICsgbmVlZGVkO1xuICAgICAgICBhcHBlbmQobGluZSwgeyB0ZXh0OiB3b3JkLCByb2xlIH0pO1xuICAgICAgfSBlbHNlIHtcbiAgICAgICAgbGluZXMucHVzaChbeyB0ZXh0OiB3b3JkLCByb2xlIH1dKTtcbiAgICAgICAgdXNlZCA9IG5lZWRlZDtcbiAgICAgIH1cbiAgICB9XG4gIH1cbiAgaWYgKGxpbmVzLmxlbmd0aCA8PSBNT1NUX0xJTkVTKSByZXR1cm4gbGluZXM7XG4gIHJldHVybiBbLi4ubGluZXMuc2xpY2UoMCwgTU9TVF9MSU5FUyAtIDEpLCBbeyB0ZXh0OiBcIlx1MjAyNlwiLCByb2xlOiBcIm5vdGVcIiB9XV07XG59XG5cbmZ1bmN0aW9uIGFwcGVuZChsaW5lOiBTZWdtZW50W10sIHsgdGV4dCwgcm9sZSB9OiBTZWdtZW50KTogdm9pZCB7XG4gIGNvbnN0IGxhc3QgPSBsaW5lLmF0KC0xKTtcbiAgaWYgKGxhc3Q/LnJvbGUgPT09IHJvbGUpIGxpbmVbbGluZS5sZW5ndGggLSAxXSA9IHsgdGV4dDogYCR7bGFzdC50ZXh0fSAke3RleHR9YCwgcm9sZSB9O1xuICBlbHNlIGxpbmUucHVzaCh7IHRleHQsIHJvbGUgfSk7XG59XG5cbi8qKiBBIHdvcmQgaW4gcGFydHMgdGhhdCBmaXQsIGJyb2tlbiB3aGVyZSBhIG5hbWUgaGFzIGl0cyBqb2ludHMgaWYgdGhhdCBpcyBub3QgdG9vIGVhcmx5LiAqL1xuZnVuY3Rpb24gY3V0KHdvcmQ6IHN0cmluZywgd2lkdGg6IG51bWJlciwgc2l6ZTogbnVtYmVyLCBpc0JvbGQ6IGJvb2xlYW4pOiByZWFkb25seSBzdHJpbmdbXSB7XG4gIGlmICh0ZXh0V2lkdGgod29yZCwgc2l6ZSwgaXNCb2xkKSA8PSB3aWR0aCkgcmV0dXJuIFt3b3JkXTtcbiAgY29uc3QgbGV0dGVycyA9IFsuLi53b3JkXTtcbiAgbGV0IGxlbmd0aCA9IDE7XG4gIHdoaWxlIChcbiAgICBsZW5ndGggPCBsZXR0ZXJzLmxlbmd0aCAmJlxuICAgIHRleHRXaWR0aChsZXR0ZXJzLnNsaWNlKDAsIGxlbmd0aCArIDEpLmpvaW4oXCJcIiksIHNpemUsIGlzQm9sZCkgPD0gd2lkdGhcbiAgKSB7XG4gICAgbGVuZ3RoICs9IDE7XG4gIH1cbiAgY29uc3Qgam9pbnQgPSBqb2ludEJlZm9yZShsZXR0ZXJzLCBsZW5ndGgpO1xuICBjb25zdCBhdCA9IGpvaW50ID4gbGVuZ3RoIC8gMiA/IGpvaW50IDogbGVuZ3RoO1xuICByZXR1cm4gW2xldHRlcnMuc2xpY2UoMCwgYXQpLmpvaW4oXCJcIiksIC4uLmN1dChsZXR0ZXJzLnNsaWNlKGF0KS5qb2luKFwiXCIpLCB3aWR0aCwgc2l6ZSwgaXNCb2xkKV07XG59XG5cbi8qKiBUaGUgbGFzdCBwbGFjZSwgbm90IGFmdGVyIGBsZW5ndGhgLCB3aGVyZSBhIG5ldyBwYXJ0IG9mIGEgY2FtZWxDYXNlLCBkb3R0ZWQgb3Igc25ha2VfY2FzZSBuYW1lIGJlZ2lucy4gKi9cbmZ1bmN0aW9uIGpvaW50QmVmb3JlKGxldHRlcnM6IHJlYWRvbmx5IHN0cmluZ1tdLCBsZW5ndGg6IG51bWJlcik6IG51bWJlciB7XG4gIGZvciAobGV0IGF0ID0gbGVuZ3RoOyBhdCA+IDA7IGF0IC09IDEpIHtcbiAgICBjb25zdCBbYmVmb3JlID0gXCJcIiwgYWZ0ZXIgPSBcIlwiXSA9IFtsZXR0ZXJzW2F0IC0gMV0sIGxldHRlcnNbYXRdXTtcbiAgICBpZiAoL1suX1xcLS86XS8udGVzdChiZWZvcmUpIHx8ICgvXFxwe0xsfS91LnRlc3QoYmVmb3JlKSAmJiAvXFxwe0x1fS91LnRlc3QoYWZ0ZXIpKSkgcmV0dXJuIGF0O1xuICB9XG4gIHJldHVybiAwO1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC90ZXh0LWJsb2NrLnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC90ZXh0LWJsb2NrLnRzXCI7aW1wb3J0IHR5cGUgeyBEaWFncmFtTm9kZSB9IGZyb20gXCIuL2RpYWdyYW0uanNcIjtcbmltcG9ydCB7IHR5cGUgTGFpZExpbmUsIFRFWFRfU0laRSwgVElUTEVfU0laRSB9IGZyb20gXCIuL2xheW91dC5qc1wiO1xuaW1wb3J0IHR5cGUgeyBMaW5lIH0gZnJvbSBcIi4vbGluZXMuanNcIjtcbmltcG9ydCB7IHRleHRXaWR0aCB9IGZyb20gXCIuL3RleHQtd2lkdGguanNcIjtcbmltcG9ydCB7IHdyYXBwZWQgfSBmcm9tIFwiLi93cmFwcGVkLmpzXCI7XG5cbi8qKiBUZXh0IHdpdGggaXRzIHNpemUsIHBsYWNlZCBmcm9tIGl0cyBvd24gdXBwZXIgbGVmdCBjb3JuZXIuICovXG5leHBvcnQgaW50ZXJmYWNlIFRleHRCbG9jayB7XG4gIHJlYWRvbmx5IHdpZHRoOiBudW1iZXI7XG4gIHJlYWRvbmx5IGhlaWdodDogbnVtYmVyO1xuICByZWFkb25seSB0ZXh0OiByZWFkb25seSBMYWlkTGluZVtdO1xuICByZWFkb25seSBkaXZpZGVyPzogbnVtYmVyO1xufVxuXG5jb25zdCBUSVRMRV9MSU5FID0gMjA7XG5jb25zdCBURVhUX0xJTkUgPSAxNztcbmNvbnN0IFBBRERJTkcgPSB7IHg6IDEyLCB5OiA5IH07XG5jb25zdCBMQUJFTF9QQURESU5HID0geyB4OiA1LCB5OiAyIH07XG5jb25zdCBESVZJREVSID0gMTA7XG5jb25zdCBXSURFU1RfTEFCRUwgPSAxNzA7XG4vKiogVGhlIHNlY29uZCBib3JkZXIgb2YgYSBmaW5hbCBzdGF0ZS4gKi9cbmNvbnN0IElOU0VUID0gNDtcblxuLyoqIEhvdyB3aWRlIHRoZSB0ZXh0IG9mIGEgYm94IG1heSBiZSB3aGVuIG5vdGhpbmcgaW4gaXQgYXNrcyBmb3IgbW9yZS4gKi9cbmV4cG9ydCBjb25zdCBXSURFU1RfQk9EWSA9IDIwMDtcbi8qKiBBcyB3aWRlIHdoZXJlIG11Y2ggaGFwcGVucyBpbiB0aGUgYm94LCB3aGljaCB3b3VsZCBiZSBhIHRvd2VyIG90aGVyd2lzZS4gKi9cbmNvbnN0IFdJREVTVF9MSVNUID0gMjgwO1xuXG50eXBlIFVucGxhY2VkID0gT21pdDxMYWlkTGluZSwgXCJ4XCIgfCBcInlcIiB8IFwiYW5jaG9yXCI+O1xuXG4vKiogVGhlIHRleHQgb2YgYSBib3g6IGl0cyBuYW1lLCB3aG9tIGl0IHdhaXRzIGZvciwgd2hhdCBpdCBpcywgYW5kIHdoYXQgaGFwcGVucyBpbiBpdC4gKi9cbmV4cG9ydCBmdW5jdGlvbiBib3hUZXh0KFxuICBub2RlOiBEaWFncmFtTm9kZSxcbiAgd2lkZXN0ID0gbm9kZS5zdGF5cy5sZW5ndGggPiAyID8gV0lERVNUX0xJU1QgOiBXSURFU1RfQk9EWSxcbik6IFRleHRCbG9jayB7XG4gIGlmIChub2RlLmtpbmQgPT09IFwiaGlzdG9yeVwiKSByZXR1cm4geyB3aWR0aDogMzAsIGhlaWdodDogMzAsIHRleHQ6IFtdIH07XG4gIGNvbnN0IGluc2V0ID0gbm9kZS5raW5kID09PSBcImZpbmFsXCIgPyBJTlNFVCA6IDA7XG4gIGNvbnN0IFtsZWZ0LCBzdGFydF0gPSBbUEFERElORy54ICsgaW5zZXQsIFBBRERJTkcueSArIGluc2V0XTtcbiAgY29uc3QgaGVhZCA9IFtcbiAgICAuLi5saW5lcyhbeyB0ZXh0OiBub2RlLm5hbWUsIHJvbGU6IFwiZXZlbnRcIiB9XSwgd2lkZXN0LCBcInRpdGxlXCIpLFxuICAgIC4uLihub2RlLndhaXRzRm9yID09PSB1bmRlZmluZWRcbiAgICAgID8gW11cbiAgICAgIDogbGluZXMoW3sgdGV4dDogd2FpdHNUZXh0KG5vZGUud2FpdHNGb3IpLCByb2xlOiBcIm5vdGVcIiB9XSwgd2lkZXN0LCBcIndhaXRzXCIpKSxcbiAgICAuLi4obm9kZS5kZXNjcmlwdGlvbiA9PT0gdW5kZWZpbmVkXG4gICAgICA/IFtdXG4gICAgICA6IGxpbmVzKFt7IHRleHQ6IG5vZGUuZGVzY3JpcHRpb24sIHJvbGU6IFwibm90ZVwiIH1dLCB3aWRlc3QsIFwiYm9keVwiKSksXG4gIF07XG4gIGNvbnN0IHN0YXlzID0gbm9kZS5zdGF5cy5mbGF0TWFwKChsaW5lKSA9PiBsaW5lc09mKGxpbmUsIHdpZGVzdCkpO1xuICBjb25zdCBpc0RpdmlkZWQgPSBzdGF5cy5sZW5ndGggPiAwO1xuICBjb25zdCB0b3AgPSBwbGFjZShoZWFkLCBsZWZ0LCBzdGFydCwgXCJzdGFydFwiKTtcbiAgY29uc3QgYmVsb3cgPSB0b3AuYm90dG9tICsgKGlzRGl2aWRlZCA/IERJVklERVIgOiAwKTtcbiAgY29uc3QgYm90dG9tID0gcGxhY2Uoc3RheXMsIGxlZnQsIGJlbG93LCBcInN0YXJ0XCIpO1xuICByZXR1cm4ge1xuICAgIHdpZHRoOiBNYXRoLmNlaWwoTWF0aC5tYXgod2lkdGhPZihoZWFkKSwgd2lkdGhPZihzdGF5cykpICsgMiAqIGxlZnQpLFxuICAgIGhlaWdodDogTWF0aC5jZWlsKChpc0RpdmlkZWQgPyBib3R0b20uYm90dG9tIDogdG9wLmJvdHRvbSkgKyBzdGFydCksXG4gICAgdGV4dDogWy4uLnRvcC50ZXh0LCAuLi5ib3R0b20udGV4dF0sXG4gICAgLi4uKGlzRGl2aWRlZCA/IHsgZGl2aWRlcjogdG9wLmJvdHRvbSArIERJVklERVIgLyAyIH0gOiB7fSksXG4gIH07XG59XG5cbi8qKiBBIGxhYmVsIGluIHRoZSBtaWRkbGUgb2YgaXRzIGVkZ2UsIG9uZSBsaW5lIGZvciBlYWNoIHdheSwgbG9uZyBvbmVzIGJyb2tlbi4gKi9cbmV4cG9ydCBmdW5jdGlvbiBsYWJlbFRleHQod2F5czogcmVhZG9ubHkgTGluZVtdKTogVGV4dEJsb2NrIHtcbiAgY29uc3QgdGV4dCA9IHdheXMuZmxhdE1hcCgobGluZSkgPT4gbGluZXNPZihsaW5lLCBXSURFU1RfTEFCRUwpKTtcbiAgY29uc3Qgd2lkdGggPSBNYXRoLmNlaWwod2lkdGhPZih0ZXh0KSArIDIgKiBMQUJFTF9QQURESU5HLngpO1xuICBjb25zdCBwbGFjZWQgPSBwbGFjZSh0ZXh0LCB3aWR0aCAvIDIsIExBQkVMX1BBRERJTkcueSwgXCJtaWRkbGVcIik7XG4gIHJldHVybiB7IHdpZHRoLCBoZWlnaHQ6IE1hdGguY2VpbChwbGFjZWQuYm90dG9tICsgTEFCRUxfUEFERElORy55KSwgdGV4dDogcGxhY2VkLnRleHQgfTtcbn1cblxuLyoqIEhvdyB3aWRlIHRoZSB0ZXh0IG9mIGEgYm94IGlzIGF0IG1vc3QgaW5zaWRlIGEgYm94IG9mIHRoaXMgd2lkdGguICovXG5leHBvcnQgY29uc3Qgd2lkZXN0SW4gPSAod2lkdGg6IG51bWJlcikgPT4gd2lkdGggLSAyICogUEFERElORy54O1xuXG5leHBvcnQgY29uc3Qgd2FpdHNUZXh0ID0gKHdob206IHN0cmluZykgPT5cbiAgYHdhaXRzIGZvciAke3dob20gPT09IFwicGVyc29uXCIgfHwgd2hvbSA9PT0gXCJhZ2VudFwiID8gKHdob20gPT09IFwiYWdlbnRcIiA/IFwiYW4gYWdlbnRcIiA6IFwiYSBwZXJzb25cIikgOiB3aG9tfWA7XG5cbi8qKiBPbiBvbmUgbGluZSBpZiBpdCBmaXRzLCBlbHNlIGVhY2ggcGFydCBvbiBsaW5lcyBvZiBpdHMgb3duLiAqL1xuZnVuY3Rpb24gbGluZXNPZih7IHNlZ21lbnRzLCB0cmFuc2l0aW9ucyB9OiBMaW5lLCB3aWRlc3Q6IG51bWJlcik6IHJlYWRvbmx5IFVucGxhY2VkW10ge1xuICBjb25zdCB3aG9sZSA9IHdyYXBwZWQoc2VnbWVudHMsIHdpZGVzdCwgVEVYVF9TSVpFKTtcbiAgY29uc3QgW2ZpcnN0LCAuLi5yZXN0XSA9IHNlZ21lbnRzO1xuICBjb25zdCBpc1NwbGl0ID0gd2hvbGUubGVuZ3RoID4gMSAmJiBmaXJzdCAmJiBmaXJzdC5yb2xlICE9PSBcIm5vdGVcIjtcbiAgY29uc3QgcGFydHMgPSBpc1NwbGl0ID8gW1tmaXJzdF0sIC4uLnJlc3QubWFwKChvbmUpID0+IFtvbmVdKV0gOiBbc2VnbWVudHNdO1xuICByZXR1cm4gcGFydHMuZmxhdE1hcCgocGFydCkgPT4gbGluZXMocGFydCwgd2lkZXN0LCBcImxpbmVcIiwgdHJhbnNpdGlvbnMpKTtcbn1cblxuZnVuY3Rpb24gbGluZXMoXG4gIHNlZ21lbnRzOiBMaW5lW1wic2VnbWVudHNcIl0sXG4gIHdpZGVzdDogbnVtYmVyLFxuICByb2xlOiBMYWlkTGluZVtcInJvbGVcIl0sXG4gIHRyYW5zaXRpb25zOiByZWFkb25seSBzdHJpbmdbXSA9IFtdLFxuKTogcmVhZG9ubHkgVW5wbGFjZWRbXSB7XG4gIHJldHVybiB3cmFwcGVkKHNlZ21lbnRzLCB3aWRlc3QsIHNpemVPZihyb2xlKSwgaXNCb2xkKHJvbGUpKS5tYXAoKGxpbmUpID0+ICh7XG4gICAgcm9sZSxcbiAgICBzZWdtZW50czogbGluZSxcbiAgICB0cmFuc2l0aW9ucyxcbiAgfSkpO1xufVxuXG5mdW5jdGlvbiB3aWR0aE9mKHRleHQ6IHJlYWRvbmx5IFVucGxhY2VkW10pOiBudW1iZXIge1xuICByZXR1cm4gdGV4dC5yZWR1Y2UoKHdpZGVzdCwgeyByb2xlLCBzZWdtZW50cyB9KSA9PiB7XG4gICAgY29uc3Qgd29yZHMgPSBzZWdtZW50cy5tYXAoKHsgdGV4dCB9KSA9PiB0ZXh0KS5qb2luKFwiIFwiKTtcbiAgICByZXR1cm4gTWF0aC5tYXgod2lkZXN0LCB0ZXh0V2lkdGgod29yZHMsIHNpemVPZihyb2xlKSwgaXNCb2xkKHJvbGUpKSk7XG4gIH0sIDApO1xufVxuXG5jb25zdCBzaXplT2YgPSAocm9sZTogTGFpZExpbmVbXCJyb2xlXCJdKSA9PiAocm9sZSA9PT0gXCJ0aXRsZVwiID8gVElUTEVfU0laRSA6IFRFWFRfU0laRSk7XG5jb25zdCBpc0JvbGQgPSAocm9sZTogTGFpZExpbmVbXCJyb2xlXCJdKSA9PiByb2xlID09PSBcInRpdGxlXCIgfHwgcm9sZSA9PT0gXCJ3YWl0c1wiO1xuXG5mdW5jdGlvbiBwbGFjZSh0ZXh0OiByZWFkb25seSBVbnBsYWNlZFtdLCB4OiBudW1iZXIsIHRvcDogbnVtYmVyLCBhbmNob3I6IExhaWRMaW5lW1wiYW5jaG9yXCJdKSB7XG4gIGxldCBib3R0b20gPSB0b3A7XG4gIGNvbnN0IHBsYWNlZCA9IHRleHQubWFwKChsaW5lKTogTGFpZExpbmUgPT4ge1xuICAgIGNvbnN0IGlzVGl0bGUgPSBsaW5lLnJvbGUgPT09IFwidGl0bGVcIjtcbiAgICBib3R0b20gKz0gaXNUaXRsZSA/IFRJVExFX0xJTkUgOiBURVhUX0xJTkU7XG4gICAgcmV0dXJuIHsgLi4ubGluZSwgeCwgeTogYm90dG9tIC0gKGlzVGl0bGUgPyA1IDogNCksIGFuY2hvciB9O1xuICB9KTtcbiAgcmV0dXJuIHsgdGV4dDogcGxhY2VkLCBib3R0b20gfTtcbn1cbiIsICJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnQvZWxrLWdyYXBoLnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9lbGstZ3JhcGgudHNcIjtpbXBvcnQgdHlwZSB7IEVsa0V4dGVuZGVkRWRnZSwgRWxrTm9kZSB9IGZyb20gXCJlbGtqc1wiO1xuaW1wb3J0IHR5cGUgeyBEaWFncmFtLCBEaWFncmFtRWRnZSwgRGlhZ3JhbU5vZGUgfSBmcm9tIFwiLi9kaWFncmFtLmpzXCI7XG5pbXBvcnQgdHlwZSB7IERpcmVjdGlvbiB9IGZyb20gXCIuL2xheW91dC5qc1wiO1xuaW1wb3J0IHsgYm94VGV4dCwgbGFiZWxUZXh0IH0gZnJvbSBcIi4vdGV4dC1ibG9jay5qc1wiO1xuXG4vKiogSG93IGV2ZXJ5IGxldmVsIGlzIGxhaWQgb3V0LiAqL1xuY29uc3QgSU5TSURFID0ge1xuICBcImVsay5sYXllcmVkLmN5Y2xlQnJlYWtpbmcuc3RyYXRlZ3lcIjogXCJERVBUSF9GSVJTVFwiLFxuICBcImVsay5sYXllcmVkLm5vZGVQbGFjZW1lbnQuc3RyYXRlZ3lcIjogXCJORVRXT1JLX1NJTVBMRVhcIixcbiAgXCJlbGsuc3BhY2luZy5ub2RlTm9kZVwiOiBcIjI0XCIsXG4gIFwiZWxrLnNwYWNpbmcuZWRnZU5vZGVcIjogXCIxNlwiLFxuICBcImVsay5zcGFjaW5nLmVkZ2VFZGdlXCI6IFwiMTNcIixcbiAgXCJlbGsuc3BhY2luZy5lZGdlTGFiZWxcIjogXCI2XCIsXG4gIFwiZWxrLnNwYWNpbmcubGFiZWxOb2RlXCI6IFwiOFwiLFxuICBcImVsay5sYXllcmVkLnNwYWNpbmcubm9kZU5vZGVCZXR3ZWVuTGF5ZXJzXCI6IFwiMjZcIixcbiAgXCJlbGsubGF5ZXJlZC5zcGFjaW5nLmVkZ2VOb2RlQmV0d2VlbkxheWVyc1wiOiBcIjE2XCIsXG4gIFwiZWxrLmxheWVyZWQuc3BhY2luZy5lZGdlRWRnZUJldHdlZW5MYXllcnNcIjogXCIxM1wiLFxufTtcblxuY29uc3QgV0hPTEUgPSB7XG4gIC4uLklOU0lERSxcbiAgXCJlbGsuYWxnb3JpdGhtXCI6IFwibGF5ZXJlZFwiLFxuICAvLyBPbmx5IGF0IHRoZSB0b3A6IGluc2lkZSBncm91cHMgZWxranMgY2Fubm90IGZvbGxvdyB0aGUgb3JkZXIgb2YgdGhlIG1hY2hpbmUuXG4gIFwiZWxrLmxheWVyZWQuY3ljbGVCcmVha2luZy5zdHJhdGVneVwiOiBcIk1PREVMX09SREVSXCIsXG4gIFwiZWxrLmxheWVyZWQuY29uc2lkZXJNb2RlbE9yZGVyLnN0cmF0ZWd5XCI6IFwiUFJFRkVSX05PREVTXCIsXG4gIFwiZWxrLmhpZXJhcmNoeUhhbmRsaW5nXCI6IFwiSU5DTFVERV9DSElMRFJFTlwiLFxuICBcImVsay5lZGdlUm91dGluZ1wiOiBcIk9SVEhPR09OQUxcIixcbiAgXCJlbGsucmFuZG9tU2VlZFwiOiBcIjFcIixcbiAgXCJlbGsuanNvbi5zaGFwZUNvb3Jkc1wiOiBcIlJPT1RcIixcbiAgXCJlbGsuanNvbi5lZGdlQ29vcmRzXCI6IFwiUk9PVFwiLFxuICBcImVsay5wYWRkaW5nXCI6IFwiW3RvcD0yMCxsZWZ0PTIwLGJvdHRvbT0yMCxyaWdodD0yMF1cIixcbn07XG5cbmNvbnN0IERPVCA9IDE0O1xuXG4vKiogVGhlIGlkIG9mIHRoZSBkb3Qgd2hlcmUgYSBib3gsIG9yIHRoZSBtYWNoaW5lLCBzdGFydHMuICovXG5leHBvcnQgY29uc3Qgc3RhcnRPZiA9IChpZDogc3RyaW5nKSA9PiBgXFxcXHN0YXJ0ICR7aWR9YDtcblxuLyoqIFdoYXQgZWxranMgaXMgZ2l2ZW46IGV2ZXJ5IGJveCB3aXRoIGl0cyBzaXplLCBldmVyeSBlZGdlIHdpdGggdGhlIHNpemUgb2YgaXRzIGxhYmVsLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGVsa0dyYXBoKFxuICBkaWFncmFtOiBEaWFncmFtLFxuICBkaXJlY3Rpb246IERpcmVjdGlvbixcbiAgd2lkdGhzOiBSZWFkb25seU1hcDxzdHJpbmcsIG51bWJlcj4sXG4pOiBFbGtOb2RlIHtcbiAgY29uc3Qgc3RhcnRzOiBFbGtFeHRlbmRlZEVkZ2VbXSA9IFtdO1xuICBjb25zdCBzdGFydCA9IGRpYWdyYW0uaW5pdGlhbCA9PT0gdW5kZWZpbmVkID8gW10gOiBbZG90KFwiXCIsIGRpYWdyYW0uaW5pdGlhbCwgc3RhcnRzKV07XG4gIGNvbnN0IGNoaWxkcmVuID0gWy4uLnN0YXJ0LCAuLi5kaWFncmFtLm5vZGVzLm1hcCgobm9kZSkgPT4gZWxrTm9kZShub2RlLCBzdGFydHMsIHdpZHRocykpXTtcbiAgcmV0dXJuIHtcbiAgICBpZDogXCJjaGFydFwiLFxuICAgIGxheW91dE9wdGlvbnM6IHsgLi4uV0hPTEUsIFwiZWxrLmRpcmVjdGlvblwiOiBkaXJlY3Rpb24gPT09IFwiZG93blwiID8gXCJET1dOXCIgOiBcIlJJR0hUXCIgfSxcbiAgICBjaGlsZHJlbixcbiAgICBlZGdlczogWy4uLnN0YXJ0cywgLi4uZGlhZ3JhbS5lZGdlcy5tYXAoKGVkZ2UpID0+IGVsa0VkZ2UoZWRnZSwgaXNCYWNrd2FyZHMoZGlhZ3JhbSwgZWRnZSkpKV0sXG4gIH07XG59XG5cbi8qKlxuICogRWRnZXMgYmFjayB0byB3aGVyZSBhIGdyb3VwIHN0YXJ0cyBhcmUgZ2l2ZW4gdG8gZWxranMgdGhlIG90aGVyIHdheSByb3VuZCwgYW5kIHR1cm5lZCBhZnRlcndhcmRzOlxuICogc28gdGhlIHN0b3J5IGJlZ2lucyBhdCB0aGUgdG9wIG9mIHRoZSBncm91cC4gZWxranMgd291bGQgbG9vayBmb3IgdGhlIGZld2VzdCBsb25nIGxpbmVzLlxuICovXG5leHBvcnQgZnVuY3Rpb24gaXNCYWNrd2FyZHMoeyBub2RlcyB9OiBEaWFncmFtLCB7IGZyb20sIHRvIH06IERpYWdyYW1FZGdlKTogYm9vbGVhbiB7XG4gIHJldHVybiBhbGxOb2Rlcyhub2Rlcykuc29tZShcbiAgICAoeyBpbml0aWFsLCBjaGlsZHJlbiB9KSA9PlxuICAgICAgaW5pdGlhbCA9PT0gdG8gJiYgY2hpbGRyZW4uc29tZSgoeyBpZCB9KSA9PiBmcm9tID09PSBpZCB8fCBmcm9tLnN0YXJ0c1dpdGgoYCR7aWR9LmApKSxcbiAgKTtcbn1cblxuY29uc3QgYWxsTm9kZXMgPSAobm9kZXM6IHJlYWRvbmx5IERpYWdyYW1Ob2RlW10pOiByZWFkb25seSBEaWFncmFtTm9kZVtdID0+XG4gIG5vZGVzLmZsYXRNYXAoKG5vZGUpID0+IFtub2RlLCAuLi5hbGxOb2Rlcyhub2RlLmNoaWxkcmVuKV0pO1xuXG5mdW5jdGlvbiBlbGtFZGdlKHsgaWQsIGZyb20sIHRvLCBsaW5lcyB9OiBEaWFncmFtRWRnZSwgaXNUdXJuZWQ6IGJvb2xlYW4pOiBFbGtFeHRlbmRlZEVkZ2Uge1xuICBjb25zdCBlZGdlID0geyBpZCwgc291cmNlczogW2lzVHVybmVkID8gdG8gOiBmcm9tXSwgdGFyZ2V0czogW2lzVHVybmVkID8gZnJvbSA6IHRvXSB9O1xuICBpZiAobGluZXMubGVuZ3RoID09PSAwKSByZXR1cm4gZWRnZTtcbiAgY29uc3QgeyB3aWR0aCwgaGVpZ2h0IH0gPSBsYWJlbFRleHQobGluZXMpO1xuICBjb25zdCBsYXlvdXRPcHRpb25zID0geyBcImVsay5lZGdlTGFiZWxzLmlubGluZVwiOiBcInRydWVcIiB9O1xuICByZXR1cm4geyAuLi5lZGdlLCBsYWJlbHM6IFt7IHRleHQ6IGlkLCB3aWR0aCwgaGVpZ2h0LCBsYXlvdXRPcHRpb25zIH1dIH07XG59XG5cbmZ1bmN0aW9uIGRvdChpZDogc3RyaW5nLCBpbml0aWFsOiBzdHJpbmcsIHN0YXJ0czogRWxrRXh0ZW5kZWRFZGdlW10pOiBFbGtOb2RlIHtcbiAgY29uc3QgbmFtZSA9IHN0YXJ0T2YoaWQpO1xuICBzdGFydHMucHVzaCh7IGlkOiBgJHtuYW1lfSBcdTIxOTJgLCBzb3VyY2VzOiBbbmFtZV0sIHRhcmdldHM6IFtpbml0aWFsXSB9KTtcbiAgY29uc3QgbGF5b3V0T3B0aW9ucyA9IHsgXCJlbGsubGF5ZXJlZC5sYXllcmluZy5sYXllckNvbnN0cmFpbnRcIjogXCJGSVJTVFwiIH07XG4gIHJldHVybiB7IGlkOiBuYW1lLCB3aWR0aDogRE9ULCBoZWlnaHQ6IERPVCwgbGF5b3V0T3B0aW9ucyB9O1xufVxuXG5mdW5jdGlvbiBlbGtOb2RlKFxuICBub2RlOiBEaWFncmFtTm9kZSxcbiAgc3RhcnRzOiBFbGtFeHRlbmRlZEVkZ2VbXSxcbiAgd2lkdGhzOiBSZWFkb25seU1hcDxzdHJpbmcsIG51bWJlcj4sXG4pOiBFbGtOb2RlIHtcbiAgY29uc3QgeyB3aWR0aCwgaGVpZ2h0IH0gPSBib3hUZXh0KG5vZGUsIHdpZHRocy5nZXQobm9kZS5pZCkpO1xuICBpZiAobm9kZS5jaGlsZHJlbi5sZW5ndGggPT09IDApIHJldHVybiB7IGlkOiBub2RlLmlkLCB3aWR0aCwgaGVpZ2h0IH07XG4gIGNvbnN0IHN0YXJ0ID0gbm9kZS5pbml0aWFsID09PSB1bmRlZmluZWQgPyBbXSA6IFtkb3Qobm9kZS5pZCwgbm9kZS5pbml0aWFsLCBzdGFydHMpXTtcbiAgcmV0dXJuIHtcbiAgICBpZDogbm9kZS5pZCxcbiAgICBsYXlvdXRPcHRpb25zOiB7XG4gICAgICAuLi5JTlNJREUsXG4gICAgICBcImVsay5wYWRkaW5nXCI6IGBbdG9wPSR7aGVpZ2h0ICsgOH0sbGVmdD0xOCxib3R0b209MTgscmlnaHQ9MThdYCxcbiAgICAgIC8vIE5vdCBuYXJyb3dlciB0aGFuIGl0cyBvd24gbmFtZS5cbiAgICAgIFwiZWxrLm5vZGVTaXplLmNvbnN0cmFpbnRzXCI6IFwiTUlOSU1VTV9TSVpFXCIsXG4gICAgICBcImVsay5ub2RlU2l6ZS5taW5pbXVtXCI6IGAoJHt3aWR0aH0sJHtoZWlnaHR9KWAsXG4gICAgfSxcbiAgICBjaGlsZHJlbjogWy4uLnN0YXJ0LCAuLi5ub2RlLmNoaWxkcmVuLm1hcCgoY2hpbGQpID0+IGVsa05vZGUoY2hpbGQsIHN0YXJ0cywgd2lkdGhzKSldLFxuICB9O1xufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9sYXktb3V0LnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9sYXktb3V0LnRzXCI7aW1wb3J0IHR5cGUgeyBFbGtFeHRlbmRlZEVkZ2UsIEVsa05vZGUgfSBmcm9tIFwiZWxranNcIjtcbmltcG9ydCB0eXBlIHsgRGlhZ3JhbSwgRGlhZ3JhbUVkZ2UsIERpYWdyYW1Ob2RlIH0gZnJvbSBcIi4vZGlhZ3JhbS5qc1wiO1xuaW1wb3J0IHsgZWxrR3JhcGgsIGlzQmFja3dhcmRzLCBzdGFydE9mIH0gZnJvbSBcIi4vZWxrLWdyYXBoLmpzXCI7XG5pbXBvcnQgdHlwZSB7IEJveCwgQ2hhcnRMYXlvdXQsIERpcmVjdGlvbiwgTGFpZEVkZ2UsIExhaWRMaW5lLCBMYWlkTm9kZSwgUG9pbnQgfSBmcm9tIFwiLi9sYXlvdXQuanNcIjtcbmltcG9ydCB7IGJveFRleHQsIGxhYmVsVGV4dCwgdHlwZSBUZXh0QmxvY2ssIFdJREVTVF9CT0RZLCB3aWRlc3RJbiB9IGZyb20gXCIuL3RleHQtYmxvY2suanNcIjtcblxuLyoqIGVsa2pzLCBoZXJlIG9yIGluIGEgdGhyZWFkIG9mIGl0cyBvd24uICovXG5leHBvcnQgaW50ZXJmYWNlIExheW91dEVuZ2luZSB7XG4gIGxheW91dChncmFwaDogRWxrTm9kZSk6IFByb21pc2U8RWxrTm9kZT47XG59XG5cbi8qKiBHaXZlcyBldmVyeXRoaW5nIGluIGEgZGlhZ3JhbSBpdHMgcGxhY2UuIFNhbWUgZGlhZ3JhbSwgc2FtZSBwbGFjZXMuICovXG5leHBvcnQgYXN5bmMgZnVuY3Rpb24gbGF5T3V0KFxuICBkaWFncmFtOiBEaWFncmFtLFxuICBlbGs6IExheW91dEVuZ2luZSxcbiAgZGlyZWN0aW9uOiBEaXJlY3Rpb24sXG4pOiBQcm9taXNlPENoYXJ0TGF5b3V0PiB7XG4gIGNvbnN0IGZpcnN0ID0gYXdhaXQgZWxrLmxheW91dChlbGtHcmFwaChkaWFncmFtLCBkaXJlY3Rpb24sIG5ldyBNYXAoKSkpO1xuICAvLyBXaGF0IGlzIHdyaXR0ZW4gYXQgdGhlIHRvcCBvZiBhIGdyb3VwIG1heSBiZSBhcyB3aWRlIGFzIHdoYXQgaXMgaW5zaWRlLlxuICBjb25zdCB3aWR0aHMgPSBncm91cFdpZHRocyhmaXJzdCk7XG4gIGNvbnN0IGxhaWQgPSBhd2FpdCBlbGsubGF5b3V0KGVsa0dyYXBoKGRpYWdyYW0sIGRpcmVjdGlvbiwgd2lkdGhzKSk7XG4gIGNvbnN0IGJveGVzID0gbmV3IE1hcChldmVyeXRoaW5nKGxhaWQpLm1hcCgobm9kZSkgPT4gW25vZGUuaWQsIGJveE9mKG5vZGUpXSkpO1xuICBjb25zdCBub2RlcyA9IFtcbiAgICAuLi4oZGlhZ3JhbS5pbml0aWFsID09PSB1bmRlZmluZWQgPyBbXSA6IFtzdGFydE5vZGUoXCJcIiwgdW5kZWZpbmVkLCAwLCBib3hlcyldKSxcbiAgICAuLi5kaWFncmFtLm5vZGVzLmZsYXRNYXAoKG5vZGUpID0+IGxhaWROb2Rlcyhub2RlLCB1bmRlZmluZWQsIDAsIGJveGVzLCB3aWR0aHMpKSxcbiAgXTtcbiAgY29uc3Qgcm91dGVzID0gbmV3IE1hcChhbGxFZGdlcyhsYWlkKS5tYXAoKGVkZ2UpID0+IFtlZGdlLmlkLCBlZGdlXSkpO1xuICByZXR1cm4ge1xuICAgIHZlcnNpb246IDEsXG4gICAgaWQ6IGRpYWdyYW0uaWQsXG4gICAgaGFzaDogZGlhZ3JhbS5oYXNoLFxuICAgIGRpcmVjdGlvbixcbiAgICB3aWR0aDogTWF0aC5jZWlsKGxhaWQud2lkdGggPz8gMCksXG4gICAgaGVpZ2h0OiBNYXRoLmNlaWwobGFpZC5oZWlnaHQgPz8gMCksXG4gICAgbm9kZXMsXG4gICAgZWRnZXM6IFtcbiAgICAgIC4uLm5vZGVzLmZpbHRlcigoeyBraW5kIH0pID0+IGtpbmQgPT09IFwic3RhcnRcIikubWFwKChzdGFydCkgPT4gc3RhcnRFZGdlKHN0YXJ0LCByb3V0ZXMpKSxcbiAgICAgIC4uLmRpYWdyYW0uZWRnZXMubWFwKChlZGdlKSA9PlxuICAgICAgICBsYWlkRWRnZShlZGdlLCByb3V0ZXMuZ2V0KGVkZ2UuaWQpLCBpc0JhY2t3YXJkcyhkaWFncmFtLCBlZGdlKSwgbm9kZXMpLFxuICAgICAgKSxcbiAgICBdLFxuICB9O1xufVxuXG4vKiogSG93IHdpZGUgdGhlIHRleHQgYXQgdGhlIHRvcCBvZiBlYWNoIGdyb3VwIG1heSBiZS4gKi9cbmZ1bmN0aW9uIGdyb3VwV2lkdGhzKG5vZGU6IEVsa05vZGUpOiBSZWFkb25seU1hcDxzdHJpbmcsIG51bWJlcj4ge1xuICBjb25zdCBncm91cHMgPSBldmVyeXRoaW5nKG5vZGUpLmZpbHRlcigoeyBjaGlsZHJlbiA9IFtdIH0pID0+IGNoaWxkcmVuLmxlbmd0aCA+IDApO1xuICByZXR1cm4gbmV3IE1hcChncm91cHMubWFwKCh7IGlkLCB3aWR0aCA9IDAgfSkgPT4gW2lkLCBNYXRoLm1heChXSURFU1RfQk9EWSwgd2lkZXN0SW4od2lkdGgpKV0pKTtcbn1cblxuZnVuY3Rpb24gZXZlcnl0aGluZyhub2RlOiBFbGtOb2RlKTogcmVhZG9ubHkgRWxrTm9kZVtdIHtcbiAgcmV0dXJuIChub2RlLmNoaWxkcmVuID8/IFtdKS5mbGF0TWFwKChjaGlsZCkgPT4gW2NoaWxkLCAuLi5ldmVyeXRoaW5nKGNoaWxkKV0pO1xufVxuXG5jb25zdCBhbGxFZGdlcyA9IChub2RlOiBFbGtOb2RlKTogcmVhZG9ubHkgRWxrRXh0ZW5kZWRFZGdlW10gPT4gW1xuICAuLi4obm9kZS5lZGdlcyA/PyBbXSksXG4gIC4uLihub2RlLmNoaWxkcmVuID8/IFtdKS5mbGF0TWFwKGFsbEVkZ2VzKSxcbl07XG5cbmZ1bmN0aW9uIGxhaWROb2RlcyhcbiAgbm9kZTogRGlhZ3JhbU5vZGUsXG4gIHBhcmVudDogc3RyaW5nIHwgdW5kZWZpbmVkLFxuICBkZXB0aDogbnVtYmVyLFxuICBib3hlczogUmVhZG9ubHlNYXA8c3RyaW5nLCBCb3g+LFxuICB3aWR0aHM6IFJlYWRvbmx5TWFwPHN0cmluZywgbnVtYmVyPixcbik6IHJlYWRvbmx5IExhaWROb2RlW10ge1xuICBjb25zdCBib3ggPSBib3hlcy5nZXQobm9kZS5pZCkgPz8gTk9XSEVSRTtcbiAgY29uc3QgYmxvY2sgPSBib3hUZXh0KG5vZGUsIHdpZHRocy5nZXQobm9kZS5pZCkpO1xuICBjb25zdCB7IGlkLCBraW5kLCBzdGF0ZXMsIG5hbWUsIHdhaXRzRm9yLCBpc0RlZXAgfSA9IG5vZGU7XG4gIGNvbnN0IHN0YXJ0ID0gbm9kZS5pbml0aWFsID09PSB1bmRlZmluZWQgPyBbXSA6IFtzdGFydE5vZGUoaWQsIGlkLCBkZXB0aCArIDEsIGJveGVzKV07XG4gIHJldHVybiBbXG4gICAge1xuICAgICAgaWQsXG4gICAgICBraW5kLFxuICAgICAgLi4uKHBhcmVudCA9PT0gdW5kZWZpbmVkID8ge30gOiB7IHBhcmVudCB9KSxcbiAgICAgIGRlcHRoLFxuICAgICAgc3RhdGVzLFxuICAgICAgbmFtZSxcbiAgICAgIC4uLih3YWl0c0ZvciA9PT0gdW5kZWZpbmVkID8ge30gOiB7IHdhaXRzRm9yIH0pLFxuICAgICAgLi4uKGlzRGVlcCA9PT0gdW5kZWZpbmVkID8ge30gOiB7IGlzRGVlcCB9KSxcbiAgICAgIC4uLmJveCxcbiAgICAgIHRleHQ6IG1vdmVkKGJsb2NrLCBib3gpLFxuICAgICAgLi4uKGJsb2NrLmRpdmlkZXIgPT09IHVuZGVmaW5lZCA/IHt9IDogeyBkaXZpZGVyOiByb3VuZGVkKGJveC55ICsgYmxvY2suZGl2aWRlcikgfSksXG4gICAgfSxcbiAgICAuLi5zdGFydCxcbiAgICAuLi5ub2RlLmNoaWxkcmVuLmZsYXRNYXAoKGNoaWxkKSA9PiBsYWlkTm9kZXMoY2hpbGQsIGlkLCBkZXB0aCArIDEsIGJveGVzLCB3aWR0aHMpKSxcbiAgXTtcbn1cblxuZnVuY3Rpb24gc3RhcnROb2RlKFxuICBvZjogc3RyaW5nLFxuICBwYXJlbnQ6IHN0cmluZyB8IHVuZGVmaW5lZCxcbiAgZGVwdGg6IG51bWJlcixcbiAgYm94ZXM6IFJlYWRvbmx5TWFwPHN0cmluZywgQm94Pixcbik6IExhaWROb2RlIHtcbiAgY29uc3QgaWQgPSBzdGFydE9mKG9mKTtcbiAgY29uc3QgYm94ID0gYm94ZXMuZ2V0KGlkKSA/PyBOT1dIRVJFO1xuICBjb25zdCBpbnNpZGUgPSBwYXJlbnQgPT09IHVuZGVmaW5lZCA/IHt9IDogeyBwYXJlbnQgfTtcbiAgcmV0dXJuIHsgaWQsIGtpbmQ6IFwic3RhcnRcIiwgLi4uaW5zaWRlLCBkZXB0aCwgc3RhdGVzOiBbXSwgbmFtZTogXCJzdGFydFwiLCAuLi5ib3gsIHRleHQ6IFtdIH07XG59XG5cbmZ1bmN0aW9uIHN0YXJ0RWRnZSh7IGlkIH06IExhaWROb2RlLCByb3V0ZXM6IFJlYWRvbmx5TWFwPHN0cmluZywgRWxrRXh0ZW5kZWRFZGdlPik6IExhaWRFZGdlIHtcbiAgY29uc3Qgcm91dGUgPSByb3V0ZXMuZ2V0KGAke2lkfSBcdTIxOTJgKTtcbiAgcmV0dXJuIHtcbiAgICBpZDogYCR7aWR9IFx1MjE5MmAsXG4gICAgZnJvbTogaWQsXG4gICAgdG86IHJvdXRlPy50YXJnZXRzWzBdID8/IFwiXCIsXG4gICAga2luZDogXCJzdGFydFwiLFxuICAgIHRyYW5zaXRpb25zOiBbXSxcbiAgICBwb2ludHM6IHBvaW50c09mKHJvdXRlKSxcbiAgfTtcbn1cblxuZnVuY3Rpb24gbGFpZEVkZ2UoXG4gIHsgaWQsIGZyb20sIHRvLCB0cmFuc2l0aW9ucywgbGluZXMgfTogRGlhZ3JhbUVkZ2UsXG4gIHJvdXRlOiBFbGtFeHRlbmRlZEVkZ2UgfCB1bmRlZmluZWQsXG4gIGlzVHVybmVkOiBib29sZWFuLFxuICBub2RlczogcmVhZG9ubHkgTGFpZE5vZGVbXSxcbik6IExhaWRFZGdlIHtcbiAgY29uc3QgcG9pbnRzID0gaXNUdXJuZWQgPyBbLi4ucG9pbnRzT2Yocm91dGUpXS5yZXZlcnNlKCkgOiBwb2ludHNPZihyb3V0ZSk7XG4gIGNvbnN0IGtpbmQgPSB0cmFuc2l0aW9ucy5sZW5ndGggPT09IDAgPyBcImRlZmF1bHRcIiA6IFwidHJhbnNpdGlvblwiO1xuICBjb25zdCBlZGdlOiBMYWlkRWRnZSA9IHsgaWQsIGZyb20sIHRvLCBraW5kLCB0cmFuc2l0aW9ucywgcG9pbnRzIH07XG4gIGNvbnN0IFtsYWJlbF0gPSByb3V0ZT8ubGFiZWxzID8/IFtdO1xuICBpZiAoIWxhYmVsKSByZXR1cm4gZWRnZTtcbiAgY29uc3QgYm94ID0gYm94T2YobGFiZWwpO1xuICBjb25zdCBkZXB0aCA9IGRlcHRoQXQobm9kZXMsIHsgeDogYm94LnggKyBib3gud2lkdGggLyAyLCB5OiBib3gueSArIGJveC5oZWlnaHQgLyAyIH0pO1xuICByZXR1cm4geyAuLi5lZGdlLCBsYWJlbDogeyAuLi5ib3gsIGRlcHRoLCB0ZXh0OiBtb3ZlZChsYWJlbFRleHQobGluZXMpLCBib3gpIH0gfTtcbn1cblxuLyoqIEluIGhvdyBtYW55IGdyb3VwcyBhIHBvaW50IGlzLiAqL1xuZnVuY3Rpb24gZGVwdGhBdChub2RlczogcmVhZG9ubHkgTGFpZE5vZGVbXSwgeyB4LCB5IH06IFBvaW50KTogbnVtYmVyIHtcbiAgY29uc3QgYXJvdW5kID0gbm9kZXMuZmlsdGVyKFxuICAgIChub2RlKSA9PlxuICAgICAgKG5vZGUua2luZCA9PT0gXCJncm91cFwiIHx8IG5vZGUua2luZCA9PT0gXCJwYXJhbGxlbFwiKSAmJlxuICAgICAgbm9kZS54IDw9IHggJiZcbiAgICAgIHggPD0gbm9kZS54ICsgbm9kZS53aWR0aCAmJlxuICAgICAgbm9kZS55IDw9IHkgJiZcbiAgICAgIHkgPD0gbm9kZS55ICsgbm9kZS5oZWlnaHQsXG4gICk7XG4gIHJldHVybiBhcm91bmQubGVuZ3RoO1xufVxuXG5mdW5jdGlvbiBwb2ludHNPZihlZGdlOiBFbGtFeHRlbmRlZEVkZ2UgfCB1bmRlZmluZWQpOiByZWFkb25seSBQb2ludFtdIHtcbiAgY29uc3QgcG9pbnRzID0gKGVkZ2U/LnNlY3Rpb25zID8/IFtdKS5mbGF0TWFwKCh7IHN0YXJ0UG9pbnQsIGJlbmRQb2ludHMgPSBbXSwgZW5kUG9pbnQgfSkgPT4gW1xuICAgIHN0YXJ0UG9pbnQsXG4gICAgLi4uYmVuZFBvaW50cyxcbiAgICBlbmRQb2ludCxcbiAgXSk7XG4gIHJldHVybiBwb2ludHMubWFwKCh7IHgsIHkgfSkgPT4gKHsgeDogcm91bmRlZCh4KSwgeTogcm91bmRlZCh5KSB9KSk7XG59XG5cbmNvbnN0IG1vdmVkID0gKHsgdGV4dCB9OiBUZXh0QmxvY2ssIHsgeCwgeSB9OiBQb2ludCk6IHJlYWRvbmx5IExhaWRMaW5lW10gPT5cbiAgdGV4dC5tYXAoKGxpbmUpID0+ICh7IC4uLmxpbmUsIHg6IHJvdW5kZWQobGluZS54ICsgeCksIHk6IHJvdW5kZWQobGluZS55ICsgeSkgfSkpO1xuXG5jb25zdCBOT1dIRVJFOiBCb3ggPSB7IHg6IDAsIHk6IDAsIHdpZHRoOiAwLCBoZWlnaHQ6IDAgfTtcblxuY29uc3QgYm94T2YgPSAoeyB4ID0gMCwgeSA9IDAsIHdpZHRoID0gMCwgaGVpZ2h0ID0gMCB9OiBQYXJ0aWFsPEJveD4pOiBCb3ggPT4gKHtcbiAgeDogcm91bmRlZCh4KSxcbiAgeTogcm91bmRlZCh5KSxcbiAgd2lkdGg6IHJvdW5kZWQod2lkdGgpLFxuICBoZWlnaHQ6IHJvdW5kZWQoaGVpZ2h0KSxcbn0pO1xuXG4vKiogVG8gYSB0ZW50aCBvZiBhIHBpeGVsLCB3cml0dGVuIHRoZSBzYW1lIHdheSBldmVyeXdoZXJlLiAqL1xuY29uc3Qgcm91bmRlZCA9ICh2YWx1ZTogbnVtYmVyKSA9PiBNYXRoLnJvdW5kKHZhbHVlICogMTApIC8gMTA7XG4iLCAiY29uc3QgX19pbmplY3RlZF9maWxlbmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0L2xheW91dHMudHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydFwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0L2xheW91dHMudHNcIjtpbXBvcnQgdHlwZSB7IENoYXJ0IH0gZnJvbSBcIi4vY2hhcnQuanNcIjtcbmltcG9ydCB7IGRpYWdyYW1PZiB9IGZyb20gXCIuL2RpYWdyYW0uanNcIjtcbmltcG9ydCB7IGxheU91dCB9IGZyb20gXCIuL2xheS1vdXQuanNcIjtcbmltcG9ydCB0eXBlIHsgQ2hhcnRMYXlvdXQsIERpcmVjdGlvbiB9IGZyb20gXCIuL2xheW91dC5qc1wiO1xuaW1wb3J0IHsgcmVhZExheW91dCwgd3JpdGVMYXlvdXQgfSBmcm9tIFwiLi9sYXlvdXQtZm9sZGVyLmpzXCI7XG5pbXBvcnQgeyBzaGlwcGVkTGF5b3V0cyB9IGZyb20gXCIuL3NoaXBwZWQtbGF5b3V0cy5qc1wiO1xuaW1wb3J0IHsgc3RhcnRXb3JrZXJFbGsgfSBmcm9tIFwiLi93b3JrZXItZWxrLmpzXCI7XG5cbi8qKiBTZXR0aW5ncyBvZiB7QGxpbmsgY3JlYXRlTGF5b3V0c30uICovXG5leHBvcnQgaW50ZXJmYWNlIExheW91dHNPcHRpb25zIHtcbiAgLyoqIEEgZm9sZGVyIHRvIGtlZXAgbGF5b3V0cyBpbiwgZm9yIHRoZSBuZXh0IHN0YXJ0LiBXaXRob3V0IG9uZSB0aGV5IGFyZSBrZXB0IGluIG1lbW9yeSBvbmx5LiAqL1xuICByZWFkb25seSBmb2xkZXI/OiBzdHJpbmc7XG4gIC8qKiBIb3cgbG9uZyBhIGxheW91dCBtYXkgdGFrZSwgaW4gbWlsbGlzZWNvbmRzLiAzMCwwMDAgYnkgZGVmYXVsdC4gKi9cbiAgcmVhZG9ubHkgdGltZW91dD86IG51bWJlcjtcbn1cblxuLyoqIE1ha2VzIGxheW91dHMgb2YgY2hhcnRzLiAqL1xuZXhwb3J0IGludGVyZmFjZSBMYXlvdXRzIHtcbiAgLyoqXG4gICAqIFRoZSBsYXlvdXQgb2YgYSBjaGFydC4gVGhvc2Ugb2YgUmVhZGJhY2sncyBvd24gbWFjaGluZXMgY29tZSB3aXRoIHRoZSBwYWNrYWdlOyBhbnkgb3RoZXIgaXMgbWFkZVxuICAgKiBvbmNlLCBpbiBhIHdvcmtlciB0aHJlYWQsIGFuZCBrbm93biBmcm9tIHRoZW4gb24gYnkgdGhlIGNoYXJ0J3MgaGFzaC5cbiAgICovXG4gIG9mKGNoYXJ0OiBDaGFydCwgZGlyZWN0aW9uPzogRGlyZWN0aW9uKTogUHJvbWlzZTxDaGFydExheW91dD47XG59XG5cbi8qKlxuICogTWFrZXMgYW5kIGtlZXBzIGxheW91dHMuXG4gKlxuICogQGV4YW1wbGVcbiAqIGNvbnN0IGxheW91dHMgPSBjcmVhdGVMYXlvdXRzKHsgZm9sZGVyOiBcIi5yZWFkYmFjay9jaGFydHNcIiB9KTtcbiAqIGNvbnN0IHN2ZyA9IHN2Z09mKGF3YWl0IGxheW91dHMub2YoY2hhcnRPZihhc2tNYWNoaW5lKSkpO1xuICovXG5leHBvcnQgZnVuY3Rpb24gY3JlYXRlTGF5b3V0cyh7IGZvbGRlciwgdGltZW91dCA9IDMwXzAwMCB9OiBMYXlvdXRzT3B0aW9ucyA9IHt9KTogTGF5b3V0cyB7XG4gIGNvbnN0IGtub3duID0gbmV3IE1hcDxzdHJpbmcsIFByb21pc2U8Q2hhcnRMYXlvdXQ+PigpO1xuICBjb25zdCBzaGlwcGVkID0gc2hpcHBlZExheW91dHMoKTtcbiAgY29uc3QgbWFkZSA9IGFzeW5jIChjaGFydDogQ2hhcnQsIGRpcmVjdGlvbjogRGlyZWN0aW9uLCBrZXk6IHN0cmluZykgPT4ge1xuICAgIGNvbnN0IGtlcHQgPSBzaGlwcGVkLmdldChrZXkpID8/IHJlYWRMYXlvdXQoZm9sZGVyLCBrZXkpO1xuICAgIGlmIChrZXB0KSByZXR1cm4ga2VwdDtcbiAgICBjb25zdCBlbGsgPSBzdGFydFdvcmtlckVsayh0aW1lb3V0KTtcbiAgICB0cnkge1xuICAgICAgY29uc3QgbGF5b3V0ID0gYXdhaXQgbGF5T3V0KGRpYWdyYW1PZihjaGFydCksIGVsaywgZGlyZWN0aW9uKTtcbiAgICAgIHdyaXRlTGF5b3V0KGZvbGRlciwga2V5LCBsYXlvdXQpO1xuICAgICAgcmV0dXJuIGxheW91dDtcbiAgICB9IGZpbmFsbHkge1xuICAgICAgZWxrLmNsb3NlKCk7XG4gICAgfVxuICB9O1xuICByZXR1cm4ge1xuICAgIG9mKGNoYXJ0LCBkaXJlY3Rpb24gPSBcImRvd25cIikge1xuICAgICAgY29uc3Qga2V5ID0gbGF5b3V0S2V5KGNoYXJ0Lmhhc2gsIGRpcmVjdGlvbik7XG4gICAgICBjb25zdCBsYXlvdXQgPSBrbm93bi5nZXQoa2V5KSA/PyBtYWRlKGNoYXJ0LCBkaXJlY3Rpb24sIGtleSk7XG4gICAgICBrbm93bi5zZXQoa2V5LCBsYXlvdXQpO1xuICAgICAgLy8gQSBmYWlsdXJlIGlzIG5vdCBrZXB0OiB3aXRoIG1vcmUgdGltZSBpdCBtYXkgc3VjY2VlZC5cbiAgICAgIGxheW91dC5jYXRjaCgoKSA9PiBrbm93bi5kZWxldGUoa2V5KSk7XG4gICAgICByZXR1cm4gbGF5b3V0O1xuICAgIH0sXG4gIH07XG59XG5cbi8qKiBXaGF0IGEgbGF5b3V0IGlzIGtlcHQgYnkuICovXG5leHBvcnQgY29uc3QgbGF5b3V0S2V5ID0gKGhhc2g6IHN0cmluZywgZGlyZWN0aW9uOiBEaXJlY3Rpb24pID0+IGAke2hhc2h9LSR7ZGlyZWN0aW9ufWA7XG4iLCAiY29uc3QgX19pbmplY3RlZF9maWxlbmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvcGFnZS1hc3NldHMudHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyXCI7Y29uc3QgX19pbmplY3RlZF9pbXBvcnRfbWV0YV91cmxfXyA9IFwiZmlsZTovLy93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9wYWdlLWFzc2V0cy50c1wiO2ltcG9ydCB7IGZpbGVVUkxUb1BhdGggfSBmcm9tIFwibm9kZTp1cmxcIjtcbmltcG9ydCB7IGRlZmxhdGVSYXdTeW5jIH0gZnJvbSBcIm5vZGU6emxpYlwiO1xuaW1wb3J0IHsgYnVpbGQsIHR5cGUgUGx1Z2luIH0gZnJvbSBcImVzYnVpbGRcIjtcbmltcG9ydCB7IGNoYXJ0U3R5bGUgfSBmcm9tIFwiLi9zcmMvY2hhcnQvc3R5bGUuanNcIjtcblxuLyoqIFRoZSBwYWdlIGFzIHRleHQ6IHdobyBzZXJ2ZXMgb3IgZXhwb3J0cyBpdCBjYXJyaWVzIGl0IGluc2lkZSBpdHNlbGYgKGBSRUFEQkFDS19WSVNVQUxJWkVSX1BBR0VgKS4gKi9cbmV4cG9ydCBpbnRlcmZhY2UgUGFnZUFzc2V0cyB7XG4gIC8qKiBGb3IgYSBwYWdlIHRoYXQgYSBzZXJ2ZXIgZ2l2ZXM6IGl0IGFza3MgdGhlIHNlcnZlciBmb3IgZXZlcnl0aGluZy4gKi9cbiAgcmVhZG9ubHkgc2NyaXB0OiBzdHJpbmc7XG4gIC8qKiBGb3IgYW4gZXhwb3J0ZWQgZmlsZTogdGhlIG1vZGVsIGFuZCBvdXIgbWFjaGluZXMsIHBhY2tlZCBhcyBgdW5wYWNrYCB0YWtlcyB0aGVtLiAqL1xuICByZWFkb25seSBleHBvcnRlZFNjcmlwdDogc3RyaW5nO1xuICByZWFkb25seSBleHBvcnRlZFN0eWxlOiBzdHJpbmc7XG4gIC8qKiBXaGF0IHVucGFja3MgdGhlbS4gKi9cbiAgcmVhZG9ubHkgdW5wYWNraW5nOiBzdHJpbmc7XG4gIHJlYWRvbmx5IHN0eWxlOiBzdHJpbmc7XG59XG5cbi8qKiBCdWlsZHMgdGhlIHBhZ2UuICovXG5leHBvcnQgYXN5bmMgZnVuY3Rpb24gcGFnZUFzc2V0cygpOiBQcm9taXNlPFBhZ2VBc3NldHM+IHtcbiAgY29uc3QgW3NjcmlwdCwgZXhwb3J0ZWQsIHVucGFja2luZywgcGFnZVN0eWxlXSA9IGF3YWl0IFByb21pc2UuYWxsKFtcbiAgICBidW5kbGVkKFwibWFpbi50c3hcIiksXG4gICAgYnVuZGxlZChcImV4cG9ydGVkLnRzeFwiLCBbd2l0aG91dFNjaGVtYV0pLFxuICAgIGJ1bmRsZWQoXCJ1bnBhY2tlZC50c1wiKSxcbiAgICBidW5kbGVkKFwic3R5bGUvcGFnZS5jc3NcIiksXG4gIF0pO1xuICBjb25zdCBzdHlsZSA9IGAke3BhZ2VTdHlsZX1cXG4ke2NoYXJ0U3R5bGV9YDtcbiAgY29uc3QgW2V4cG9ydGVkU2NyaXB0LCBleHBvcnRlZFN0eWxlXSA9IFtwYWNrZWQoZXhwb3J0ZWQpLCBwYWNrZWQoc3R5bGUpXTtcbiAgcmV0dXJuIHsgc2NyaXB0LCBleHBvcnRlZFNjcmlwdCwgZXhwb3J0ZWRTdHlsZSwgdW5wYWNraW5nLCBzdHlsZSB9O1xufVxuXG5jb25zdCBwYWNrZWQgPSAodGV4dDogc3RyaW5nKSA9PiBkZWZsYXRlUmF3U3luYyh0ZXh0LCB7IGxldmVsOiA5IH0pLnRvU3RyaW5nKFwiYmFzZTY0XCIpO1xuXG5jb25zdCBzb3VyY2UgPSAocGF0aDogc3RyaW5nKSA9PiBmaWxlVVJMVG9QYXRoKG5ldyBVUkwoYHNyYy9wYWdlLyR7cGF0aH1gLCBpbXBvcnQubWV0YS51cmwpKTtcblxuLyoqIFdoYXQgc2F5cyBpbiB3b3JkcyB3aGF0IGlzIHdyb25nIHdpdGggYW4gZW50cnkgaXMgYSBxdWFydGVyIG9mIGFuIGV4cG9ydGVkIGZpbGUsIHdoaWNoIGhhcyBub25lIHRoYXQgYXJlIHdyb25nLiAqL1xuY29uc3Qgd2l0aG91dFNjaGVtYTogUGx1Z2luID0ge1xuICBuYW1lOiBcIndpdGhvdXQgdGhlIHNjaGVtYVwiLFxuICBzZXR1cCh7IG9uUmVzb2x2ZSB9KSB7XG4gICAgb25SZXNvbHZlKHsgZmlsdGVyOiAvXlxcLlxcL3dyb25nLWVudHJ5XFwuanMkLyB9LCAoKSA9PiAoeyBwYXRoOiBzb3VyY2UoXCJ3cm9uZy1lbnRyeS50c1wiKSB9KSk7XG4gIH0sXG59O1xuXG5hc3luYyBmdW5jdGlvbiBidW5kbGVkKGVudHJ5OiBzdHJpbmcsIHBsdWdpbnM6IFBsdWdpbltdID0gW10pOiBQcm9taXNlPHN0cmluZz4ge1xuICBjb25zdCB7IG91dHB1dEZpbGVzIH0gPSBhd2FpdCBidWlsZCh7XG4gICAgZW50cnlQb2ludHM6IFtzb3VyY2UoZW50cnkpXSxcbiAgICBwbHVnaW5zLFxuICAgIGJ1bmRsZTogdHJ1ZSxcbiAgICBtaW5pZnk6IHRydWUsXG4gICAgd3JpdGU6IGZhbHNlLFxuICAgIGZvcm1hdDogXCJlc21cIixcbiAgICB0YXJnZXQ6IFwiZXMyMDIyXCIsXG4gICAganN4OiBcImF1dG9tYXRpY1wiLFxuICAgIGpzeEltcG9ydFNvdXJjZTogXCJwcmVhY3RcIixcbiAgICBsZWdhbENvbW1lbnRzOiBcIm5vbmVcIixcbiAgICBsb2dMZXZlbDogXCJlcnJvclwiLFxuICB9KTtcbiAgcmV0dXJuIG91dHB1dEZpbGVzWzBdPy50ZXh0ID8/IFwiXCI7XG59XG4iLCAiY29uc3QgX19pbmplY3RlZF9maWxlbmFtZV9fID0gXCIvd29yay9tYWluL3BhY2thZ2VzL3Zpc3VhbGl6ZXIvc3JjL2NoYXJ0L3N0eWxlLnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL21haW4vcGFja2FnZXMvdmlzdWFsaXplci9zcmMvY2hhcnRcIjtjb25zdCBfX2luamVjdGVkX2ltcG9ydF9tZXRhX3VybF9fID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9wYWNrYWdlcy92aXN1YWxpemVyL3NyYy9jaGFydC9zdHlsZS50c1wiOy8qKlxuICogV2hhdCBjaGFydHMgbG9vayBsaWtlLiBFdmVyeSBjb2xvdXIgaXMgYSBjdXN0b20gcHJvcGVydHksIHNvIHRoYXQgYSBwYWdlIGNhbiBzZXQgaXRzIG93bjsgbGlnaHQgb3JcbiAqIGRhcmsgZm9sbG93cyB0aGUgcmVhZGVyLCBvciBgZGF0YS10aGVtZT1cImxpZ2h0XCJgIC8gYFwiZGFya1wiYCBvbiB0aGUgY2hhcnQgb3IgYXJvdW5kIGl0LlxuICovXG5jb25zdCBMSUdIVCA9IHtcbiAgXCJncm91bmQtMFwiOiBcIiNmZmZmZmZcIixcbiAgXCJncm91bmQtMVwiOiBcIiNmNWY3ZmFcIixcbiAgXCJncm91bmQtMlwiOiBcIiNlYWVlZjNcIixcbiAgXCJncm91bmQtM1wiOiBcIiNkZmU1ZWNcIixcbiAgZ3JvdXA6IFwiIzlhYThiNlwiLFxuICBzdGF0ZTogXCIjZTZmMGZiXCIsXG4gIFwic3RhdGUtZWRnZVwiOiBcIiM0ODcxOWJcIixcbiAgZmluYWw6IFwiI2UyZjRlOFwiLFxuICBcImZpbmFsLWVkZ2VcIjogXCIjMmY3ZDRmXCIsXG4gIHBlcnNvbjogXCIjZmZmMmQ2XCIsXG4gIFwicGVyc29uLWVkZ2VcIjogXCIjODU1MDA1XCIsXG4gIHRleHQ6IFwiIzEwMmE0M1wiLFxuICBib2R5OiBcIiMzZTRjNTlcIixcbiAgbGluZTogXCIjNjQ3OThlXCIsXG4gIGV2ZW50OiBcIiMwYjRhOGZcIixcbiAgZGVsYXk6IFwiIzhhM2ExMlwiLFxuICBndWFyZDogXCIjNTI2MDZkXCIsXG4gIGJvdW5kOiBcIiNhMTFkNGZcIixcbiAgbm90ZTogXCIjNTI2MDZkXCIsXG4gIGN1cnJlbnQ6IFwiIzFkNmZkY1wiLFxuICBmaXJlZDogXCIjYTgzNzBhXCIsXG4gIHRha2VuOiBcIiMxZDZmZGNcIixcbiAgaGVhdDogXCIjZDk0ODBmXCIsXG59O1xuXG5jb25zdCBEQVJLOiB0eXBlb2YgTElHSFQgPSB7XG4gIFwiZ3JvdW5kLTBcIjogXCIjMGYxNzIwXCIsXG4gIFwiZ3JvdW5kLTFcIjogXCIjMTcyMTJjXCIsXG4gIFwiZ3JvdW5kLTJcIjogXCIjMWYyYjM4XCIsXG4gIFwiZ3JvdW5kLTNcIjogXCIjMjgzNjQ1XCIsXG4gIGdyb3VwOiBcIiM1YjZiN2JcIixcbiAgc3RhdGU6IFwiIzFiMzU1MFwiLFxuICBcInN0YXRlLWVkZ2VcIjogXCIjN2ZhOGQyXCIsXG4gIGZpbmFsOiBcIiMxNTNjMjhcIixcbiAgXCJmaW5hbC1lZGdlXCI6IFwiIzU4YjI3Y1wiLFxuICBwZXJzb246IFwiIzNmMmYxMFwiLFxuICBcInBlcnNvbi1lZGdlXCI6IFwiI2UwYWE0ZVwiLFxuICB0ZXh0OiBcIiNmMGY0ZjhcIixcbiAgYm9keTogXCIjYzNjZWQ5XCIsXG4gIGxpbmU6IFwiIzhmYTFiM1wiLFxuICBldmVudDogXCIjOWNjOGZmXCIsXG4gIGRlbGF5OiBcIiNmM2I0OGNcIixcbiAgZ3VhcmQ6IFwiI2IzYzBjY1wiLFxuICBib3VuZDogXCIjZmY5ZGMwXCIsXG4gIG5vdGU6IFwiI2IzYzBjY1wiLFxuICBjdXJyZW50OiBcIiM2ZGIzZmZcIixcbiAgZmlyZWQ6IFwiI2ZmOWE1Y1wiLFxuICB0YWtlbjogXCIjNmRiM2ZmXCIsXG4gIGhlYXQ6IFwiI2ZmOGE0Y1wiLFxufTtcblxuY29uc3QgREVQVEhTID0gWzAsIDEsIDIsIDNdO1xuXG5jb25zdCBjb2xvdXJzID0gKHRoZW1lOiB0eXBlb2YgTElHSFQpID0+XG4gIE9iamVjdC5lbnRyaWVzKHRoZW1lKVxuICAgIC5tYXAoKFtuYW1lLCBjb2xvdXJdKSA9PiBgLS1jaGFydC0ke25hbWV9OiAke2NvbG91cn07YClcbiAgICAuam9pbihcIiBcIik7XG5cbi8qKiBUaGUgZ3JvdW5kcyBvZiBib3hlcyBpbiBib3hlcy4gKi9cbmNvbnN0IGdyb3VuZHMgPSBERVBUSFMubWFwKFxuICAoZGVwdGgpID0+XG4gICAgYC5yZWFkYmFjay1jaGFydCAuZ3JvdW5kLSR7ZGVwdGh9IHsgZmlsbDogdmFyKC0tY2hhcnQtZ3JvdW5kLSR7ZGVwdGh9KTsgfSBgICtcbiAgICBgLnJlYWRiYWNrLWNoYXJ0IC5vdmVyLSR7ZGVwdGh9IHsgc3Ryb2tlOiB2YXIoLS1jaGFydC1ncm91bmQtJHtkZXB0aH0pOyB9YCxcbikuam9pbihcIlxcblwiKTtcblxuY29uc3QgaGVhdHMgPSBbMSwgMiwgMywgNCwgNV1cbiAgLm1hcChcbiAgICAoaGVhdCkgPT5cbiAgICAgIGAucmVhZGJhY2stY2hhcnQgLmhlYXQtJHtoZWF0fSAud2F5IHsgc3Ryb2tlOiBjb2xvci1taXgoaW4gc3JnYiwgdmFyKC0tY2hhcnQtaGVhdCkgJHtoZWF0ICogMjB9JSwgdmFyKC0tY2hhcnQtbGluZSkpOyBzdHJva2Utd2lkdGg6ICR7MS41ICsgaGVhdCAqIDAuNH07IH1cXG5gICtcbiAgICAgIGAucmVhZGJhY2stY2hhcnQgLmhlYXQtJHtoZWF0fSAudGlwIHsgZmlsbDogY29sb3ItbWl4KGluIHNyZ2IsIHZhcigtLWNoYXJ0LWhlYXQpICR7aGVhdCAqIDIwfSUsIHZhcigtLWNoYXJ0LWxpbmUpKTsgfWAsXG4gIClcbiAgLmpvaW4oXCJcXG5cIik7XG5cbi8qKiBUaGUgc3R5bGUgc2hlZXQgb2YgYSBjaGFydC4gSXQgaGFzIG5laXRoZXIgYD5gIG5vciBgXCJgLCBzbyB0aGF0IGl0IG1lYW5zIHRoZSBzYW1lIGluIFhNTCBhbmQgaW4gSFRNTC4gKi9cbmV4cG9ydCBjb25zdCBjaGFydFN0eWxlID0gYFxuLnJlYWRiYWNrLWNoYXJ0IHsgJHtjb2xvdXJzKExJR0hUKX0gY29sb3Itc2NoZW1lOiBsaWdodCBkYXJrOyB9XG5AbWVkaWEgKHByZWZlcnMtY29sb3Itc2NoZW1lOiBkYXJrKSB7IC5yZWFkYmFjay1jaGFydCB7ICR7Y29sb3VycyhEQVJLKX0gfSB9XG5bZGF0YS10aGVtZT0nbGlnaHQnXSAucmVhZGJhY2stY2hhcnQsIC5yZWFkYmFjay1jaGFydFtkYXRhLXRoZW1lPSdsaWdodCddIHsgJHtjb2xvdXJzKExJR0hUKX0gfVxuW2RhdGEtdGhlbWU9J2RhcmsnXSAucmVhZGJhY2stY2hhcnQsIC5yZWFkYmFjay1jaGFydFtkYXRhLXRoZW1lPSdkYXJrJ10geyAke2NvbG91cnMoREFSSyl9IH1cbi5yZWFkYmFjay1jaGFydCB0ZXh0IHsgZm9udDogMTNweCAnSGVsdmV0aWNhIE5ldWUnLCBIZWx2ZXRpY2EsIEFyaWFsLCAnTGliZXJhdGlvbiBTYW5zJywgc2Fucy1zZXJpZjsgZmlsbDogdmFyKC0tY2hhcnQtYm9keSk7IH1cbi5yZWFkYmFjay1jaGFydCB0ZXh0LnRpdGxlIHsgZm9udC1zaXplOiAxNXB4OyBmb250LXdlaWdodDogNjAwOyBmaWxsOiB2YXIoLS1jaGFydC10ZXh0KTsgfVxuLnJlYWRiYWNrLWNoYXJ0IHRleHQud2FpdHMgeyBmb250LXdlaWdodDogNjAwOyBmaWxsOiB2YXIoLS1jaGFydC1wZXJzb24tZWRnZSk7IH1cbi5yZWFkYmFjay1jaGFydCBbY2xhc3MqPSdvdmVyLSddIHsgc3Ryb2tlLXdpZHRoOiA1OyBzdHJva2UtbGluZWpvaW46IHJvdW5kOyBwYWludC1vcmRlcjogc3Ryb2tlOyB9XG4ucmVhZGJhY2stY2hhcnQgLmJveCB7IHN0cm9rZTogdmFyKC0tY2hhcnQtc3RhdGUtZWRnZSk7IHN0cm9rZS13aWR0aDogMS4zOyBmaWxsOiB2YXIoLS1jaGFydC1zdGF0ZSk7IH1cbi5yZWFkYmFjay1jaGFydCAuZ3JvdXAgLmJveCwgLnJlYWRiYWNrLWNoYXJ0IC5wYXJhbGxlbCAuYm94IHsgc3Ryb2tlOiB2YXIoLS1jaGFydC1ncm91cCk7IH1cbi5yZWFkYmFjay1jaGFydCAucGFyYWxsZWwgLmJveCB7IHN0cm9rZS1kYXNoYXJyYXk6IDkgNTsgfVxuLnJlYWRiYWNrLWNoYXJ0IC5hbnkgLmJveCB7IGZpbGw6IHZhcigtLWNoYXJ0LWdyb3VuZC0wKTsgc3Ryb2tlLWRhc2hhcnJheTogNSA0OyB9XG4ucmVhZGJhY2stY2hhcnQgLmZpbmFsIC5ib3ggeyBmaWxsOiB2YXIoLS1jaGFydC1maW5hbCk7IHN0cm9rZTogdmFyKC0tY2hhcnQtZmluYWwtZWRnZSk7IH1cbi5yZWFkYmFjay1jaGFydCAucGVyc29uIC5ib3ggeyBzdHJva2U6IHZhcigtLWNoYXJ0LXBlcnNvbi1lZGdlKTsgc3Ryb2tlLXdpZHRoOiAyOyB9XG4ucmVhZGJhY2stY2hhcnQgLmhlYWRpbmcgeyBwb2ludGVyLWV2ZW50czogbm9uZTsgfVxuLnJlYWRiYWNrLWNoYXJ0IC5kaXZpZGVyIHsgc3Ryb2tlOiB2YXIoLS1jaGFydC1ncm91cCk7IHN0cm9rZS13aWR0aDogMC44OyB9XG4ucmVhZGJhY2stY2hhcnQgLmRvdCwgLnJlYWRiYWNrLWNoYXJ0IC50aXAgeyBmaWxsOiB2YXIoLS1jaGFydC1saW5lKTsgfVxuLnJlYWRiYWNrLWNoYXJ0IC53YXkgeyBmaWxsOiBub25lOyBzdHJva2U6IHZhcigtLWNoYXJ0LWxpbmUpOyBzdHJva2Utd2lkdGg6IDEuNTsgfVxuLnJlYWRiYWNrLWNoYXJ0IC5kZWZhdWx0IC53YXkgeyBzdHJva2UtZGFzaGFycmF5OiA0IDM7IH1cbi5yZWFkYmFjay1jaGFydCAuZXZlbnQgeyBmaWxsOiB2YXIoLS1jaGFydC1ldmVudCk7IH1cbi5yZWFkYmFjay1jaGFydCAuZGVsYXkgeyBmaWxsOiB2YXIoLS1jaGFydC1kZWxheSk7IH1cbi5yZWFkYmFjay1jaGFydCAuZ3VhcmQgeyBmaWxsOiB2YXIoLS1jaGFydC1ndWFyZCk7IH1cbi5yZWFkYmFjay1jaGFydCAuYm91bmQgeyBmaWxsOiB2YXIoLS1jaGFydC1ib3VuZCk7IH1cbi5yZWFkYmFjay1jaGFydCAubm90ZSB7IGZpbGw6IHZhcigtLWNoYXJ0LW5vdGUpOyBmb250LXN0eWxlOiBpdGFsaWM7IH1cbiR7Z3JvdW5kc31cbi5yZWFkYmFjay1jaGFydCAuYmVoaW5kIHsgc3Ryb2tlOiBub25lOyB9XG4ke2hlYXRzfVxuLnJlYWRiYWNrLWNoYXJ0IC50YWtlbiAud2F5IHsgc3Ryb2tlOiB2YXIoLS1jaGFydC10YWtlbik7IHN0cm9rZS13aWR0aDogMi4yOyB9XG4ucmVhZGJhY2stY2hhcnQgLnRha2VuIC50aXAgeyBmaWxsOiB2YXIoLS1jaGFydC10YWtlbik7IH1cbi5yZWFkYmFjay1jaGFydCAuZmlyZWQgLndheSB7IHN0cm9rZTogdmFyKC0tY2hhcnQtZmlyZWQpOyBzdHJva2Utd2lkdGg6IDM7IH1cbi5yZWFkYmFjay1jaGFydCAuZmlyZWQgLnRpcCB7IGZpbGw6IHZhcigtLWNoYXJ0LWZpcmVkKTsgfVxuLnJlYWRiYWNrLWNoYXJ0LmxpdCAuZWRnZTpub3QoLnRha2VuKTpub3QoLmZpcmVkKSAud2F5LCAucmVhZGJhY2stY2hhcnQubGl0IC5lZGdlOm5vdCgudGFrZW4pOm5vdCguZmlyZWQpIC50aXAgeyBvcGFjaXR5OiAwLjQ1OyB9XG4ucmVhZGJhY2stY2hhcnQgdGV4dC5maXJlZCwgLnJlYWRiYWNrLWNoYXJ0IHRleHQuZmlyZWQgdHNwYW4geyBmb250LXdlaWdodDogNzAwOyBmaWxsOiB2YXIoLS1jaGFydC1maXJlZCk7IH1cbi5yZWFkYmFjay1jaGFydCAuY3VycmVudCAuYm94IHsgc3Ryb2tlOiB2YXIoLS1jaGFydC1jdXJyZW50KTsgc3Ryb2tlLXdpZHRoOiAzOyB9XG4ucmVhZGJhY2stY2hhcnQgLnN0YXRlLnBlcnNvbiAuYm94IHsgZmlsbDogdmFyKC0tY2hhcnQtcGVyc29uKTsgfVxuLnJlYWRiYWNrLWNoYXJ0LmxpdCAubm9kZS5zdGF0ZTpub3QoLnZpc2l0ZWQpOm5vdCguY3VycmVudCkgLmJveCB7IGZpbGwtb3BhY2l0eTogMC40OyB9XG4ucmVhZGJhY2stY2hhcnQgW3JvbGU9J2J1dHRvbiddIHsgY3Vyc29yOiBwb2ludGVyOyB9XG4ucmVhZGJhY2stY2hhcnQgW3JvbGU9J2J1dHRvbiddOmZvY3VzLXZpc2libGUgeyBvdXRsaW5lOiAzcHggc29saWQgdmFyKC0tY2hhcnQtY3VycmVudCk7IG91dGxpbmUtb2Zmc2V0OiAzcHg7IH1cbkBtZWRpYSAoZm9yY2VkLWNvbG9yczogYWN0aXZlKSB7IC5yZWFkYmFjay1jaGFydCAuY3VycmVudCAuYm94IHsgc3Ryb2tlOiBIaWdobGlnaHQ7IH0gfVxuYDtcbiJdLAogICJtYXBwaW5ncyI6ICI7QUFBd08sU0FBUyxvQkFBa0M7OztBQ0F2RyxTQUFTLG9CQUFvQjtBQUN6TSxTQUFTLFdBQVcsUUFBUSxxQkFBcUI7QUFDakQsU0FBUyxNQUFNLGdCQUFnQjtBQUcvQixJQUFNLFNBQVM7QUFFZixJQUFNLFdBQVc7QUFNVixTQUFTLE1BQ2QsT0FDQTtBQUFBLEVBQ0UsU0FBUyxDQUFDLE9BQU8sS0FBSztBQUFBLEVBQ3RCLFdBQVc7QUFDYixJQUFxRCxDQUFDLEdBQzdDO0FBQ1QsU0FBTyxRQUFRLEVBQUUsV0FBVyxNQUFNLE9BQU8sS0FBSyxDQUFDO0FBQy9DLFlBQVUsTUFBTTtBQUNoQixRQUFNLFNBQVM7QUFBQSxJQUNiLFNBQVMsTUFBTSxRQUFRO0FBQUEsSUFDdkIsaUJBQWlCO0FBQUEsTUFDZixHQUFHLEVBQUUsUUFBUSxPQUFPLGFBQWEsTUFBTSxxQkFBcUIsS0FBSztBQUFBLE1BQ2pFLEdBQUcsRUFBRSxTQUFTLFVBQVUsUUFBUSxJQUFJO0FBQUEsSUFDdEM7QUFBQSxJQUNBLE9BQU8sT0FBTyxPQUFPLEtBQUssRUFBRSxJQUFJLENBQUMsU0FBUyxNQUFNLElBQUksRUFBRTtBQUFBLElBQ3RELFNBQVMsQ0FBQyxrQkFBa0I7QUFBQSxFQUM5QjtBQUNBLGdCQUFjLEtBQUssUUFBUSxlQUFlLEdBQUcsS0FBSyxVQUFVLE1BQU0sQ0FBQztBQUNuRSxlQUFhLFFBQVEsVUFBVSxDQUFDLFVBQVUsTUFBTSxNQUFNLEdBQUcsRUFBRSxPQUFPLFVBQVUsQ0FBQztBQUM3RSxRQUFNLFdBQVcsQ0FBQyxTQUFpQixLQUFLLFFBQVEsU0FBUyxPQUFPLElBQUksQ0FBQyxFQUFFLFFBQVEsU0FBUyxPQUFPO0FBQy9GLFNBQU87QUFBQSxJQUNMLFFBQVE7QUFBQSxJQUNSO0FBQUEsSUFDQTtBQUFBLElBQ0EsT0FBTyxPQUFPLFlBQVksT0FBTyxRQUFRLEtBQUssRUFBRSxJQUFJLENBQUMsQ0FBQyxNQUFNLElBQUksTUFBTSxDQUFDLE1BQU0sU0FBUyxJQUFJLENBQUMsQ0FBQyxDQUFDO0FBQUEsSUFDN0YsS0FBSyxFQUFFLE1BQU0sS0FBSztBQUFBLEVBQ3BCO0FBQ0Y7OztBQ3pDZ1AsU0FBUyxZQUFZLGNBQWMsb0JBQW9CLHFCQUFxQjtBQUM1VCxPQUFPLFNBQVM7OztBQ0RnUCxTQUFTLGlCQUFpQjs7O0FDa0ZuUixTQUFTLGFBQWFBLFNBQWdCLE9BQWUsT0FBdUI7QUFDakYsU0FBTyxHQUFHQSxPQUFNLElBQUksS0FBSyxJQUFJLEtBQUs7QUFDcEM7QUFHTyxTQUFTLFFBQVEsTUFBaUM7QUFDdkQsU0FBTyxLQUFLLElBQUksQ0FBQyxRQUFRLElBQUksUUFBUSxVQUFVLE1BQU0sQ0FBQyxFQUFFLEtBQUssR0FBRztBQUNsRTtBQUdPLFNBQVMsVUFBVSxPQUEwQztBQUNsRSxTQUFPLENBQUMsT0FBTyxHQUFHLE1BQU0sU0FBUyxRQUFRLFNBQVMsQ0FBQztBQUNyRDs7O0FDL0RBLElBQU0sUUFBMkIsQ0FBQyxVQUFVLFlBQVksWUFBWSxTQUFTLFNBQVM7QUFHL0UsU0FBUyxPQUFPLE9BQTJDO0FBQ2hFLE1BQUksQ0FBQyxTQUFTLEtBQUssS0FBSyxPQUFPLE1BQU0sT0FBTyxZQUFZLENBQUMsT0FBTyxNQUFNLElBQUksRUFBRyxRQUFPO0FBQ3BGLFFBQU0sU0FBUyxTQUFTLE1BQU0sTUFBTSxJQUFJLE9BQU8sT0FBTyxNQUFNLE1BQU0sSUFBSSxDQUFDO0FBQ3ZFLFNBQU87QUFBQSxJQUNMLElBQUksTUFBTTtBQUFBLElBQ1YsS0FBSyxPQUFPLE1BQU0sUUFBUSxXQUFXLE1BQU0sTUFBTSxNQUFNO0FBQUEsSUFDdkQsTUFBTSxNQUFNO0FBQUEsSUFDWixTQUFTLE1BQU07QUFBQSxJQUNmLGFBQWEsT0FBTyxNQUFNLFdBQVc7QUFBQSxJQUNyQyxNQUFNLE1BQU07QUFBQSxJQUNaLE1BQU0sT0FBTyxNQUFNLElBQUksRUFBRSxPQUFPLENBQUMsUUFBUSxPQUFPLFFBQVEsUUFBUTtBQUFBLElBQ2hFLE9BQU8sT0FBTyxNQUFNLEtBQUs7QUFBQSxJQUN6QixNQUFNLE9BQU8sTUFBTSxJQUFJO0FBQUEsSUFDdkIsUUFBUSxPQUFPLE1BQU0sTUFBTSxFQUFFLE9BQU8sUUFBUSxFQUFFLElBQUksUUFBUTtBQUFBLElBQzFELFNBQVMsTUFBTSxTQUFTLFlBQVksVUFBVSxLQUFLLElBQUksVUFBVSxNQUFNLE9BQU87QUFBQSxJQUM5RSxhQUFhLGNBQWMsS0FBSztBQUFBLElBQ2hDLFFBQVEsT0FBTyxJQUFJLE1BQU0sRUFBRSxPQUFPLENBQUMsVUFBVSxVQUFVLE1BQVM7QUFBQSxFQUNsRTtBQUNGO0FBRU8sU0FBUyxTQUFTLE9BQTREO0FBQ25GLFNBQU8sT0FBTyxVQUFVLFlBQVksVUFBVTtBQUNoRDtBQUVBLElBQU0sU0FBUyxDQUFDLFNBQ2QsT0FBTyxTQUFTLFlBQVksTUFBTSxTQUFTLElBQUk7QUFFakQsSUFBTSxTQUFTLENBQUMsVUFBd0MsTUFBTSxRQUFRLEtBQUssSUFBSSxRQUFRLENBQUM7QUFDeEYsSUFBTSxTQUFTLENBQUMsVUFBb0IsT0FBTyxVQUFVLFdBQVcsUUFBUTtBQUd4RSxTQUFTLFNBQVMsRUFBRSxJQUFJLElBQUksR0FBbUQ7QUFDN0UsUUFBTSxPQUFPLE9BQU8sR0FBRyxLQUFLO0FBQzVCLFNBQU8sRUFBRSxJQUFJLE9BQU8sRUFBRSxHQUFHLEtBQUssS0FBSyxXQUFXLGdCQUFnQixJQUFJLEtBQUssS0FBSztBQUM5RTtBQUdBLFNBQVMsVUFBVSxFQUFFLFFBQVEsT0FBTyxHQUF5RDtBQUMzRixRQUFNLFNBQVMsU0FBUyxNQUFNLElBQUksT0FBTyxPQUFPLE1BQU0sSUFBSTtBQUMxRCxNQUFJLENBQUMsU0FBUyxNQUFNLEVBQUcsUUFBTyxDQUFDO0FBQy9CLE1BQUksV0FBVyxPQUFXLFFBQU8sVUFBVSxPQUFPLE9BQU87QUFDekQsTUFBSSxPQUFPLFdBQVcsR0FBRyxFQUFHLFFBQU8sQ0FBQyxPQUFPLE1BQU0sQ0FBQyxDQUFDO0FBQ25ELE1BQUksUUFBaUI7QUFDckIsYUFBVyxPQUFPLE9BQU8sTUFBTSxHQUFHLEdBQUc7QUFDbkMsWUFBUSxTQUFTLEtBQUssS0FBSyxTQUFTLE1BQU0sTUFBTSxJQUFJLE1BQU0sT0FBTyxHQUFHLElBQUk7QUFBQSxFQUMxRTtBQUNBLFNBQU8sU0FBUyxLQUFLLEtBQUssT0FBTyxNQUFNLE9BQU8sV0FBVyxDQUFDLE1BQU0sRUFBRSxJQUFJLENBQUM7QUFDekU7QUFHQSxTQUFTLGNBQWMsTUFBb0U7QUFDekYsUUFBTSxFQUFFLFlBQVksSUFBSTtBQUN4QixRQUFNLE1BQU0sdUJBQXVCLE1BQU0sQ0FBQyxHQUFHLFlBQVksT0FBTyxDQUFDLEVBQUUsS0FBSyxJQUFJLE9BQU8sV0FBVztBQUM5RixTQUFPLENBQUMsR0FBRyxLQUFLLEdBQUcsT0FBTyxLQUFLLE1BQU0sQ0FBQyxFQUFFLE9BQU8sUUFBUSxFQUFFLElBQUksQ0FBQyxnQkFBZ0I7QUFBQSxJQUM1RSxXQUFXLE9BQU8sV0FBVyxTQUFTLEtBQUs7QUFBQSxJQUMzQyxRQUFRLFdBQVcsV0FBVyxTQUFZLFNBQVksVUFBVSxVQUFVO0FBQUEsSUFDMUUsT0FBTyxXQUFXO0FBQUEsSUFDbEIsT0FBTyxXQUFXO0FBQUEsSUFDbEIsU0FBUyxPQUFPLFdBQVcsT0FBTztBQUFBLElBQ2xDLFNBQVMsV0FBVyxZQUFZO0FBQUEsSUFDaEMsYUFBYSxPQUFPLFdBQVcsV0FBVztBQUFBLEVBQzVDLEVBQUU7QUFDSjtBQUVBLFNBQVMsVUFBVSxZQUF3QztBQUN6RCxRQUFNLFVBQVUsU0FBUyxVQUFVLElBQUksT0FBTyxXQUFXLE1BQU0sSUFBSSxDQUFDO0FBQ3BFLFNBQU8sUUFBUSxRQUFRLENBQUMsV0FBVztBQUNqQyxRQUFJLE9BQU8sV0FBVyxTQUFVLFFBQU8sQ0FBQyxPQUFPLFFBQVEsTUFBTSxFQUFFLENBQUM7QUFDaEUsV0FBTyxTQUFTLE1BQU0sS0FBSyxPQUFPLE9BQU8sT0FBTyxXQUFXLENBQUMsT0FBTyxFQUFFLElBQUksQ0FBQztBQUFBLEVBQzVFLENBQUM7QUFDSDs7O0FDcEdBLElBQU0sV0FBNkM7QUFBQSxFQUNqRCxpQkFBaUI7QUFBQSxFQUNqQixnQkFBZ0I7QUFBQSxFQUNoQixpQkFBaUI7QUFBQSxFQUNqQixlQUFlO0FBQUEsRUFDZixpQkFBaUI7QUFBQSxFQUNqQixjQUFjO0FBQUEsRUFDZCxxQkFBcUI7QUFBQSxFQUNyQixvQkFBb0I7QUFBQSxFQUNwQix5QkFBeUI7QUFDM0I7QUFHTyxTQUFTLGFBQWEsUUFBeUI7QUFDcEQsUUFBTSxPQUFPLE9BQU8sTUFBTSxLQUFLO0FBQy9CLFNBQU8sU0FBUyxJQUFJLE1BQU0sU0FBUyxNQUFNLFNBQVMsWUFBWSxrQkFBa0I7QUFDbEY7QUFHTyxTQUFTLFFBQVEsT0FBdUI7QUFDN0MsUUFBTSxRQUFRLFdBQVcsS0FBSyxJQUFJLE1BQU0sT0FBTyxJQUFJLE9BQU8sSUFBSTtBQUM5RCxNQUFJLE9BQU87QUFDVCxVQUFNLENBQUMsUUFBUSxFQUFFLE1BQU0sU0FBUyxDQUFDLElBQUk7QUFDckMsVUFBTSxPQUFRLE1BQXNDO0FBQ3BELFFBQUksU0FBUyxNQUFPLFFBQU8sRUFBRSxNQUFNLE9BQU8sT0FBTyxNQUFNO0FBQ3ZELFdBQU8sRUFBRSxNQUFNLFNBQVMsT0FBTyxPQUFPLE9BQU8sUUFBUSxNQUFNO0FBQUEsRUFDN0Q7QUFDQSxRQUFNLE9BQU8sT0FBTyxLQUFLO0FBQ3pCLE1BQUksU0FBUyxVQUFhLFNBQVMsTUFBTSxTQUFTLFFBQVMsUUFBTyxFQUFFLE1BQU0sU0FBUztBQUNuRixRQUFNLFNBQVMsU0FBUyxLQUFLLElBQUksTUFBTSxTQUFTO0FBQ2hELFNBQU8sRUFBRSxNQUFNLFNBQVMsTUFBTSxHQUFJLFdBQVcsU0FBWSxDQUFDLElBQUksRUFBRSxRQUFRLE1BQU0sTUFBTSxFQUFFLEVBQUc7QUFDM0Y7QUFHTyxTQUFTLFVBQVUsT0FBYyxVQUFVLE9BQWU7QUFDL0QsVUFBUSxNQUFNLE1BQU07QUFBQSxJQUNsQixLQUFLO0FBQ0gsYUFBTyxNQUFNO0FBQUEsSUFDZixLQUFLO0FBQ0gsYUFBTztBQUFBLElBQ1QsS0FBSztBQUNILGFBQU8sT0FBTyxVQUFVLE1BQU0sT0FBTyxJQUFJLENBQUM7QUFBQSxJQUM1QyxTQUFTO0FBQ1AsWUFBTSxPQUFPLE1BQU0sT0FBTyxJQUFJLENBQUMsVUFBVSxVQUFVLE9BQU8sSUFBSSxDQUFDLEVBQUUsS0FBSyxJQUFJLE1BQU0sSUFBSSxHQUFHO0FBQ3ZGLGFBQU8sVUFBVSxJQUFJLElBQUksTUFBTTtBQUFBLElBQ2pDO0FBQUEsRUFDRjtBQUNGO0FBR08sU0FBUyxXQUFXLE9BQTZDO0FBQ3RFLE1BQUksQ0FBQyxTQUFTLE1BQU0sU0FBUyxTQUFVLFFBQU8sQ0FBQztBQUMvQyxNQUFJLE1BQU0sU0FBUyxRQUFTLFFBQU8sQ0FBQyxNQUFNLElBQUk7QUFDOUMsU0FBTyxNQUFNLFNBQVMsUUFBUSxXQUFXLE1BQU0sS0FBSyxJQUFJLE1BQU0sT0FBTyxRQUFRLFVBQVU7QUFDekY7QUFFQSxTQUFTLE9BQU8sT0FBb0M7QUFDbEQsTUFBSSxPQUFPLFVBQVUsU0FBVSxRQUFPO0FBQ3RDLE1BQUksT0FBTyxVQUFVLFlBQVk7QUFDL0IsVUFBTSxFQUFFLEtBQUssSUFBSTtBQUNqQixXQUFPLE9BQU8sU0FBUyxXQUFXLE9BQU8sTUFBTTtBQUFBLEVBQ2pEO0FBQ0EsU0FBTyxTQUFTLEtBQUssS0FBSyxPQUFPLE1BQU0sU0FBUyxXQUFXLE1BQU0sT0FBTztBQUMxRTtBQUVBLFNBQVMsV0FBVyxPQUFrRTtBQUNwRixRQUFNLFdBQVcsT0FBTyxVQUFVLGNBQWMsU0FBUyxLQUFLO0FBQzlELFNBQU8sWUFBWSxNQUFNLFFBQVMsTUFBd0MsTUFBTTtBQUNsRjtBQUdBLFNBQVMsTUFBTSxPQUF5QjtBQUN0QyxNQUFJO0FBQ0YsV0FBTyxLQUFLLE1BQU0sS0FBSyxVQUFVLEtBQUssS0FBSyxNQUFNO0FBQUEsRUFDbkQsUUFBUTtBQUNOLFdBQU87QUFBQSxFQUNUO0FBQ0Y7OztBQ3BFTyxTQUFTLGdCQUFnQixNQUFxQixTQUE4QztBQUNqRyxRQUFNLFNBQVMsb0JBQUksSUFBb0I7QUFDdkMsUUFBTSxNQUFNLEtBQUssWUFBWSxJQUFJLENBQUMsZUFBZTtBQUMvQyxVQUFNLFFBQVEsT0FBTyxJQUFJLFdBQVcsU0FBUyxLQUFLO0FBQ2xELFdBQU8sSUFBSSxXQUFXLFdBQVcsUUFBUSxDQUFDO0FBQzFDLFdBQU8sS0FBSyxNQUFNLFlBQVksT0FBTyxPQUFPO0FBQUEsRUFDOUMsQ0FBQztBQUNELFNBQU8sQ0FBQyxHQUFHLEtBQUssR0FBRyxLQUFLLE9BQU8sUUFBUSxDQUFDLFVBQVUsZ0JBQWdCLE9BQU8sT0FBTyxDQUFDLENBQUM7QUFDcEY7QUFFQSxTQUFTLEtBQ1AsTUFDQSxFQUFFLFdBQVcsUUFBUSxPQUFPLE9BQU8sU0FBUyxTQUFTLFlBQVksR0FDakUsT0FDQSxFQUFFLE9BQU8sT0FBTyxHQUNDO0FBQ2pCLFFBQU1DLFVBQVMsTUFBTSxJQUFJLEtBQUssRUFBRSxLQUFLO0FBQ3JDLFNBQU87QUFBQSxJQUNMLElBQUksYUFBYUEsU0FBUSxXQUFXLEtBQUs7QUFBQSxJQUN6QyxRQUFBQTtBQUFBLElBQ0EsVUFBVSxVQUFVLENBQUMsR0FBRyxJQUFJLENBQUMsT0FBTyxNQUFNLElBQUksRUFBRSxDQUFDLEVBQUUsT0FBTyxDQUFDLE9BQU8sT0FBTyxNQUFTO0FBQUEsSUFDbEYsT0FBTztBQUFBLElBQ1A7QUFBQSxJQUNBLFNBQVMsVUFBVSxXQUFXLE9BQU8sTUFBTTtBQUFBLElBQzNDLEdBQUksVUFBVSxVQUFhLFVBQVUsT0FBTyxDQUFDLElBQUksRUFBRSxPQUFPLFFBQVEsS0FBSyxFQUFFO0FBQUEsSUFDekUsU0FBUyxRQUFRLElBQUksWUFBWTtBQUFBLElBQ2pDLGNBQWM7QUFBQSxJQUNkLGFBQWEsV0FBVyxVQUFhLFFBQVEsV0FBVyxLQUFLLENBQUM7QUFBQSxJQUM5RCxHQUFJLGNBQWMsRUFBRSxZQUFZLElBQUksQ0FBQztBQUFBLEVBQ3ZDO0FBQ0Y7QUFFQSxJQUFNLFdBQVc7QUFFakIsU0FBUyxVQUFVLE9BQWUsT0FBZ0IsUUFBb0M7QUFDcEYsTUFBSSxPQUFPLFVBQVUsU0FBVSxRQUFPLEVBQUUsTUFBTSxTQUFTLElBQUksTUFBTTtBQUNqRSxNQUFJLE9BQU8sVUFBVSxVQUFVO0FBQzdCLFVBQU0sS0FBSyxPQUFPLElBQUksS0FBSyxNQUFNLFFBQVEsS0FBSyxLQUFLLElBQUksT0FBTyxLQUFLLElBQUk7QUFDdkUsVUFBTSxXQUFXLFFBQVEsS0FBSyxLQUFLO0FBQ25DLFdBQU87QUFBQSxNQUNMLE1BQU07QUFBQSxNQUNOLEdBQUksV0FBVyxDQUFDLElBQUksRUFBRSxNQUFNLE1BQU07QUFBQSxNQUNsQyxHQUFJLE9BQU8sU0FBWSxDQUFDLElBQUksRUFBRSxHQUFHO0FBQUEsSUFDbkM7QUFBQSxFQUNGO0FBQ0EsTUFBSSxVQUFVLEdBQUksUUFBTyxFQUFFLE1BQU0sU0FBUztBQUMxQyxNQUFJLE1BQU0sV0FBVyxvQkFBb0IsRUFBRyxRQUFPLEVBQUUsTUFBTSxPQUFPO0FBQ2xFLFFBQU0sQ0FBQyxFQUFFLFFBQVEsVUFBVSxRQUFRLEVBQUUsSUFBSSxTQUFTLEtBQUssS0FBSyxLQUFLLENBQUM7QUFDbEUsTUFBSSxTQUFVLFFBQU8sRUFBRSxNQUFNLFlBQVksTUFBTTtBQUMvQyxNQUFJLFdBQVcsVUFBVSxXQUFXLFFBQVMsUUFBTyxFQUFFLE1BQU0sUUFBUSxNQUFNO0FBQzFFLFNBQU8sRUFBRSxNQUFNLFNBQVMsTUFBTSxNQUFNO0FBQ3RDOzs7QUpqRE8sU0FBUyxRQUFRLFNBQTBDO0FBQ2hFLFFBQU0sWUFBWSxVQUFVO0FBQzVCLFFBQU0sT0FBTyxPQUFPLFlBQVksUUFBUSxPQUFPLE9BQU87QUFDdEQsTUFBSSxDQUFDLE1BQU07QUFDVCxVQUFNLElBQUksVUFBVSxnRUFBZ0U7QUFBQSxFQUN0RjtBQUNBLFFBQU0sVUFBbUIsRUFBRSxPQUFPLFFBQVEsTUFBTSxDQUFDLENBQUMsR0FBRyxRQUFRLFNBQVMsT0FBTyxFQUFFO0FBQy9FLFFBQU0sT0FBTztBQUFBLElBQ1gsSUFBSSxLQUFLO0FBQUEsSUFDVCxNQUFNLFFBQVEsTUFBTSxDQUFDLEdBQUcsT0FBTztBQUFBLElBQy9CLGFBQWEsZ0JBQWdCLE1BQU0sT0FBTztBQUFBLElBQzFDLE9BQU8sWUFBWSxDQUFDLElBQUksQ0FBQyxnQ0FBZ0MsbUJBQW1CLGlCQUFpQjtBQUFBLEVBQy9GO0FBQ0EsU0FBTyxFQUFFLEdBQUcsTUFBTSxNQUFNLFVBQVUsS0FBSyxVQUFVLElBQUksQ0FBQyxFQUFFO0FBQzFEO0FBR0EsU0FBUyxRQUFRLE1BQXFCLE1BQXNEO0FBQzFGLFFBQU0sUUFBUSxLQUFLLE9BQU8sUUFBUSxDQUFDLFVBQVUsQ0FBQyxHQUFHLFFBQVEsT0FBTyxDQUFDLEdBQUcsTUFBTSxNQUFNLEdBQUcsQ0FBQyxDQUFDLENBQUM7QUFDdEYsU0FBTyxJQUFJLElBQUksQ0FBQyxDQUFDLEtBQUssSUFBSSxRQUFRLElBQUksQ0FBQyxHQUFHLEdBQUcsS0FBSyxDQUFDO0FBQ3JEO0FBR0EsU0FBUyxTQUFTLFNBQThDO0FBQzlELFFBQU0sa0JBQWtCLHFCQUFxQixVQUFVLFFBQVEsa0JBQWtCO0FBQ2pGLFFBQU0sU0FBUyxTQUFTLGVBQWUsSUFBSSxnQkFBZ0IsU0FBUztBQUNwRSxRQUFNLFVBQVUsU0FBUyxNQUFNLElBQUksT0FBTyxRQUFRLE1BQU0sSUFBSSxDQUFDO0FBQzdELFNBQU8sSUFBSTtBQUFBLElBQ1QsUUFBUSxPQUFPLENBQUMsVUFBcUMsT0FBTyxNQUFNLENBQUMsTUFBTSxRQUFRO0FBQUEsRUFDbkY7QUFDRjtBQUVBLFNBQVMsUUFBUSxNQUFxQixNQUF5QixTQUE4QjtBQUMzRixRQUFNLEVBQUUsTUFBTSxTQUFTLGFBQWEsS0FBSyxJQUFJO0FBQzdDLFFBQU0sVUFBVSxLQUFLLFFBQVEsSUFBSSxDQUFDLE9BQU8sUUFBUSxNQUFNLElBQUksRUFBRSxDQUFDLEVBQUUsQ0FBQztBQUNqRSxRQUFNLFdBQVcsU0FBUyxJQUFJLElBQUksS0FBSyxXQUFXO0FBQ2xELFNBQU87QUFBQSxJQUNMLElBQUksUUFBUSxJQUFJO0FBQUEsSUFDaEIsTUFBTSxLQUFLO0FBQUEsSUFDWCxNQUFNO0FBQUEsSUFDTixHQUFJLFNBQVMsWUFBWSxFQUFFLFNBQVMsWUFBWSxTQUFTLFNBQVMsVUFBVSxJQUFJLENBQUM7QUFBQSxJQUNqRixHQUFJLFlBQVksU0FBWSxDQUFDLElBQUksRUFBRSxRQUFRO0FBQUEsSUFDM0MsR0FBSSxjQUFjLEVBQUUsWUFBWSxJQUFJLENBQUM7QUFBQSxJQUNyQyxNQUFNLEtBQUs7QUFBQSxJQUNYLEdBQUksT0FBTyxhQUFhLFdBQVcsRUFBRSxTQUFTLElBQUksQ0FBQztBQUFBLElBQ25ELE9BQU8sS0FBSyxNQUFNLElBQUksWUFBWTtBQUFBLElBQ2xDLE1BQU0sS0FBSyxLQUFLLElBQUksWUFBWTtBQUFBLElBQ2hDLFNBQVMsS0FBSztBQUFBLElBQ2QsVUFBVSxLQUFLLE9BQU8sSUFBSSxDQUFDLFVBQVUsUUFBUSxPQUFPLENBQUMsR0FBRyxNQUFNLE1BQU0sR0FBRyxHQUFHLE9BQU8sQ0FBQztBQUFBLEVBQ3BGO0FBQ0Y7OztBSzFETyxTQUFTLE9BQU8sT0FBd0IsTUFBbUM7QUFDaEYsTUFBSSxTQUFTO0FBQ2IsYUFBVyxTQUFTLFVBQVUsSUFBSSxHQUFHO0FBQ25DLFFBQUksTUFBTSxPQUFPLE1BQU0sTUFBTSxTQUFTLFdBQVk7QUFDbEQsVUFBTSxNQUFNLElBQUksSUFBSSxNQUFNLFNBQVMsSUFBSSxDQUFDLEVBQUUsR0FBRyxNQUFNLEVBQUUsQ0FBQztBQUN0RCxVQUFNLFNBQVMsb0JBQUksSUFBb0I7QUFDdkMsZUFBVyxRQUFRLFFBQVE7QUFDekIsVUFBSSxDQUFDLElBQUksSUFBSSxLQUFLLElBQUksS0FBSyxTQUFTLEtBQUssSUFBSSxNQUFNLEVBQUUsRUFBRztBQUN4RCxZQUFNLE1BQU0sS0FBSyxVQUFVLENBQUMsS0FBSyxTQUFTLEtBQUssT0FBTyxLQUFLLEVBQUUsQ0FBQztBQUM5RCxhQUFPLElBQUksS0FBSyxDQUFDLEdBQUksT0FBTyxJQUFJLEdBQUcsS0FBSyxDQUFDLEdBQUksSUFBSSxDQUFDO0FBQUEsSUFDcEQ7QUFDQSxlQUFXLFNBQVMsT0FBTyxPQUFPLEVBQUcsVUFBUyxhQUFhLFFBQVEsT0FBTyxLQUFLO0FBQUEsRUFDakY7QUFDQSxTQUFPO0FBQ1Q7QUFFQSxTQUFTLGFBQ1AsT0FDQSxPQUNBLEVBQUUsSUFBSSxTQUFTLEdBQ0U7QUFDakIsUUFBTSxXQUFXLE1BQU0sVUFBVSxLQUFNLE1BQU0sV0FBVyxTQUFTLFVBQVUsU0FBUyxTQUFTO0FBQzdGLFFBQU0sQ0FBQyxPQUFPLEdBQUcsSUFBSSxJQUFJO0FBQ3pCLE1BQUksQ0FBQyxZQUFZLENBQUMsTUFBTyxRQUFPO0FBQ2hDLFFBQU0sU0FBUyxTQUFTLE9BQU8sQ0FBQyxVQUFVLENBQUMsTUFBTSxLQUFLLENBQUMsRUFBRSxLQUFLLE1BQU0sU0FBUyxNQUFNLEVBQUUsQ0FBQztBQUN0RixRQUFNLFNBQVMsT0FBTyxJQUFJLENBQUMsRUFBRSxLQUFLLE1BQU0sSUFBSSxFQUFFLEtBQUssSUFBSTtBQUN2RCxRQUFNQyxZQUFpQjtBQUFBLElBQ3JCLEdBQUc7QUFBQSxJQUNILGFBQWEsTUFBTSxRQUFRLENBQUMsRUFBRSxZQUFZLE1BQU0sV0FBVztBQUFBLElBQzNELE1BQU07QUFBQSxJQUNOLE9BQU8sU0FBUyxlQUFlLE1BQU0sS0FBSztBQUFBLEVBQzVDO0FBQ0EsU0FBTyxNQUFNLFFBQVEsQ0FBQyxTQUFVLFNBQVMsUUFBUSxDQUFDQSxTQUFRLElBQUksS0FBSyxTQUFTLElBQUksSUFBSSxDQUFDLElBQUksQ0FBQyxJQUFJLENBQUU7QUFDbEc7QUFFQSxJQUFNLFdBQVcsQ0FBQyxJQUFZLGFBQXFCLE9BQU8sWUFBWSxHQUFHLFdBQVcsR0FBRyxRQUFRLEdBQUc7OztBQzFCM0YsSUFBTSxXQUFXLENBQUMsVUFBd0I7QUFBQSxFQUMvQyxVQUFVLENBQUMsRUFBRSxNQUFNLE1BQU0sT0FBTyxDQUFDO0FBQUEsRUFDakMsYUFBYSxDQUFDO0FBQ2hCO0FBR08sU0FBUyxRQUFRLE9BQXlDO0FBQy9ELFFBQU0sU0FBaUIsQ0FBQztBQUN4QixhQUFXLFFBQVEsT0FBTztBQUN4QixVQUFNLFFBQVEsT0FBTztBQUFBLE1BQ25CLENBQUNDLFdBQVUsYUFBYUEsUUFBTyxJQUFJLEtBQUssZUFBZUEsUUFBTyxJQUFJO0FBQUEsSUFDcEU7QUFDQSxVQUFNLFFBQVEsT0FBTyxLQUFLO0FBQzFCLFFBQUksTUFBTyxRQUFPLEtBQUssSUFBSSxTQUFTLE9BQU8sSUFBSTtBQUFBLFFBQzFDLFFBQU8sS0FBSyxJQUFJO0FBQUEsRUFDdkI7QUFDQSxTQUFPLE9BQU8sSUFBSSxNQUFNO0FBQzFCO0FBRUEsSUFBTSxVQUFVLENBQUMsR0FBUyxNQUFZLEVBQUUsV0FBVyxFQUFFLFVBQVUsRUFBRSxVQUFVLEVBQUU7QUFFN0UsSUFBTSxlQUFlLENBQUMsR0FBUyxNQUM3QixRQUFRLEdBQUcsQ0FBQyxLQUFLLEVBQUUsU0FBUyxXQUFXLEVBQUUsU0FBUyxXQUFXLEVBQUUsVUFBVSxFQUFFO0FBRTdFLElBQU0saUJBQWlCLENBQUMsR0FBUyxNQUMvQixRQUFRLEdBQUcsQ0FBQyxLQUFLLEVBQUUsWUFBWSxFQUFFLFdBQVcsU0FBUyxFQUFFLEtBQUssS0FBSyxTQUFTLEVBQUUsS0FBSztBQUVuRixJQUFNLFdBQVcsQ0FBQyxVQUFrQixVQUFVLE1BQU0sVUFBVSxVQUFVLENBQUMsTUFBTSxTQUFTLE9BQU87QUFFL0YsU0FBUyxTQUFTLEdBQVMsR0FBZTtBQUN4QyxRQUFNLGNBQWMsQ0FBQyxHQUFHLEVBQUUsYUFBYSxHQUFHLEVBQUUsV0FBVztBQUN2RCxRQUFNLFVBQVUsRUFBRSxXQUFXLEVBQUU7QUFDL0IsTUFBSSxFQUFFLFVBQVUsRUFBRSxNQUFPLFFBQU8sRUFBRSxHQUFHLEdBQUcsYUFBYSxTQUFTLEdBQUcsRUFBRSxPQUFPLEtBQUssRUFBRSxPQUFPLEdBQUc7QUFDM0YsU0FBTyxFQUFFLEdBQUcsR0FBRyxhQUFhLFNBQVMsT0FBTyxHQUFHLEVBQUUsS0FBSyxPQUFPLEVBQUUsS0FBSyxHQUFHO0FBQ3pFO0FBRUEsU0FBUyxPQUFPLEVBQUUsU0FBUyxNQUFNLE9BQU8sU0FBUyxRQUFRLE9BQU8sWUFBWSxHQUFlO0FBQ3pGLFFBQU0sUUFBUSxZQUFZLFVBQVUsS0FBSyxXQUFXO0FBQ3BELFFBQU0sVUFBcUIsV0FBVyxTQUFTLENBQUMsSUFBSSxDQUFDLEVBQUUsTUFBTSxRQUFRLE1BQU0sT0FBTyxDQUFDO0FBQ25GLFFBQU0sV0FBc0IsUUFDeEIsQ0FBQyxFQUFFLE1BQU0sT0FBTyxNQUFNLFNBQVMsVUFBVSxVQUFVLFFBQVEsQ0FBQyxJQUM1RCxDQUFDO0FBQ0wsUUFBTSxTQUFvQixRQUN0QixDQUFDLEVBQUUsTUFBTSxJQUFJLEtBQUssS0FBSyxNQUFNLFVBQVUsVUFBVSxRQUFRLENBQUMsSUFDMUQsQ0FBQztBQUNMLFFBQU0sU0FBb0IsUUFBUSxDQUFDLEVBQUUsTUFBTSxJQUFJLEtBQUssS0FBSyxNQUFNLE9BQU8sQ0FBQyxJQUFJLENBQUM7QUFDNUUsU0FBTyxFQUFFLFVBQVUsQ0FBQyxHQUFHLFNBQVMsR0FBRyxVQUFVLEdBQUcsUUFBUSxHQUFHLE1BQU0sR0FBRyxZQUFZO0FBQ2xGOzs7QUMvRDBRLElBQU0sUUFBUTtBQUFBLEVBQ3RSLENBQUMsS0FBSyxLQUFVO0FBQUEsRUFDaEIsQ0FBQyxLQUFLLElBQVM7QUFBQSxFQUNmLENBQUMsT0FBTyxHQUFNO0FBQUEsRUFDZCxDQUFDLEtBQUssR0FBSztBQUNiO0FBR08sU0FBUyxhQUFhLElBQW9CO0FBQy9DLFFBQU0sQ0FBQyxNQUFNLElBQUksSUFBSSxNQUFNLEtBQUssQ0FBQyxDQUFDLEVBQUVDLEtBQUksTUFBTSxNQUFNQSxLQUFJLEtBQUssQ0FBQyxNQUFNLENBQUM7QUFDckUsU0FBTyxHQUFHLEtBQUssTUFBTyxLQUFLLE9BQVEsRUFBRSxJQUFJLEVBQUUsSUFBSSxJQUFJO0FBQ3JEOzs7QUNVQSxJQUFNLFFBQVE7QUFHUCxTQUFTLFFBQVEsRUFBRSxZQUFZLEdBQTJCO0FBQy9ELFNBQU8sWUFBWSxRQUFRLENBQUMsZUFBZTtBQUN6QyxVQUFNLEVBQUUsSUFBSSxRQUFBQyxTQUFRLFNBQVMsU0FBUyxNQUFNLElBQUk7QUFDaEQsVUFBTSxPQUFPO0FBQUEsTUFDWCxhQUFhLENBQUMsRUFBRTtBQUFBLE1BQ2hCLE1BQU1BO0FBQUEsTUFDTixTQUFTLFlBQVksT0FBTztBQUFBLE1BQzVCLE1BQU0sUUFBUTtBQUFBLE1BQ2QsT0FBTyxRQUFRLFVBQVUsS0FBSyxJQUFJLFdBQVcsUUFBUSxJQUFJLFNBQVM7QUFBQSxNQUNsRSxTQUFTLFdBQVcsS0FBSyxFQUFFLFNBQVMsS0FBSztBQUFBLE1BQ3pDLFFBQVEsU0FBUyxVQUFVO0FBQUEsTUFDM0IsT0FBTztBQUFBLElBQ1Q7QUFDQSxZQUFRLFFBQVEsU0FBUyxJQUFJLFVBQVUsQ0FBQ0EsT0FBTSxHQUFHLElBQUksQ0FBQyxRQUFRLEVBQUUsR0FBRyxNQUFNLEdBQUcsRUFBRTtBQUFBLEVBQ2hGLENBQUM7QUFDSDtBQUVBLFNBQVMsU0FBUyxFQUFFLFFBQUFBLFNBQVEsU0FBUyxjQUFjLFlBQVksR0FBb0M7QUFDakcsTUFBSSxZQUFhLFFBQU87QUFDeEIsTUFBSSxRQUFRLEtBQUssQ0FBQyxXQUFXLFdBQVdBLE9BQU0sRUFBRyxRQUFPO0FBQ3hELFNBQU8sZUFBZSxhQUFhO0FBQ3JDO0FBR08sU0FBUyxZQUFZLFNBQTBCO0FBQ3BELFVBQVEsUUFBUSxNQUFNO0FBQUEsSUFDcEIsS0FBSztBQUNILGFBQU8sUUFBUSxTQUFTLE1BQU0sb0JBQW9CLFFBQVE7QUFBQSxJQUM1RCxLQUFLO0FBQ0gsYUFBTyxTQUFTLFVBQVUsT0FBTyxDQUFDO0FBQUEsSUFDcEMsS0FBSztBQUNILGFBQU87QUFBQSxJQUNULEtBQUs7QUFDSCxhQUFPLFFBQVEsVUFBVSxTQUFZLFNBQVMsU0FBUyxRQUFRLEtBQUs7QUFBQSxJQUN0RSxLQUFLO0FBQ0gsYUFBTyxVQUFVLFFBQVEsS0FBSztBQUFBLElBQ2hDLEtBQUs7QUFDSCxhQUFPLFdBQVcsUUFBUSxLQUFLO0FBQUEsRUFDbkM7QUFDRjtBQUVBLFNBQVMsVUFBVSxFQUFFLE1BQU0sR0FBRyxHQUE2RDtBQUN6RixNQUFJLE9BQU8sT0FBVyxRQUFPLFFBQVE7QUFDckMsU0FBTyxTQUFTLFNBQVksYUFBYSxFQUFFLElBQUksR0FBRyxJQUFJLEtBQUssYUFBYSxFQUFFLENBQUM7QUFDN0U7OztBQzNCTyxJQUFNLFlBQVk7QUFHbEIsU0FBUyxVQUFVLE9BQXVCO0FBQy9DLFFBQU0sUUFBUSxRQUFRLE1BQU0sSUFBSTtBQUNoQyxRQUFNLFFBQVEsQ0FBQyxPQUFnQixPQUFPLEtBQUssWUFBYSxNQUFNLElBQUksRUFBRSxLQUFLO0FBQ3pFLFFBQU0sUUFBUSxPQUFPLFFBQVEsS0FBSyxHQUFHLE1BQU0sSUFBSSxFQUFFLElBQUksQ0FBQyxVQUFVO0FBQUEsSUFDOUQsR0FBRztBQUFBLElBQ0gsTUFBTSxNQUFNLEtBQUssSUFBSTtBQUFBLElBQ3JCLElBQUksTUFBTSxLQUFLLEVBQUU7QUFBQSxFQUNuQixFQUFFO0FBQ0YsUUFBTSxVQUFVLE1BQU0sT0FBTyxDQUFDLEVBQUUsTUFBTSxHQUFHLE1BQU0sU0FBUyxFQUFFO0FBQzFELFFBQU0sVUFBVSxDQUFDLE9BQWUsUUFBUSxRQUFRLE9BQU8sQ0FBQyxFQUFFLEtBQUssTUFBTSxTQUFTLEVBQUUsQ0FBQztBQUNqRixRQUFNLFFBQVEsUUFBUSxNQUFNLE9BQU8sQ0FBQyxFQUFFLE1BQU0sR0FBRyxNQUFNLFNBQVMsRUFBRSxDQUFDO0FBQ2pFLFFBQU0sUUFBUSxNQUFNLEtBQUssU0FBUyxJQUFJLENBQUMsVUFBVUMsUUFBTyxPQUFPLE9BQU8sT0FBTyxDQUFDO0FBQzlFLFFBQU0sRUFBRSxRQUFRLElBQUksTUFBTTtBQUMxQixTQUFPO0FBQUEsSUFDTCxJQUFJLE1BQU07QUFBQSxJQUNWLE1BQU0sTUFBTTtBQUFBLElBQ1osR0FBSSxZQUFZLFNBQVksQ0FBQyxJQUFJLEVBQUUsU0FBUyxNQUFNLE9BQU8sRUFBRTtBQUFBLElBQzNELE9BQU8sQ0FBQyxHQUFHLFFBQVEsTUFBTSxNQUFNLFFBQVEsU0FBUyxHQUFHLEtBQUssR0FBRyxHQUFHLEtBQUs7QUFBQSxJQUNuRSxPQUFPLENBQUMsR0FBRyxPQUFPLEdBQUcsWUFBWSxNQUFNLE1BQU0sS0FBSyxDQUFDO0FBQUEsRUFDckQ7QUFDRjtBQUdBLFNBQVMsUUFBUSxNQUErQztBQUM5RCxRQUFNLFFBQVEsVUFBVSxJQUFJLEVBQUUsUUFBUSxDQUFDLEVBQUUsSUFBSSxNQUFNLFNBQVMsTUFBMEI7QUFDcEYsVUFBTSxDQUFDLE1BQU0sR0FBRyxNQUFNLElBQUk7QUFDMUIsVUFBTSxTQUNKLE9BQU8sTUFBTSxTQUFTLGNBQWMsTUFBTSxTQUFTLFlBQVksT0FBTyxXQUFXO0FBQ25GLFdBQU8sU0FBUyxDQUFDLENBQUMsS0FBSyxJQUFJLEVBQUUsQ0FBQyxJQUFJLENBQUM7QUFBQSxFQUNyQyxDQUFDO0FBQ0QsU0FBTyxJQUFJLElBQUksS0FBSztBQUN0QjtBQUdBLFNBQVMsUUFBUSxPQUFnRDtBQUMvRCxRQUFNLE9BQU8sb0JBQUksSUFBb0I7QUFDckMsYUFBVyxRQUFRLE9BQU87QUFDeEIsVUFBTSxNQUFNLEtBQUssVUFBVSxDQUFDLEtBQUssTUFBTSxLQUFLLEVBQUUsQ0FBQztBQUMvQyxTQUFLLElBQUksS0FBSyxDQUFDLEdBQUksS0FBSyxJQUFJLEdBQUcsS0FBSyxDQUFDLEdBQUksSUFBSSxDQUFDO0FBQUEsRUFDaEQ7QUFDQSxTQUFPLENBQUMsR0FBRyxLQUFLLE9BQU8sQ0FBQyxFQUFFLFFBQVEsQ0FBQ0MsY0FBYTtBQUM5QyxVQUFNLENBQUMsRUFBRSxNQUFNLEdBQUcsSUFBSSxFQUFFLE1BQU0sSUFBSSxJQUFJLEdBQUcsQ0FBQyxJQUFJQTtBQUM5QyxVQUFNLGNBQWMsQ0FBQyxHQUFHLElBQUksSUFBSUEsVUFBUyxRQUFRLENBQUMsU0FBUyxLQUFLLFdBQVcsQ0FBQyxDQUFDO0FBQzdFLFdBQU8sRUFBRSxJQUFJLEdBQUcsSUFBSSxXQUFNLEVBQUUsSUFBSSxNQUFNLElBQUksYUFBYSxPQUFPLFFBQVFBLFNBQVEsRUFBRTtBQUFBLEVBQ2xGLENBQUM7QUFDSDtBQUVBLFNBQVNELFFBQ1AsT0FDQSxPQUNBLFNBQ2E7QUFDYixRQUFNLFFBQVEsTUFBTSxTQUFTLE9BQU8sQ0FBQyxFQUFFLEdBQUcsTUFBTSxDQUFDLE1BQU0sSUFBSSxFQUFFLENBQUM7QUFDOUQsUUFBTSxTQUFTLE1BQU0sU0FBUyxPQUFPLENBQUMsRUFBRSxHQUFHLE1BQU0sTUFBTSxJQUFJLEVBQUUsQ0FBQztBQUM5RCxRQUFNLE9BQU8sQ0FBQyxPQUFPLEdBQUcsTUFBTTtBQUM5QixRQUFNLFdBQVcsS0FBSyxJQUFJLENBQUMsUUFBUSxJQUFJLFFBQVEsRUFBRSxLQUFLLENBQUMsUUFBUSxRQUFRLE1BQVM7QUFDaEYsUUFBTSxjQUFjLEtBQUssUUFBUSxDQUFDLFFBQVEsSUFBSSxlQUFlLENBQUMsQ0FBQyxFQUFFLEtBQUssR0FBRztBQUN6RSxTQUFPO0FBQUEsSUFDTCxJQUFJLE1BQU07QUFBQSxJQUNWLFFBQVEsS0FBSyxJQUFJLENBQUMsRUFBRSxHQUFHLE1BQU0sRUFBRTtBQUFBLElBQy9CLE1BQU0sTUFBTTtBQUFBLElBQ1osTUFBTSxPQUFPLE9BQU8sTUFBTSxTQUFTLENBQUM7QUFBQSxJQUNwQyxHQUFJLGFBQWEsU0FBWSxDQUFDLElBQUksRUFBRSxTQUFTO0FBQUEsSUFDN0MsR0FBSSxNQUFNLFlBQVksU0FBUyxFQUFFLFFBQVEsS0FBSyxJQUFJLENBQUM7QUFBQSxJQUNuRCxHQUFJLGdCQUFnQixLQUFLLENBQUMsSUFBSSxFQUFFLFlBQVk7QUFBQSxJQUM1QyxPQUFPLENBQUMsR0FBRyxLQUFLLFFBQVEsTUFBTSxHQUFHLEdBQUcsUUFBUSxNQUFNLEVBQUUsQ0FBQztBQUFBLElBQ3JELEdBQUksTUFBTSxZQUFZLFVBQWEsTUFBTSxXQUFXLElBQUksQ0FBQyxJQUFJLEVBQUUsU0FBUyxNQUFNLFFBQVE7QUFBQSxJQUN0RixVQUFVLE1BQU0sSUFBSSxDQUFDLFVBQVVBLFFBQU8sT0FBTyxPQUFPLE9BQU8sQ0FBQztBQUFBLEVBQzlEO0FBQ0Y7QUFFQSxJQUFNLFNBQVMsQ0FBQyxFQUFFLFFBQVEsTUFDeEIsUUFBUSxJQUFJLENBQUMsRUFBRSxJQUFJLElBQUksTUFBTSxTQUFTLFFBQVEsT0FBTyxFQUFFLEVBQUUsQ0FBQztBQUU1RCxTQUFTLE9BQU8sRUFBRSxLQUFLLEdBQWUsVUFBd0M7QUFDNUUsTUFBSSxTQUFTLFdBQVcsU0FBUyxVQUFXLFFBQU87QUFDbkQsTUFBSSxDQUFDLFNBQVUsUUFBTztBQUN0QixTQUFPLFNBQVMsYUFBYSxhQUFhO0FBQzVDO0FBR0EsU0FBUyxRQUNQLE1BQ0EsT0FDQSxPQUN3QjtBQUN4QixRQUFNRSxTQUFRLENBQUMsR0FBRyxPQUFPLElBQUksR0FBRyxHQUFHLEtBQUs7QUFDeEMsUUFBTSxXQUFXQSxPQUFNLFNBQVMsS0FBSyxNQUFNLEtBQUssQ0FBQyxFQUFFLE1BQU0sR0FBRyxNQUFNLENBQUMsTUFBTSxFQUFFLEVBQUUsU0FBUyxTQUFTLENBQUM7QUFDaEcsTUFBSSxDQUFDLFNBQVUsUUFBTyxDQUFDO0FBQ3ZCLFNBQU87QUFBQSxJQUNMLEVBQUUsSUFBSSxXQUFXLFFBQVEsQ0FBQyxFQUFFLEdBQUcsTUFBTSxhQUFhLE1BQU0sT0FBTyxPQUFPQSxRQUFPLFVBQVUsQ0FBQyxFQUFFO0FBQUEsRUFDNUY7QUFDRjtBQUVBLFNBQVMsWUFBWSxNQUFrQixPQUF1RDtBQUM1RixTQUFPLFVBQVUsSUFBSSxFQUFFLFFBQVEsQ0FBQyxFQUFFLElBQUksTUFBTSxRQUFRLE1BQU07QUFFeEQsUUFBSSxTQUFTLGFBQWEsWUFBWSxPQUFXLFFBQU8sQ0FBQztBQUN6RCxVQUFNLEtBQUssTUFBTSxPQUFPO0FBQ3hCLFdBQU8sQ0FBQyxFQUFFLElBQUksR0FBRyxFQUFFLFdBQU0sRUFBRSxJQUFJLE1BQU0sSUFBSSxJQUFJLGFBQWEsQ0FBQyxHQUFHLE9BQU8sQ0FBQyxFQUFFLENBQUM7QUFBQSxFQUMzRSxDQUFDO0FBQ0g7OztBQ2pFTyxJQUFNLGFBQWE7QUFDbkIsSUFBTSxZQUFZOzs7QUMvRXpCLElBQU0sU0FBMkM7QUFBQSxFQUMvQyxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxLQUFLO0FBQUEsRUFDTCxNQUFNO0FBQ1I7QUFFQSxJQUFNLFVBQVUsSUFBSTtBQUFBLEVBQ2xCLE9BQU8sUUFBUSxNQUFNLEVBQUU7QUFBQSxJQUFRLENBQUMsQ0FBQyxPQUFPLE9BQU8sTUFDN0MsQ0FBQyxHQUFHLE9BQU8sRUFBRSxJQUFJLENBQUMsV0FBNkIsQ0FBQyxRQUFRLE9BQU8sS0FBSyxDQUFDLENBQUM7QUFBQSxFQUN4RTtBQUNGO0FBR0EsSUFBTSxPQUFPO0FBR2IsSUFBTSxhQUFhLENBQUMsWUFBcUIsT0FBTyxZQUFZLENBQUMsS0FBSyxNQUFNLE9BQVMsTUFBUTtBQUdsRixTQUFTLFVBQVUsTUFBYyxNQUFjQyxVQUFTLE9BQWU7QUFDNUUsUUFBTSxRQUFRLENBQUMsR0FBRyxJQUFJLEVBQUU7QUFBQSxJQUN0QixDQUFDLEtBQUssV0FBVyxPQUFPLFFBQVEsSUFBSSxNQUFNLEtBQUssV0FBVyxNQUFNO0FBQUEsSUFDaEU7QUFBQSxFQUNGO0FBQ0EsU0FBUSxRQUFRLE1BQVMsUUFBUUEsVUFBUyxPQUFPLE1BQU07QUFDekQ7OztBQ3hDQSxJQUFNLGFBQWE7QUFNWixTQUFTLFFBQ2QsVUFDQSxPQUNBLE1BQ0FDLFVBQVMsT0FDd0I7QUFDakMsUUFBTUMsU0FBcUIsQ0FBQyxDQUFDLENBQUM7QUFDOUIsTUFBSSxPQUFPO0FBQ1gsUUFBTSxRQUFRLFVBQVUsS0FBSyxNQUFNRCxPQUFNO0FBQ3pDLGFBQVcsRUFBRSxNQUFNLEtBQUssS0FBSyxVQUFVO0FBQ3JDLGVBQVcsUUFBUSxLQUFLLE1BQU0sS0FBSyxFQUFFLFFBQVEsQ0FBQyxRQUFRLElBQUksS0FBSyxPQUFPLE1BQU1BLE9BQU0sQ0FBQyxHQUFHO0FBQ3BGLFlBQU0sU0FBUyxVQUFVLE1BQU0sTUFBTUEsT0FBTTtBQUMzQyxZQUFNLE9BQU9DLE9BQU0sR0FBRyxFQUFFLEtBQUssQ0FBQztBQUM5QixZQUFNLFVBQVUsS0FBSyxXQUFXO0FBQ2hDLFVBQUksV0FBVyxPQUFPLFFBQVEsVUFBVSxPQUFPO0FBQzdDLGlCQUFTLFVBQVUsSUFBSSxTQUFTO0FBQ2hDLGVBQU8sTUFBTSxFQUFFLE1BQU0sTUFBTSxLQUFLLENBQUM7QUFBQSxNQUNuQyxPQUFPO0FBQ0wsUUFBQUEsT0FBTSxLQUFLLENBQUMsRUFBRSxNQUFNLE1BQU0sS0FBSyxDQUFDLENBQUM7QUFDakMsZUFBTztBQUFBLE1BQ1Q7QUFBQSxJQUNGO0FBQUEsRUFDRjtBQUNBLE1BQUlBLE9BQU0sVUFBVSxXQUFZLFFBQU9BO0FBQ3ZDLFNBQU8sQ0FBQyxHQUFHQSxPQUFNLE1BQU0sR0FBRyxhQUFhLENBQUMsR0FBRyxDQUFDLEVBQUUsTUFBTSxVQUFLLE1BQU0sT0FBTyxDQUFDLENBQUM7QUFDMUU7QUFFQSxTQUFTLE9BQU8sTUFBaUIsRUFBRSxNQUFNLEtBQUssR0FBa0I7QUFDOUQsUUFBTSxPQUFPLEtBQUssR0FBRyxFQUFFO0FBQ3ZCLE1BQUksTUFBTSxTQUFTLEtBQU0sTUFBSyxLQUFLLFNBQVMsQ0FBQyxJQUFJLEVBQUUsTUFBTSxHQUFHLEtBQUssSUFBSSxJQUFJLElBQUksSUFBSSxLQUFLO0FBQUEsTUFDakYsTUFBSyxLQUFLLEVBQUUsTUFBTSxLQUFLLENBQUM7QUFDL0I7QUFHQSxTQUFTLElBQUksTUFBYyxPQUFlLE1BQWNELFNBQW9DO0FBQzFGLE1BQUksVUFBVSxNQUFNLE1BQU1BLE9BQU0sS0FBSyxNQUFPLFFBQU8sQ0FBQyxJQUFJO0FBQ3hELFFBQU0sVUFBVSxDQUFDLEdBQUcsSUFBSTtBQUN4QixNQUFJLFNBQVM7QUFDYixTQUNFLFNBQVMsUUFBUSxVQUNqQixVQUFVLFFBQVEsTUFBTSxHQUFHLFNBQVMsQ0FBQyxFQUFFLEtBQUssRUFBRSxHQUFHLE1BQU1BLE9BQU0sS0FBSyxPQUNsRTtBQUNBLGNBQVU7QUFBQSxFQUNaO0FBQ0EsUUFBTSxRQUFRLFlBQVksU0FBUyxNQUFNO0FBQ3pDLFFBQU0sS0FBSyxRQUFRLFNBQVMsSUFBSSxRQUFRO0FBQ3hDLFNBQU8sQ0FBQyxRQUFRLE1BQU0sR0FBRyxFQUFFLEVBQUUsS0FBSyxFQUFFLEdBQUcsR0FBRyxJQUFJLFFBQVEsTUFBTSxFQUFFLEVBQUUsS0FBSyxFQUFFLEdBQUcsT0FBTyxNQUFNQSxPQUFNLENBQUM7QUFDaEc7QUFHQSxTQUFTLFlBQVksU0FBNEIsUUFBd0I7QUFDdkUsV0FBUyxLQUFLLFFBQVEsS0FBSyxHQUFHLE1BQU0sR0FBRztBQUNyQyxVQUFNLENBQUMsU0FBUyxJQUFJLFFBQVEsRUFBRSxJQUFJLENBQUMsUUFBUSxLQUFLLENBQUMsR0FBRyxRQUFRLEVBQUUsQ0FBQztBQUMvRCxRQUFJLFdBQVcsS0FBSyxNQUFNLEtBQU0sVUFBVSxLQUFLLE1BQU0sS0FBSyxVQUFVLEtBQUssS0FBSyxFQUFJLFFBQU87QUFBQSxFQUMzRjtBQUNBLFNBQU87QUFDVDs7O0FDcERBLElBQU0sYUFBYTtBQUNuQixJQUFNLFlBQVk7QUFDbEIsSUFBTSxVQUFVLEVBQUUsR0FBRyxJQUFJLEdBQUcsRUFBRTtBQUM5QixJQUFNLGdCQUFnQixFQUFFLEdBQUcsR0FBRyxHQUFHLEVBQUU7QUFDbkMsSUFBTSxVQUFVO0FBQ2hCLElBQU0sZUFBZTtBQUVyQixJQUFNLFFBQVE7QUFHUCxJQUFNLGNBQWM7QUFFM0IsSUFBTSxjQUFjO0FBS2IsU0FBUyxRQUNkLE1BQ0EsU0FBUyxLQUFLLE1BQU0sU0FBUyxJQUFJLGNBQWMsYUFDcEM7QUFDWCxNQUFJLEtBQUssU0FBUyxVQUFXLFFBQU8sRUFBRSxPQUFPLElBQUksUUFBUSxJQUFJLE1BQU0sQ0FBQyxFQUFFO0FBQ3RFLFFBQU0sUUFBUSxLQUFLLFNBQVMsVUFBVSxRQUFRO0FBQzlDLFFBQU0sQ0FBQyxNQUFNLEtBQUssSUFBSSxDQUFDLFFBQVEsSUFBSSxPQUFPLFFBQVEsSUFBSSxLQUFLO0FBQzNELFFBQU0sT0FBTztBQUFBLElBQ1gsR0FBRyxNQUFNLENBQUMsRUFBRSxNQUFNLEtBQUssTUFBTSxNQUFNLFFBQVEsQ0FBQyxHQUFHLFFBQVEsT0FBTztBQUFBLElBQzlELEdBQUksS0FBSyxhQUFhLFNBQ2xCLENBQUMsSUFDRCxNQUFNLENBQUMsRUFBRSxNQUFNLFVBQVUsS0FBSyxRQUFRLEdBQUcsTUFBTSxPQUFPLENBQUMsR0FBRyxRQUFRLE9BQU87QUFBQSxJQUM3RSxHQUFJLEtBQUssZ0JBQWdCLFNBQ3JCLENBQUMsSUFDRCxNQUFNLENBQUMsRUFBRSxNQUFNLEtBQUssYUFBYSxNQUFNLE9BQU8sQ0FBQyxHQUFHLFFBQVEsTUFBTTtBQUFBLEVBQ3RFO0FBQ0EsUUFBTSxRQUFRLEtBQUssTUFBTSxRQUFRLENBQUMsU0FBU0UsU0FBUSxNQUFNLE1BQU0sQ0FBQztBQUNoRSxRQUFNLFlBQVksTUFBTSxTQUFTO0FBQ2pDLFFBQU0sTUFBTSxNQUFNLE1BQU0sTUFBTSxPQUFPLE9BQU87QUFDNUMsUUFBTSxRQUFRLElBQUksVUFBVSxZQUFZLFVBQVU7QUFDbEQsUUFBTSxTQUFTLE1BQU0sT0FBTyxNQUFNLE9BQU8sT0FBTztBQUNoRCxTQUFPO0FBQUEsSUFDTCxPQUFPLEtBQUssS0FBSyxLQUFLLElBQUlDLFNBQVEsSUFBSSxHQUFHQSxTQUFRLEtBQUssQ0FBQyxJQUFJLElBQUksSUFBSTtBQUFBLElBQ25FLFFBQVEsS0FBSyxNQUFNLFlBQVksT0FBTyxTQUFTLElBQUksVUFBVSxLQUFLO0FBQUEsSUFDbEUsTUFBTSxDQUFDLEdBQUcsSUFBSSxNQUFNLEdBQUcsT0FBTyxJQUFJO0FBQUEsSUFDbEMsR0FBSSxZQUFZLEVBQUUsU0FBUyxJQUFJLFNBQVMsVUFBVSxFQUFFLElBQUksQ0FBQztBQUFBLEVBQzNEO0FBQ0Y7QUFHTyxTQUFTLFVBQVUsTUFBa0M7QUFDMUQsUUFBTSxPQUFPLEtBQUssUUFBUSxDQUFDLFNBQVNELFNBQVEsTUFBTSxZQUFZLENBQUM7QUFDL0QsUUFBTSxRQUFRLEtBQUssS0FBS0MsU0FBUSxJQUFJLElBQUksSUFBSSxjQUFjLENBQUM7QUFDM0QsUUFBTSxTQUFTLE1BQU0sTUFBTSxRQUFRLEdBQUcsY0FBYyxHQUFHLFFBQVE7QUFDL0QsU0FBTyxFQUFFLE9BQU8sUUFBUSxLQUFLLEtBQUssT0FBTyxTQUFTLGNBQWMsQ0FBQyxHQUFHLE1BQU0sT0FBTyxLQUFLO0FBQ3hGO0FBR08sSUFBTSxXQUFXLENBQUMsVUFBa0IsUUFBUSxJQUFJLFFBQVE7QUFFeEQsSUFBTSxZQUFZLENBQUMsU0FDeEIsYUFBYSxTQUFTLFlBQVksU0FBUyxVQUFXLFNBQVMsVUFBVSxhQUFhLGFBQWMsSUFBSTtBQUcxRyxTQUFTRCxTQUFRLEVBQUUsVUFBVSxZQUFZLEdBQVMsUUFBcUM7QUFDckYsUUFBTSxRQUFRLFFBQVEsVUFBVSxRQUFRLFNBQVM7QUFDakQsUUFBTSxDQUFDLE9BQU8sR0FBRyxJQUFJLElBQUk7QUFDekIsUUFBTSxVQUFVLE1BQU0sU0FBUyxLQUFLLFNBQVMsTUFBTSxTQUFTO0FBQzVELFFBQU0sUUFBUSxVQUFVLENBQUMsQ0FBQyxLQUFLLEdBQUcsR0FBRyxLQUFLLElBQUksQ0FBQyxRQUFRLENBQUMsR0FBRyxDQUFDLENBQUMsSUFBSSxDQUFDLFFBQVE7QUFDMUUsU0FBTyxNQUFNLFFBQVEsQ0FBQyxTQUFTLE1BQU0sTUFBTSxRQUFRLFFBQVEsV0FBVyxDQUFDO0FBQ3pFO0FBRUEsU0FBUyxNQUNQLFVBQ0EsUUFDQSxNQUNBLGNBQWlDLENBQUMsR0FDYjtBQUNyQixTQUFPLFFBQVEsVUFBVSxRQUFRLE9BQU8sSUFBSSxHQUFHLE9BQU8sSUFBSSxDQUFDLEVBQUUsSUFBSSxDQUFDLFVBQVU7QUFBQSxJQUMxRTtBQUFBLElBQ0EsVUFBVTtBQUFBLElBQ1Y7QUFBQSxFQUNGLEVBQUU7QUFDSjtBQUVBLFNBQVNDLFNBQVEsTUFBbUM7QUFDbEQsU0FBTyxLQUFLLE9BQU8sQ0FBQyxRQUFRLEVBQUUsTUFBTSxTQUFTLE1BQU07QUFDakQsVUFBTSxRQUFRLFNBQVMsSUFBSSxDQUFDLEVBQUUsTUFBQUMsTUFBSyxNQUFNQSxLQUFJLEVBQUUsS0FBSyxHQUFHO0FBQ3ZELFdBQU8sS0FBSyxJQUFJLFFBQVEsVUFBVSxPQUFPLE9BQU8sSUFBSSxHQUFHLE9BQU8sSUFBSSxDQUFDLENBQUM7QUFBQSxFQUN0RSxHQUFHLENBQUM7QUFDTjtBQUVBLElBQU0sU0FBUyxDQUFDLFNBQTRCLFNBQVMsVUFBVSxhQUFhO0FBQzVFLElBQU0sU0FBUyxDQUFDLFNBQTJCLFNBQVMsV0FBVyxTQUFTO0FBRXhFLFNBQVMsTUFBTSxNQUEyQixHQUFXLEtBQWEsUUFBNEI7QUFDNUYsTUFBSSxTQUFTO0FBQ2IsUUFBTSxTQUFTLEtBQUssSUFBSSxDQUFDLFNBQW1CO0FBQzFDLFVBQU0sVUFBVSxLQUFLLFNBQVM7QUFDOUIsY0FBVSxVQUFVLGFBQWE7QUFDakMsV0FBTyxFQUFFLEdBQUcsTUFBTSxHQUFHLEdBQUcsVUFBVSxVQUFVLElBQUksSUFBSSxPQUFPO0FBQUEsRUFDN0QsQ0FBQztBQUNELFNBQU8sRUFBRSxNQUFNLFFBQVEsT0FBTztBQUNoQzs7O0FDNUdBLElBQU0sU0FBUztBQUFBLEVBQ2Isc0NBQXNDO0FBQUEsRUFDdEMsc0NBQXNDO0FBQUEsRUFDdEMsd0JBQXdCO0FBQUEsRUFDeEIsd0JBQXdCO0FBQUEsRUFDeEIsd0JBQXdCO0FBQUEsRUFDeEIseUJBQXlCO0FBQUEsRUFDekIseUJBQXlCO0FBQUEsRUFDekIsNkNBQTZDO0FBQUEsRUFDN0MsNkNBQTZDO0FBQUEsRUFDN0MsNkNBQTZDO0FBQy9DO0FBRUEsSUFBTSxRQUFRO0FBQUEsRUFDWixHQUFHO0FBQUEsRUFDSCxpQkFBaUI7QUFBQTtBQUFBLEVBRWpCLHNDQUFzQztBQUFBLEVBQ3RDLDJDQUEyQztBQUFBLEVBQzNDLHlCQUF5QjtBQUFBLEVBQ3pCLG1CQUFtQjtBQUFBLEVBQ25CLGtCQUFrQjtBQUFBLEVBQ2xCLHdCQUF3QjtBQUFBLEVBQ3hCLHVCQUF1QjtBQUFBLEVBQ3ZCLGVBQWU7QUFDakI7QUFFQSxJQUFNLE1BQU07QUFHTCxJQUFNLFVBQVUsQ0FBQyxPQUFlLFdBQVcsRUFBRTtBQUc3QyxTQUFTLFNBQ2QsU0FDQSxXQUNBLFFBQ1M7QUFDVCxRQUFNLFNBQTRCLENBQUM7QUFDbkMsUUFBTSxRQUFRLFFBQVEsWUFBWSxTQUFZLENBQUMsSUFBSSxDQUFDLElBQUksSUFBSSxRQUFRLFNBQVMsTUFBTSxDQUFDO0FBQ3BGLFFBQU0sV0FBVyxDQUFDLEdBQUcsT0FBTyxHQUFHLFFBQVEsTUFBTSxJQUFJLENBQUMsU0FBUyxRQUFRLE1BQU0sUUFBUSxNQUFNLENBQUMsQ0FBQztBQUN6RixTQUFPO0FBQUEsSUFDTCxJQUFJO0FBQUEsSUFDSixlQUFlLEVBQUUsR0FBRyxPQUFPLGlCQUFpQixjQUFjLFNBQVMsU0FBUyxRQUFRO0FBQUEsSUFDcEY7QUFBQSxJQUNBLE9BQU8sQ0FBQyxHQUFHLFFBQVEsR0FBRyxRQUFRLE1BQU0sSUFBSSxDQUFDLFNBQVMsUUFBUSxNQUFNLFlBQVksU0FBUyxJQUFJLENBQUMsQ0FBQyxDQUFDO0FBQUEsRUFDOUY7QUFDRjtBQU1PLFNBQVMsWUFBWSxFQUFFLE1BQU0sR0FBWSxFQUFFLE1BQU0sR0FBRyxHQUF5QjtBQUNsRixTQUFPLFNBQVMsS0FBSyxFQUFFO0FBQUEsSUFDckIsQ0FBQyxFQUFFLFNBQVMsU0FBUyxNQUNuQixZQUFZLE1BQU0sU0FBUyxLQUFLLENBQUMsRUFBRSxHQUFHLE1BQU0sU0FBUyxNQUFNLEtBQUssV0FBVyxHQUFHLEVBQUUsR0FBRyxDQUFDO0FBQUEsRUFDeEY7QUFDRjtBQUVBLElBQU0sV0FBVyxDQUFDLFVBQ2hCLE1BQU0sUUFBUSxDQUFDLFNBQVMsQ0FBQyxNQUFNLEdBQUcsU0FBUyxLQUFLLFFBQVEsQ0FBQyxDQUFDO0FBRTVELFNBQVMsUUFBUSxFQUFFLElBQUksTUFBTSxJQUFJLE9BQUFDLE9BQU0sR0FBZ0IsVUFBb0M7QUFDekYsUUFBTSxPQUFPLEVBQUUsSUFBSSxTQUFTLENBQUMsV0FBVyxLQUFLLElBQUksR0FBRyxTQUFTLENBQUMsV0FBVyxPQUFPLEVBQUUsRUFBRTtBQUNwRixNQUFJQSxPQUFNLFdBQVcsRUFBRyxRQUFPO0FBQy9CLFFBQU0sRUFBRSxPQUFPLE9BQU8sSUFBSSxVQUFVQSxNQUFLO0FBQ3pDLFFBQU0sZ0JBQWdCLEVBQUUseUJBQXlCLE9BQU87QUFDeEQsU0FBTyxFQUFFLEdBQUcsTUFBTSxRQUFRLENBQUMsRUFBRSxNQUFNLElBQUksT0FBTyxRQUFRLGNBQWMsQ0FBQyxFQUFFO0FBQ3pFO0FBRUEsU0FBUyxJQUFJLElBQVksU0FBaUIsUUFBb0M7QUFDNUUsUUFBTSxPQUFPLFFBQVEsRUFBRTtBQUN2QixTQUFPLEtBQUssRUFBRSxJQUFJLEdBQUcsSUFBSSxXQUFNLFNBQVMsQ0FBQyxJQUFJLEdBQUcsU0FBUyxDQUFDLE9BQU8sRUFBRSxDQUFDO0FBQ3BFLFFBQU0sZ0JBQWdCLEVBQUUsd0NBQXdDLFFBQVE7QUFDeEUsU0FBTyxFQUFFLElBQUksTUFBTSxPQUFPLEtBQUssUUFBUSxLQUFLLGNBQWM7QUFDNUQ7QUFFQSxTQUFTLFFBQ1AsTUFDQSxRQUNBLFFBQ1M7QUFDVCxRQUFNLEVBQUUsT0FBTyxPQUFPLElBQUksUUFBUSxNQUFNLE9BQU8sSUFBSSxLQUFLLEVBQUUsQ0FBQztBQUMzRCxNQUFJLEtBQUssU0FBUyxXQUFXLEVBQUcsUUFBTyxFQUFFLElBQUksS0FBSyxJQUFJLE9BQU8sT0FBTztBQUNwRSxRQUFNLFFBQVEsS0FBSyxZQUFZLFNBQVksQ0FBQyxJQUFJLENBQUMsSUFBSSxLQUFLLElBQUksS0FBSyxTQUFTLE1BQU0sQ0FBQztBQUNuRixTQUFPO0FBQUEsSUFDTCxJQUFJLEtBQUs7QUFBQSxJQUNULGVBQWU7QUFBQSxNQUNiLEdBQUc7QUFBQSxNQUNILGVBQWUsUUFBUSxTQUFTLENBQUM7QUFBQTtBQUFBLE1BRWpDLDRCQUE0QjtBQUFBLE1BQzVCLHdCQUF3QixJQUFJLEtBQUssSUFBSSxNQUFNO0FBQUEsSUFDN0M7QUFBQSxJQUNBLFVBQVUsQ0FBQyxHQUFHLE9BQU8sR0FBRyxLQUFLLFNBQVMsSUFBSSxDQUFDLFVBQVUsUUFBUSxPQUFPLFFBQVEsTUFBTSxDQUFDLENBQUM7QUFBQSxFQUN0RjtBQUNGOzs7QUMzRkEsZUFBc0IsT0FDcEIsU0FDQSxLQUNBLFdBQ3NCO0FBQ3RCLFFBQU0sUUFBUSxNQUFNLElBQUksT0FBTyxTQUFTLFNBQVMsV0FBVyxvQkFBSSxJQUFJLENBQUMsQ0FBQztBQUV0RSxRQUFNLFNBQVMsWUFBWSxLQUFLO0FBQ2hDLFFBQU0sT0FBTyxNQUFNLElBQUksT0FBTyxTQUFTLFNBQVMsV0FBVyxNQUFNLENBQUM7QUFDbEUsUUFBTSxRQUFRLElBQUksSUFBSSxXQUFXLElBQUksRUFBRSxJQUFJLENBQUMsU0FBUyxDQUFDLEtBQUssSUFBSSxNQUFNLElBQUksQ0FBQyxDQUFDLENBQUM7QUFDNUUsUUFBTSxRQUFRO0FBQUEsSUFDWixHQUFJLFFBQVEsWUFBWSxTQUFZLENBQUMsSUFBSSxDQUFDLFVBQVUsSUFBSSxRQUFXLEdBQUcsS0FBSyxDQUFDO0FBQUEsSUFDNUUsR0FBRyxRQUFRLE1BQU0sUUFBUSxDQUFDLFNBQVMsVUFBVSxNQUFNLFFBQVcsR0FBRyxPQUFPLE1BQU0sQ0FBQztBQUFBLEVBQ2pGO0FBQ0EsUUFBTSxTQUFTLElBQUksSUFBSSxTQUFTLElBQUksRUFBRSxJQUFJLENBQUMsU0FBUyxDQUFDLEtBQUssSUFBSSxJQUFJLENBQUMsQ0FBQztBQUNwRSxTQUFPO0FBQUEsSUFDTCxTQUFTO0FBQUEsSUFDVCxJQUFJLFFBQVE7QUFBQSxJQUNaLE1BQU0sUUFBUTtBQUFBLElBQ2Q7QUFBQSxJQUNBLE9BQU8sS0FBSyxLQUFLLEtBQUssU0FBUyxDQUFDO0FBQUEsSUFDaEMsUUFBUSxLQUFLLEtBQUssS0FBSyxVQUFVLENBQUM7QUFBQSxJQUNsQztBQUFBLElBQ0EsT0FBTztBQUFBLE1BQ0wsR0FBRyxNQUFNLE9BQU8sQ0FBQyxFQUFFLEtBQUssTUFBTSxTQUFTLE9BQU8sRUFBRSxJQUFJLENBQUMsVUFBVSxVQUFVLE9BQU8sTUFBTSxDQUFDO0FBQUEsTUFDdkYsR0FBRyxRQUFRLE1BQU07QUFBQSxRQUFJLENBQUMsU0FDcEIsU0FBUyxNQUFNLE9BQU8sSUFBSSxLQUFLLEVBQUUsR0FBRyxZQUFZLFNBQVMsSUFBSSxHQUFHLEtBQUs7QUFBQSxNQUN2RTtBQUFBLElBQ0Y7QUFBQSxFQUNGO0FBQ0Y7QUFHQSxTQUFTLFlBQVksTUFBNEM7QUFDL0QsUUFBTSxTQUFTLFdBQVcsSUFBSSxFQUFFLE9BQU8sQ0FBQyxFQUFFLFdBQVcsQ0FBQyxFQUFFLE1BQU0sU0FBUyxTQUFTLENBQUM7QUFDakYsU0FBTyxJQUFJLElBQUksT0FBTyxJQUFJLENBQUMsRUFBRSxJQUFJLFFBQVEsRUFBRSxNQUFNLENBQUMsSUFBSSxLQUFLLElBQUksYUFBYSxTQUFTLEtBQUssQ0FBQyxDQUFDLENBQUMsQ0FBQztBQUNoRztBQUVBLFNBQVMsV0FBVyxNQUFtQztBQUNyRCxVQUFRLEtBQUssWUFBWSxDQUFDLEdBQUcsUUFBUSxDQUFDLFVBQVUsQ0FBQyxPQUFPLEdBQUcsV0FBVyxLQUFLLENBQUMsQ0FBQztBQUMvRTtBQUVBLElBQU0sV0FBVyxDQUFDLFNBQThDO0FBQUEsRUFDOUQsR0FBSSxLQUFLLFNBQVMsQ0FBQztBQUFBLEVBQ25CLElBQUksS0FBSyxZQUFZLENBQUMsR0FBRyxRQUFRLFFBQVE7QUFDM0M7QUFFQSxTQUFTLFVBQ1AsTUFDQSxRQUNBLE9BQ0EsT0FDQSxRQUNxQjtBQUNyQixRQUFNLE1BQU0sTUFBTSxJQUFJLEtBQUssRUFBRSxLQUFLO0FBQ2xDLFFBQU0sUUFBUSxRQUFRLE1BQU0sT0FBTyxJQUFJLEtBQUssRUFBRSxDQUFDO0FBQy9DLFFBQU0sRUFBRSxJQUFJLE1BQU0sUUFBUSxNQUFNLFVBQVUsT0FBTyxJQUFJO0FBQ3JELFFBQU0sUUFBUSxLQUFLLFlBQVksU0FBWSxDQUFDLElBQUksQ0FBQyxVQUFVLElBQUksSUFBSSxRQUFRLEdBQUcsS0FBSyxDQUFDO0FBQ3BGLFNBQU87QUFBQSxJQUNMO0FBQUEsTUFDRTtBQUFBLE1BQ0E7QUFBQSxNQUNBLEdBQUksV0FBVyxTQUFZLENBQUMsSUFBSSxFQUFFLE9BQU87QUFBQSxNQUN6QztBQUFBLE1BQ0E7QUFBQSxNQUNBO0FBQUEsTUFDQSxHQUFJLGFBQWEsU0FBWSxDQUFDLElBQUksRUFBRSxTQUFTO0FBQUEsTUFDN0MsR0FBSSxXQUFXLFNBQVksQ0FBQyxJQUFJLEVBQUUsT0FBTztBQUFBLE1BQ3pDLEdBQUc7QUFBQSxNQUNILE1BQU0sTUFBTSxPQUFPLEdBQUc7QUFBQSxNQUN0QixHQUFJLE1BQU0sWUFBWSxTQUFZLENBQUMsSUFBSSxFQUFFLFNBQVMsUUFBUSxJQUFJLElBQUksTUFBTSxPQUFPLEVBQUU7QUFBQSxJQUNuRjtBQUFBLElBQ0EsR0FBRztBQUFBLElBQ0gsR0FBRyxLQUFLLFNBQVMsUUFBUSxDQUFDLFVBQVUsVUFBVSxPQUFPLElBQUksUUFBUSxHQUFHLE9BQU8sTUFBTSxDQUFDO0FBQUEsRUFDcEY7QUFDRjtBQUVBLFNBQVMsVUFDUCxJQUNBLFFBQ0EsT0FDQSxPQUNVO0FBQ1YsUUFBTSxLQUFLLFFBQVEsRUFBRTtBQUNyQixRQUFNLE1BQU0sTUFBTSxJQUFJLEVBQUUsS0FBSztBQUM3QixRQUFNLFNBQVMsV0FBVyxTQUFZLENBQUMsSUFBSSxFQUFFLE9BQU87QUFDcEQsU0FBTyxFQUFFLElBQUksTUFBTSxTQUFTLEdBQUcsUUFBUSxPQUFPLFFBQVEsQ0FBQyxHQUFHLE1BQU0sU0FBUyxHQUFHLEtBQUssTUFBTSxDQUFDLEVBQUU7QUFDNUY7QUFFQSxTQUFTLFVBQVUsRUFBRSxHQUFHLEdBQWEsUUFBd0Q7QUFDM0YsUUFBTSxRQUFRLE9BQU8sSUFBSSxHQUFHLEVBQUUsU0FBSTtBQUNsQyxTQUFPO0FBQUEsSUFDTCxJQUFJLEdBQUcsRUFBRTtBQUFBLElBQ1QsTUFBTTtBQUFBLElBQ04sSUFBSSxPQUFPLFFBQVEsQ0FBQyxLQUFLO0FBQUEsSUFDekIsTUFBTTtBQUFBLElBQ04sYUFBYSxDQUFDO0FBQUEsSUFDZCxRQUFRLFNBQVMsS0FBSztBQUFBLEVBQ3hCO0FBQ0Y7QUFFQSxTQUFTLFNBQ1AsRUFBRSxJQUFJLE1BQU0sSUFBSSxhQUFhLE9BQUFDLE9BQU0sR0FDbkMsT0FDQSxVQUNBLE9BQ1U7QUFDVixRQUFNLFNBQVMsV0FBVyxDQUFDLEdBQUcsU0FBUyxLQUFLLENBQUMsRUFBRSxRQUFRLElBQUksU0FBUyxLQUFLO0FBQ3pFLFFBQU0sT0FBTyxZQUFZLFdBQVcsSUFBSSxZQUFZO0FBQ3BELFFBQU0sT0FBaUIsRUFBRSxJQUFJLE1BQU0sSUFBSSxNQUFNLGFBQWEsT0FBTztBQUNqRSxRQUFNLENBQUMsS0FBSyxJQUFJLE9BQU8sVUFBVSxDQUFDO0FBQ2xDLE1BQUksQ0FBQyxNQUFPLFFBQU87QUFDbkIsUUFBTSxNQUFNLE1BQU0sS0FBSztBQUN2QixRQUFNLFFBQVEsUUFBUSxPQUFPLEVBQUUsR0FBRyxJQUFJLElBQUksSUFBSSxRQUFRLEdBQUcsR0FBRyxJQUFJLElBQUksSUFBSSxTQUFTLEVBQUUsQ0FBQztBQUNwRixTQUFPLEVBQUUsR0FBRyxNQUFNLE9BQU8sRUFBRSxHQUFHLEtBQUssT0FBTyxNQUFNLE1BQU0sVUFBVUEsTUFBSyxHQUFHLEdBQUcsRUFBRSxFQUFFO0FBQ2pGO0FBR0EsU0FBUyxRQUFRLE9BQTRCLEVBQUUsR0FBRyxFQUFFLEdBQWtCO0FBQ3BFLFFBQU0sU0FBUyxNQUFNO0FBQUEsSUFDbkIsQ0FBQyxVQUNFLEtBQUssU0FBUyxXQUFXLEtBQUssU0FBUyxlQUN4QyxLQUFLLEtBQUssS0FDVixLQUFLLEtBQUssSUFBSSxLQUFLLFNBQ25CLEtBQUssS0FBSyxLQUNWLEtBQUssS0FBSyxJQUFJLEtBQUs7QUFBQSxFQUN2QjtBQUNBLFNBQU8sT0FBTztBQUNoQjtBQUVBLFNBQVMsU0FBUyxNQUFxRDtBQUNyRSxRQUFNLFVBQVUsTUFBTSxZQUFZLENBQUMsR0FBRyxRQUFRLENBQUMsRUFBRSxZQUFZLGFBQWEsQ0FBQyxHQUFHLFNBQVMsTUFBTTtBQUFBLElBQzNGO0FBQUEsSUFDQSxHQUFHO0FBQUEsSUFDSDtBQUFBLEVBQ0YsQ0FBQztBQUNELFNBQU8sT0FBTyxJQUFJLENBQUMsRUFBRSxHQUFHLEVBQUUsT0FBTyxFQUFFLEdBQUcsUUFBUSxDQUFDLEdBQUcsR0FBRyxRQUFRLENBQUMsRUFBRSxFQUFFO0FBQ3BFO0FBRUEsSUFBTSxRQUFRLENBQUMsRUFBRSxLQUFLLEdBQWMsRUFBRSxHQUFHLEVBQUUsTUFDekMsS0FBSyxJQUFJLENBQUMsVUFBVSxFQUFFLEdBQUcsTUFBTSxHQUFHLFFBQVEsS0FBSyxJQUFJLENBQUMsR0FBRyxHQUFHLFFBQVEsS0FBSyxJQUFJLENBQUMsRUFBRSxFQUFFO0FBRWxGLElBQU0sVUFBZSxFQUFFLEdBQUcsR0FBRyxHQUFHLEdBQUcsT0FBTyxHQUFHLFFBQVEsRUFBRTtBQUV2RCxJQUFNLFFBQVEsQ0FBQyxFQUFFLElBQUksR0FBRyxJQUFJLEdBQUcsUUFBUSxHQUFHLFNBQVMsRUFBRSxPQUEwQjtBQUFBLEVBQzdFLEdBQUcsUUFBUSxDQUFDO0FBQUEsRUFDWixHQUFHLFFBQVEsQ0FBQztBQUFBLEVBQ1osT0FBTyxRQUFRLEtBQUs7QUFBQSxFQUNwQixRQUFRLFFBQVEsTUFBTTtBQUN4QjtBQUdBLElBQU0sVUFBVSxDQUFDLFVBQWtCLEtBQUssTUFBTSxRQUFRLEVBQUUsSUFBSTs7O0FDeEdyRCxJQUFNLFlBQVksQ0FBQyxNQUFjLGNBQXlCLEdBQUcsSUFBSSxJQUFJLFNBQVM7OztBakJuRHJGLGVBQXNCLGdCQUFnRTtBQUNwRixRQUFNLE1BQU0sSUFBSSxJQUFJO0FBQ3BCLFFBQU0sVUFBdUMsQ0FBQztBQUM5QyxhQUFXLFdBQVcsQ0FBQyxZQUFZLGNBQWMsb0JBQW9CLGFBQWEsR0FBRztBQUNuRixVQUFNLFFBQVEsUUFBUSxPQUFPO0FBQzdCLGVBQVcsYUFBYSxDQUFDLFFBQVEsT0FBTyxHQUFZO0FBQ2xELFlBQU0sTUFBTSxVQUFVLE1BQU0sTUFBTSxTQUFTO0FBQzNDLGNBQVEsR0FBRyxJQUFJLE1BQU0sT0FBTyxVQUFVLEtBQUssR0FBRyxLQUFLLFNBQVM7QUFBQSxJQUM5RDtBQUFBLEVBQ0Y7QUFDQSxTQUFPO0FBQ1Q7OztBa0JwQndPLFNBQVMscUJBQXFCO0FBQ3RRLFNBQVMsc0JBQXNCO0FBQy9CLFNBQVMsYUFBMEI7OztBQ0VuQyxJQUFNLFFBQVE7QUFBQSxFQUNaLFlBQVk7QUFBQSxFQUNaLFlBQVk7QUFBQSxFQUNaLFlBQVk7QUFBQSxFQUNaLFlBQVk7QUFBQSxFQUNaLE9BQU87QUFBQSxFQUNQLE9BQU87QUFBQSxFQUNQLGNBQWM7QUFBQSxFQUNkLE9BQU87QUFBQSxFQUNQLGNBQWM7QUFBQSxFQUNkLFFBQVE7QUFBQSxFQUNSLGVBQWU7QUFBQSxFQUNmLE1BQU07QUFBQSxFQUNOLE1BQU07QUFBQSxFQUNOLE1BQU07QUFBQSxFQUNOLE9BQU87QUFBQSxFQUNQLE9BQU87QUFBQSxFQUNQLE9BQU87QUFBQSxFQUNQLE9BQU87QUFBQSxFQUNQLE1BQU07QUFBQSxFQUNOLFNBQVM7QUFBQSxFQUNULE9BQU87QUFBQSxFQUNQLE9BQU87QUFBQSxFQUNQLE1BQU07QUFDUjtBQUVBLElBQU0sT0FBcUI7QUFBQSxFQUN6QixZQUFZO0FBQUEsRUFDWixZQUFZO0FBQUEsRUFDWixZQUFZO0FBQUEsRUFDWixZQUFZO0FBQUEsRUFDWixPQUFPO0FBQUEsRUFDUCxPQUFPO0FBQUEsRUFDUCxjQUFjO0FBQUEsRUFDZCxPQUFPO0FBQUEsRUFDUCxjQUFjO0FBQUEsRUFDZCxRQUFRO0FBQUEsRUFDUixlQUFlO0FBQUEsRUFDZixNQUFNO0FBQUEsRUFDTixNQUFNO0FBQUEsRUFDTixNQUFNO0FBQUEsRUFDTixPQUFPO0FBQUEsRUFDUCxPQUFPO0FBQUEsRUFDUCxPQUFPO0FBQUEsRUFDUCxPQUFPO0FBQUEsRUFDUCxNQUFNO0FBQUEsRUFDTixTQUFTO0FBQUEsRUFDVCxPQUFPO0FBQUEsRUFDUCxPQUFPO0FBQUEsRUFDUCxNQUFNO0FBQ1I7QUFFQSxJQUFNLFNBQVMsQ0FBQyxHQUFHLEdBQUcsR0FBRyxDQUFDO0FBRTFCLElBQU0sVUFBVSxDQUFDLFVBQ2YsT0FBTyxRQUFRLEtBQUssRUFDakIsSUFBSSxDQUFDLENBQUMsTUFBTSxNQUFNLE1BQU0sV0FBVyxJQUFJLEtBQUssTUFBTSxHQUFHLEVBQ3JELEtBQUssR0FBRztBQUdiLElBQU0sVUFBVSxPQUFPO0FBQUEsRUFDckIsQ0FBQyxVQUNDLDJCQUEyQixLQUFLLCtCQUErQixLQUFLLDhCQUMzQyxLQUFLLGlDQUFpQyxLQUFLO0FBQ3hFLEVBQUUsS0FBSyxJQUFJO0FBRVgsSUFBTSxRQUFRLENBQUMsR0FBRyxHQUFHLEdBQUcsR0FBRyxDQUFDLEVBQ3pCO0FBQUEsRUFDQyxDQUFDLFNBQ0MseUJBQXlCLElBQUksd0RBQXdELE9BQU8sRUFBRSx3Q0FBd0MsTUFBTSxPQUFPLEdBQUc7QUFBQSx3QkFDN0gsSUFBSSxzREFBc0QsT0FBTyxFQUFFO0FBQ2hHLEVBQ0MsS0FBSyxJQUFJO0FBR0wsSUFBTSxhQUFhO0FBQUEsb0JBQ04sUUFBUSxLQUFLLENBQUM7QUFBQSwwREFDd0IsUUFBUSxJQUFJLENBQUM7QUFBQSw4RUFDTyxRQUFRLEtBQUssQ0FBQztBQUFBLDRFQUNoQixRQUFRLElBQUksQ0FBQztBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQSxFQXFCdkYsT0FBTztBQUFBO0FBQUEsRUFFUCxLQUFLO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7OztBRDFHcUksSUFBTSwrQkFBK0I7QUFrQmpMLGVBQXNCLGFBQWtDO0FBQ3RELFFBQU0sQ0FBQyxRQUFRLFVBQVUsV0FBVyxTQUFTLElBQUksTUFBTSxRQUFRLElBQUk7QUFBQSxJQUNqRSxRQUFRLFVBQVU7QUFBQSxJQUNsQixRQUFRLGdCQUFnQixDQUFDLGFBQWEsQ0FBQztBQUFBLElBQ3ZDLFFBQVEsYUFBYTtBQUFBLElBQ3JCLFFBQVEsZ0JBQWdCO0FBQUEsRUFDMUIsQ0FBQztBQUNELFFBQU0sUUFBUSxHQUFHLFNBQVM7QUFBQSxFQUFLLFVBQVU7QUFDekMsUUFBTSxDQUFDLGdCQUFnQixhQUFhLElBQUksQ0FBQyxPQUFPLFFBQVEsR0FBRyxPQUFPLEtBQUssQ0FBQztBQUN4RSxTQUFPLEVBQUUsUUFBUSxnQkFBZ0IsZUFBZSxXQUFXLE1BQU07QUFDbkU7QUFFQSxJQUFNLFNBQVMsQ0FBQyxTQUFpQixlQUFlLE1BQU0sRUFBRSxPQUFPLEVBQUUsQ0FBQyxFQUFFLFNBQVMsUUFBUTtBQUVyRixJQUFNLFNBQVMsQ0FBQyxTQUFpQixjQUFjLElBQUksSUFBSSxZQUFZLElBQUksSUFBSSw0QkFBZSxDQUFDO0FBRzNGLElBQU0sZ0JBQXdCO0FBQUEsRUFDNUIsTUFBTTtBQUFBLEVBQ04sTUFBTSxFQUFFLFVBQVUsR0FBRztBQUNuQixjQUFVLEVBQUUsUUFBUSx3QkFBd0IsR0FBRyxPQUFPLEVBQUUsTUFBTSxPQUFPLGdCQUFnQixFQUFFLEVBQUU7QUFBQSxFQUMzRjtBQUNGO0FBRUEsZUFBZSxRQUFRLE9BQWUsVUFBb0IsQ0FBQyxHQUFvQjtBQUM3RSxRQUFNLEVBQUUsWUFBWSxJQUFJLE1BQU0sTUFBTTtBQUFBLElBQ2xDLGFBQWEsQ0FBQyxPQUFPLEtBQUssQ0FBQztBQUFBLElBQzNCO0FBQUEsSUFDQSxRQUFRO0FBQUEsSUFDUixRQUFRO0FBQUEsSUFDUixPQUFPO0FBQUEsSUFDUCxRQUFRO0FBQUEsSUFDUixRQUFRO0FBQUEsSUFDUixLQUFLO0FBQUEsSUFDTCxpQkFBaUI7QUFBQSxJQUNqQixlQUFlO0FBQUEsSUFDZixVQUFVO0FBQUEsRUFDWixDQUFDO0FBQ0QsU0FBTyxZQUFZLENBQUMsR0FBRyxRQUFRO0FBQ2pDOzs7QXBCcERBLElBQU0sU0FBa0I7QUFBQSxFQUN0QixRQUFRO0FBQUEsRUFDUixRQUFRLENBQUMsT0FBTyxLQUFLO0FBQUEsRUFDckIsV0FBVztBQUFBLEVBQ1gsVUFBVTtBQUNaO0FBRUEsSUFBTyxzQkFBUSxhQUFhLFlBQVk7QUFDdEMsUUFBTSxVQUFVLEtBQUssVUFBVSxNQUFNLGNBQWMsQ0FBQztBQUNwRCxTQUFPO0FBQUEsSUFDTDtBQUFBLE1BQ0UsR0FBRztBQUFBLE1BQ0gsT0FBTyxFQUFFLE9BQU8sZUFBZTtBQUFBLE1BQy9CLFVBQVU7QUFBQSxJQUNaO0FBQUEsSUFDQTtBQUFBLE1BQ0UsR0FBRztBQUFBLE1BQ0gsT0FBTyxFQUFFLE9BQU8scUJBQXFCO0FBQUEsTUFDckMsVUFBVTtBQUFBLElBQ1o7QUFBQSxJQUNBO0FBQUEsTUFDRSxHQUFHO0FBQUEsTUFDSCxPQUFPLEVBQUUsUUFBUSxvQkFBb0I7QUFBQSxNQUNyQyxVQUFVO0FBQUEsTUFDVixPQUFPO0FBQUEsTUFDUCxRQUFRLEVBQUUsa0JBQWtCLFFBQVE7QUFBQSxJQUN0QztBQUFBLElBQ0E7QUFBQSxNQUNFLEdBQUc7QUFBQSxNQUNILE9BQU8sRUFBRSxRQUFRLGdCQUFnQjtBQUFBLE1BQ2pDLFVBQVU7QUFBQSxNQUNWLE9BQU87QUFBQSxNQUNQLFFBQVE7QUFBQSxRQUNOLGtCQUFrQjtBQUFBLFFBQ2xCLDBCQUEwQixLQUFLLFVBQVUsTUFBTSxXQUFXLENBQUM7QUFBQSxNQUM3RDtBQUFBLElBQ0Y7QUFBQSxJQUNBO0FBQUEsTUFDRTtBQUFBLFFBQ0UsT0FBTztBQUFBLFFBQ1AsT0FBTztBQUFBLFFBQ1AsUUFBUTtBQUFBLFFBQ1IsUUFBUTtBQUFBLE1BQ1Y7QUFBQSxNQUNBLEVBQUUsVUFBVSxxQkFBcUI7QUFBQSxJQUNuQztBQUFBLEVBQ0Y7QUFDRixDQUFDOyIsCiAgIm5hbWVzIjogWyJzb3VyY2UiLCAic291cmNlIiwgInRvZ2V0aGVyIiwgIm90aGVyIiwgInNpemUiLCAic291cmNlIiwgIm5vZGVPZiIsICJ0b2dldGhlciIsICJsaW5lcyIsICJpc0JvbGQiLCAiaXNCb2xkIiwgImxpbmVzIiwgImxpbmVzT2YiLCAid2lkdGhPZiIsICJ0ZXh0IiwgImxpbmVzIiwgImxpbmVzIl0KfQo=

import type { Guard } from "./chart.js";
import { mustBe } from "./must-be.js";
import { isRecord } from "./state-node.js";

/** The kinds of action that XState makes, by what they do. */
const BUILT_IN: Readonly<Record<string, string>> = {
  "xstate.assign": "assign",
  "xstate.raise": "raise",
  "xstate.sendTo": "sendTo",
  "xstate.emit": "emit",
  "xstate.cancel": "cancel",
  "xstate.log": "log",
  "xstate.spawnChild": "spawnChild",
  "xstate.stopChild": "stopChild",
  "xstate.enqueueActions": "enqueueActions",
};

/** What an action is called: by its author, else by what XState does with it. */
export function nameOfAction(action: unknown): string {
  const name = nameOf(action) ?? "";
  return BUILT_IN[name] ?? (name === "" || name === "actions" ? "inline action" : name);
}

/** A guard as a tree of names. */
export function guardOf(guard: unknown): Guard {
  const inner = isComposed(guard) ? guard.guards.map(guardOf) : undefined;
  if (inner) {
    const [first = { kind: "inline" }] = inner;
    const kind = (guard as { readonly name?: unknown }).name;
    if (kind === "not") return { kind: "not", guard: first };
    return { kind: kind === "or" ? "or" : "and", guards: inner };
  }
  const name = nameOf(guard);
  if (name === undefined || name === "" || name === "guard") return { kind: "inline" };
  const params = isRecord(guard) ? guard.params : undefined;
  return { kind: "named", name, ...(params === undefined ? {} : { params: plain(params) }) };
}

const GUARDS: ReadonlySet<unknown> = new Set(["named", "inline", "and", "or", "not"]);

/** A guard in words: `isOwn and (isNew or not isLate)`. */
export function guardText(guard: Guard, isInner = false): string {
  mustBe(GUARDS.has(guard?.kind), "a guard of a chart: give the guard of a transition");
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

/** The names of all guards that a guard is made of. */
export function guardNames(guard: Guard | undefined): readonly string[] {
  if (!guard || guard.kind === "inline") return [];
  if (guard.kind === "named") return [guard.name];
  return guard.kind === "not" ? guardNames(guard.guard) : guard.guards.flatMap(guardNames);
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "function") {
    const { type } = value as { readonly type?: unknown };
    return typeof type === "string" ? type : value.name;
  }
  return isRecord(value) && typeof value.type === "string" ? value.type : undefined;
}

function isComposed(guard: unknown): guard is { readonly guards: readonly unknown[] } {
  const isHolder = typeof guard === "function" || isRecord(guard);
  return isHolder && Array.isArray((guard as { readonly guards?: unknown }).guards);
}

/** As JSON keeps it: a function among the parameters has no place in a picture. */
function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null");
  } catch {
    return null;
  }
}

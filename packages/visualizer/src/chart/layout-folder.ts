import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { ChartLayout } from "./layout.js";
import { isRecord } from "./state-node.js";

/** A layout that was kept; undefined when there is none, or something else is in its place. */
export function readLayout(folder: string | undefined, key: string): ChartLayout | undefined {
  if (folder === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(readFileSync(fileOf(folder, key), "utf8"));
    return isLayout(kept, key) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a layout. A folder that cannot be written to only costs the next start some time. */
export function writeLayout(folder: string | undefined, key: string, layout: ChartLayout): void {
  if (folder === undefined) return;
  try {
    mkdirSync(folder, { recursive: true });
    // Whole or not at all, whoever reads meanwhile.
    const draft = join(folder, `.${randomUUID()}`);
    writeFileSync(draft, JSON.stringify(layout), { flag: "wx" });
    renameSync(draft, fileOf(folder, key));
    prune(folder);
  } catch {}
}

/** A machine that is being written has another layout every day. */
const MOST = 300;

function prune(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= MOST) return;
  const files = names.map((name) => {
    const path = join(folder, name);
    return { path, writtenAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  const oldest = files.sort((a, b) => a.writtenAt - b.writtenAt).slice(0, names.length - MOST);
  for (const { path } of oldest) rmSync(path, { force: true });
}

const fileOf = (folder: string, key: string) => join(folder, `${key}.json`);

/** Only what has the form of a layout of this very chart is drawn. */
function isLayout(value: unknown, key: string): value is ChartLayout {
  if (!isRecord(value) || value.version !== 1) return false;
  const { hash, direction, id, width, height, nodes, edges } = value;
  const isWhole = typeof id === "string" && isNumber(width) && isNumber(height);
  return (
    isWhole &&
    `${hash}-${direction}` === key &&
    Array.isArray(nodes) &&
    nodes.every(isNode) &&
    Array.isArray(edges) &&
    edges.every(isEdge)
  );
}

const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);

const isBox = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && [value.x, value.y, value.width, value.height].every(isNumber);

const isNode = (value: unknown) =>
  isBox(value) &&
  [value.id, value.kind, value.name].every((text) => typeof text === "string") &&
  Array.isArray(value.states) &&
  Array.isArray(value.text) &&
  value.text.every(isLine);

const isPoint = (value: unknown) => isRecord(value) && isNumber(value.x) && isNumber(value.y);

const isLine = (value: unknown) =>
  isRecord(value) &&
  isPoint(value) &&
  Array.isArray(value.transitions) &&
  Array.isArray(value.segments) &&
  value.segments.every((one: unknown) => isRecord(one) && typeof one.text === "string");

function isEdge(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value.points) || !Array.isArray(value.transitions)) {
    return false;
  }
  const { label } = value;
  const isLabel = isBox(label) && Array.isArray(label.text) && label.text.every(isLine);
  return value.points.every(isPoint) && (label === undefined || isLabel);
}

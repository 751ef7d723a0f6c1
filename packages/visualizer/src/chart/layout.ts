import type { DiagramNode } from "./diagram.js";
import type { Segment } from "./lines.js";

/** A chart with everything in its place, as JSON: what is drawn from it needs no layout engine. */
export interface ChartLayout {
  /** Of the form of this data; another one is not drawn. */
  readonly version: 1;
  readonly id: string;
  /** The chart's hash. */
  readonly hash: string;
  readonly direction: Direction;
  readonly width: number;
  readonly height: number;
  /** Outer ones before what is in them. */
  readonly nodes: readonly LaidNode[];
  readonly edges: readonly LaidEdge[];
}

/** Which way the story goes. */
export type Direction = "down" | "right";

/** A place in a drawing, in pixels at the drawing's own size. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in a drawing, from its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** A state of the chart, at its place in the drawing. */
export interface LaidNode extends Box {
  readonly id: string;
  readonly kind: DiagramNode["kind"] | "start";
  /** The box it is in; undefined at the top. */
  readonly parent?: string;
  /** In how many boxes it is. */
  readonly depth: number;
  /** The states it stands for, for lighting them. */
  readonly states: readonly string[];
  /** What it is called, for those who cannot see it. */
  readonly name: string;
  readonly waitsFor?: string;
  /** Of a history: it remembers all the way down. */
  readonly isDeep?: boolean;
  readonly text: readonly LaidLine[];
  /** Where a line divides what the state is from what happens in it. */
  readonly divider?: number;
}

/** A line between two states, with the transitions that it stands for. */
export interface LaidEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: "transition" | "start" | "default";
  readonly transitions: readonly string[];
  readonly points: readonly Point[];
  readonly label?: LaidLabel;
}

/** The text beside a line. */
export interface LaidLabel extends Box {
  /** In how many boxes it is, and so what is behind it. */
  readonly depth: number;
  readonly text: readonly LaidLine[];
}

/** A line of text; `y` is its baseline. */
export interface LaidLine extends Point {
  readonly role: "title" | "waits" | "body" | "line";
  readonly anchor: "start" | "middle";
  readonly segments: readonly Segment[];
  readonly transitions: readonly string[];
}

/** How large the text is, in pixels at the drawing's own size. */
export const TITLE_SIZE = 15;
export const TEXT_SIZE = 13;

import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import { collapsed } from "../../chart/collapsed.js";
import { drawingOf } from "../../chart/drawing.js";
import type { ChartLayout, LaidNode } from "../../chart/layout.js";
import type { ChartRun } from "../../chart/run.js";
import { useKeyHandler } from "../state/keys.js";
import type { Selected } from "../state/looking.js";
import { svgNodes } from "./svg-tree.js";
import { useViewport } from "./viewport.js";

interface ChartCanvasProps {
  readonly layout: ChartLayout;
  readonly run: ReadonlySignal<ChartRun>;
  readonly selected?: ReadonlySignal<Selected | null>;
  readonly onHover?: (what: Selected | null) => void;
  readonly onSelect?: (what: Selected | null) => void;
}

/** A chart that can be moved, zoomed and folded. */
export function ChartCanvas({ layout, run, selected, onHover, onSelect }: ChartCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const folded = useSignal<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => collapsed(layout, folded.value), [layout, folded.value]);
  const focus = focusOf(shown, run.value);
  const viewport = useViewport(box, layout, focus);
  const drawing = useMemo(
    () => svgNodes(drawingOf(shown, { run: run.value, isInteractive: true })),
    [shown, run.value],
  );
  const chosen = selected?.value ?? null;
  useEffect(() => mark(box.current, chosen), [drawing, chosen]);
  const toggle = (id: string) => {
    const next = new Set(folded.value);
    if (!next.delete(id)) next.add(id);
    folded.value = next;
  };
  const press = (event: Event) => {
    if (viewport.wasDragged()) return;
    const what = selectedAt(event.target);
    const isAgain = what !== null && what.kind === chosen?.kind && what.id === chosen.id;
    onSelect?.(isAgain ? null : what);
  };
  useKeyHandler(
    useCallback(
      (key) => {
        if (key === "f" || key === "0") viewport.fit();
        else if (key === "v") viewport.follow();
        else if (key === "+" || key === "=") viewport.zoom(1.25);
        else if (key === "-") viewport.zoom(0.8);
        else return false;
        return true;
      },
      [viewport],
    ),
  );
  const groups = layout.nodes.filter(({ kind }) => kind === "group" || kind === "parallel");
  const { x, y, scale } = viewport.place.value;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its boxes and lines are the buttons */}
      <div
        class="canvas"
        ref={box}
        onClick={press}
        onDblClick={(event) => {
          const what = selectedAt(event.target);
          if (what?.kind === "state" && groups.some(({ id }) => id === what.id)) toggle(what.id);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          press(event);
        }}
        onPointerOver={({ target }) => onHover?.(selectedAt(target))}
        onPointerLeave={() => onHover?.(null)}
        onFocusIn={({ target }) => onHover?.(selectedAt(target))}
      >
        <div
          class={viewport.isFollowing.value ? "moved gently" : "moved"}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
        >
          {drawing}
        </div>
      </div>
      <div class="chart-tools" role="toolbar" aria-label="Chart">
        {groups.map(({ id, name }) => (
          <button
            type="button"
            key={id}
            aria-pressed={folded.value.has(id)}
            title={folded.value.has(id) ? `Unfold ${name}` : `Fold ${name}`}
            onClick={() => toggle(id)}
          >
            {folded.value.has(id) ? "▸" : "▾"} {name}
          </button>
        ))}
        <span class="gap" />
        <button type="button" aria-label="Zoom out" onClick={() => viewport.zoom(0.8)}>
          −
        </button>
        <span class="zoom">{Math.round(scale * 100)} %</span>
        <button type="button" aria-label="Zoom in" onClick={() => viewport.zoom(1.25)}>
          +
        </button>
        <button type="button" title="The whole chart (F)" onClick={viewport.fit}>
          Fit
        </button>
        {focus && (
          <button
            type="button"
            title="Keep where it is in sight (V)"
            aria-pressed={viewport.isFollowing.value}
            onClick={viewport.follow}
          >
            Follow
          </button>
        )}
      </div>
    </>
  );
}

/** The innermost box that is lit as current. */
function focusOf({ nodes }: ChartLayout, { current = [] }: ChartRun): LaidNode | undefined {
  return nodes
    .filter(({ states }) => states.some((state) => current.includes(state)))
    .reduce<LaidNode | undefined>(
      (deepest, node) => (deepest && deepest.depth > node.depth ? deepest : node),
      undefined,
    );
}

function selectedAt(target: EventTarget | null): Selected | null {
  if (!(target instanceof Element)) return null;
  const found = target.closest<SVGElement>("[data-node], [data-edge]");
  if (!found || found.classList.contains("start")) return null;
  const { node, edge } = found.dataset;
  if (node !== undefined) return { kind: "state", id: node };
  return edge === undefined ? null : { kind: "edge", id: edge };
}

/** Marks what is chosen; the drawing itself knows nothing of it. */
function mark(box: HTMLElement | null, chosen: Selected | null): void {
  for (const one of box?.querySelectorAll(".chosen") ?? []) one.classList.remove("chosen");
  const name = chosen?.kind === "edge" ? "edge" : "node";
  const found = chosen && box?.querySelector(`[data-${name}="${CSS.escape(chosen.id)}"]`);
  found?.classList.add("chosen");
}

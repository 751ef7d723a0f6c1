import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Box, ChartLayout } from "../../chart/layout.js";

interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Viewport {
  readonly place: ReadonlySignal<Place>;
  /** Whether the chart keeps where the machine is in sight. */
  readonly isFollowing: ReadonlySignal<boolean>;
  follow(): void;
  fit(): void;
  /** About the middle, or about a point of the box. */
  zoom(by: number, about?: { readonly x: number; readonly y: number }): void;
  /** Whether the pointer has just moved the chart: then it did not press anything. */
  wasDragged(): boolean;
}

const [SMALLEST, LARGEST] = [0.1, 4];
/** Fitting never makes the text larger than it was drawn. */
const FIT_LARGEST = 1.1;
/** Text that is drawn smaller than this cannot be read: then a part is shown, and not the whole chart. */
const READABLE = 0.55;
const FOLLOWING = 0.8;
const DRAG = 4;

/**
 * Where of a chart the box is, by wheel, drag and two fingers. Until somebody moves it, it shows the
 * whole. When the whole would be too small to read, it shows `focus`, or the top over the full width.
 */
export function useViewport(
  box: RefObject<HTMLElement | null>,
  { width, height }: ChartLayout,
  focus: Box | undefined,
): Viewport {
  const place = useSignal<Place>({ x: 0, y: 0, scale: 1 });
  const mode = useSignal<"follow" | "fit" | "own">("follow");
  const isFollowing = useComputed(() => mode.value === "follow");
  const focused = useRef(focus);
  focused.current = focus;
  const dragged = useRef(false);
  const viewport = useMemo(() => {
    const settle = () => {
      const element = box.current;
      if (!element || mode.peek() === "own") return;
      const { clientWidth, clientHeight } = element;
      const whole = Math.min(clientWidth / width, clientHeight / height, FIT_LARGEST);
      const middle = focused.current ?? { x: 0, y: 0, width, height: 0 };
      const isWhole = mode.peek() === "fit" || whole >= READABLE;
      const part = focused.current ? FOLLOWING : Math.min(READABLE, clientWidth / width);
      const scale = isWhole ? whole : Math.max(whole, part);
      const along = (room: number, size: number, at: number) => {
        const spare = room - size * scale;
        // What fits is centred; of the rest, the chart's ends are not passed.
        return spare >= 0 ? spare / 2 : Math.min(0, Math.max(spare, room / 2 - at * scale));
      };
      place.value = {
        scale,
        x: along(clientWidth, width, middle.x + middle.width / 2),
        y: along(clientHeight, height, middle.y + middle.height / 2),
      };
    };
    const become = (next: typeof mode.value) => () => {
      mode.value = next;
      settle();
    };
    const zoom: Viewport["zoom"] = (by, about) => {
      const element = box.current;
      if (!element) return;
      const { x, y, scale } = place.value;
      const next = Math.min(LARGEST, Math.max(SMALLEST, scale * by));
      const at = about ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 };
      const ratio = next / scale;
      mode.value = "own";
      place.value = { scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
    };
    const move = (dx: number, dy: number) => {
      const { x, y, scale } = place.value;
      mode.value = "own";
      place.value = { scale, x: x + dx, y: y + dy };
    };
    return {
      ...{ place, isFollowing, settle, zoom, move },
      ...{ fit: become("fit"), follow: become("follow") },
      wasDragged: () => dragged.current,
    };
  }, [width, height]);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const pointers = new Map<number, PointerEvent>();
    let travelled = 0;
    const spread = () => {
      const [a, b] = [...pointers.values()];
      return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
    };
    element.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const { left, top } = element.getBoundingClientRect();
        const about = { x: event.clientX - left, y: event.clientY - top };
        if (event.ctrlKey || event.metaKey) viewport.zoom(Math.exp(-event.deltaY / 200), about);
        else viewport.move(-event.deltaX, -event.deltaY);
      },
      { passive: false, signal },
    );
    element.addEventListener(
      "pointerdown",
      (event) => {
        pointers.set(event.pointerId, event);
        travelled = 0;
        dragged.current = false;
      },
      { signal },
    );
    element.addEventListener(
      "pointermove",
      (event) => {
        const before = pointers.get(event.pointerId);
        if (!before) return;
        const wasSpread = spread();
        pointers.set(event.pointerId, event);
        const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
        travelled += Math.abs(dx) + Math.abs(dy);
        if (travelled < DRAG) return;
        dragged.current = true;
        if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
        if (pointers.size === 2 && wasSpread > 0) viewport.zoom(spread() / wasSpread);
        else viewport.move(dx, dy);
      },
      { signal },
    );
    for (const name of ["pointerup", "pointercancel"] as const) {
      element.addEventListener(name, ({ pointerId }) => pointers.delete(pointerId), { signal });
    }
    const observer = new ResizeObserver(viewport.settle);
    observer.observe(element);
    return () => {
      stop.abort();
      observer.disconnect();
    };
  }, [viewport]);
  useLayoutEffect(
    () => viewport.settle(),
    [viewport, focus?.x, focus?.y, focus?.width, focus?.height],
  );
  return viewport;
}

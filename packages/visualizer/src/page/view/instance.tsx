import { type Signal, signal } from "@preact/signals";
import { useCallback, useEffect, useMemo } from "preact/hooks";
import { useApp } from "../state/app.js";
import { useKeyHandler } from "../state/keys.js";
import { createLooking, type Looking, LookingProvider, TABS, type Tab } from "../state/looking.js";
import { hashOf } from "../state/route.js";
import { ChartPane } from "./chart-pane.js";
import { InstanceHead } from "./instance-head.js";
import { Notice } from "./notice.js";
import { Panel } from "./panel.js";
import { Timeline } from "./timeline.js";

/** Which panel is open stays the same from one instance to the next. */
const tab: Signal<Tab> = signal<Tab>("why");

/** One instance: its chart, its time line, and what can be said about it. */
export function Instance({ name }: { readonly name: string }) {
  const app = useApp();
  const looking = useMemo(() => createLooking(app, name, tab), [app, name]);
  useEffect(() => () => looking.stop(), [looking]);
  useKeyHandler(useCallback((key, event) => keyed(looking, key, event), [looking]));
  useKeyHandler(useCallback((key) => copied(app, looking, key), [app, looking]));
  const { value, problem } = looking.instance;
  if (problem.value !== null) return <Notice title="This could not be read" text={problem} />;
  if (value.value === undefined) return <Notice title="Loading…" isBusy />;
  if (value.value === null) {
    return (
      <Notice
        title="There is no such instance"
        text="Its entries may have been forgotten to make room, or the link is of another journal. Choose one from the list."
      />
    );
  }
  return (
    <LookingProvider value={looking}>
      <div class="instance">
        <InstanceHead view={value.value} />
        <div class="work">
          <ChartPane />
          <Timeline />
        </div>
        <Panel />
      </div>
    </LookingProvider>
  );
}

function keyed(looking: Looking, key: string, { shiftKey }: KeyboardEvent): boolean {
  const { step, seek, first, isPlaying, selected } = looking;
  switch (key) {
    case "ArrowLeft":
      step(shiftKey ? -10 : -1);
      return true;
    case "ArrowRight":
      step(shiftKey ? 10 : 1);
      return true;
    case "Home":
      seek(first.value);
      return true;
    case "End":
      seek(null);
      return true;
    case " ":
      togglePlaying(looking);
      return true;
    case "Escape":
      selected.value = null;
      isPlaying.value = false;
      return true;
    default: {
      const chosen = TABS[Number(key) - 1];
      if (chosen) looking.tab.value = chosen;
      return chosen !== undefined;
    }
  }
}

/** From the end, playing starts again at the beginning. */
export function togglePlaying({ isPlaying, isAtEnd, seek, first }: Looking): void {
  if (!isPlaying.value && isAtEnd.value) seek(first.value);
  isPlaying.value = !isPlaying.value;
}

function copied({ said }: ReturnType<typeof useApp>, { key, n }: Looking, pressed: string) {
  if (pressed !== "c") return false;
  const link = new URL(hashOf({ view: "instance", key, n: n.value ?? null }), location.href);
  navigator.clipboard?.writeText(link.href).then(
    () => {
      said.value = `Link to entry ${n.value} copied`;
    },
    () => {
      said.value = "The browser does not let this page copy: copy the address instead";
    },
  );
  return true;
}

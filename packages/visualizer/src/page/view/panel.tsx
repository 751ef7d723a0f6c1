import { TABS, type Tab, useLooking } from "../state/looking.js";
import { ComparePanel } from "./compare-panel.js";
import { EntriesPanel } from "./entries-panel.js";
import { ProofPanel } from "./proof-panel.js";
import { WhatIfPanel } from "./what-if-panel.js";
import { WhyPanel } from "./why-panel.js";

const PANELS: Readonly<Record<Tab, () => preact.JSX.Element | null>> = {
  why: WhyPanel,
  entries: EntriesPanel,
  "what if": WhatIfPanel,
  compare: ComparePanel,
  proof: ProofPanel,
};
const idOf = (tab: Tab) => tab.replace(" ", "-");

/** What can be said and tried, one thing at a time. */
export function Panel() {
  const { tab } = useLooking();
  const Chosen = PANELS[tab.value];
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[(TABS.indexOf(tab.value) + by + TABS.length) % TABS.length] as Tab;
    tab.value = next;
    document.getElementById(`tab-${idOf(next)}`)?.focus();
  };
  return (
    <section class="panel" aria-label="About this moment">
      <div class="tabs" role="tablist" aria-label="About this moment" onKeyDown={move}>
        {TABS.map((one) => (
          <button
            type="button"
            role="tab"
            key={one}
            id={`tab-${idOf(one)}`}
            aria-selected={tab.value === one}
            aria-controls="tab-panel"
            tabIndex={tab.value === one ? 0 : -1}
            onClick={() => {
              tab.value = one;
            }}
          >
            {one[0]?.toUpperCase()}
            {one.slice(1)}
          </button>
        ))}
      </div>
      <div
        id="tab-panel"
        role="tabpanel"
        aria-labelledby={`tab-${idOf(tab.value)}`}
        class={`tab-panel ${idOf(tab.value)}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
      >
        <Chosen />
      </div>
    </section>
  );
}

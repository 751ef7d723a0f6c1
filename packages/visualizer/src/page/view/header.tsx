import { useApp } from "../state/app.js";
import type { Route } from "../state/route.js";
import { hashOf } from "../state/route.js";
import { plural } from "../words.js";
import { ThemeButton } from "./theme-button.js";

/** What is looked at, whether it is live, and the ways to the other views. */
export function Header() {
  const { status, isHelpOpen, isListOpen } = useApp();
  const known = status.value.value;
  return (
    <header class="head">
      <button
        type="button"
        class="icon list-button"
        aria-label="List of instances"
        aria-expanded={isListOpen.value}
        onClick={() => {
          isListOpen.value = !isListOpen.value;
        }}
      >
        ☰
      </button>
      <h1 title={known?.places.join("\n")}>{known?.title ?? "Readback"}</h1>
      {known && (
        <span class={known.isLive ? "live on" : "live"}>
          {known.isLive ? "live" : "recorded"}
          <span class="muted wide"> · {plural(known.records, "entry", "entries")}</span>
        </span>
      )}
      <nav aria-label="Views">
        <ViewLink to={{ view: "overview" }} text="Overview" />
        <ViewLink to={{ view: "ledger" }} text="Ledger" />
        {known !== undefined && (known.problems > 0 || known.forgotten.entries > 0) && (
          <ViewLink
            to={{ view: "problems" }}
            text={
              known.problems > 0
                ? plural(known.problems, "problem")
                : `${plural(known.forgotten.entries, "entry", "entries")} left out`
            }
            isBad
          />
        )}
      </nav>
      <ThemeButton />
      <button
        type="button"
        class="icon"
        aria-label="Keys"
        title="Keys (?)"
        onClick={() => {
          isHelpOpen.value = true;
        }}
      >
        ?
      </button>
    </header>
  );
}

interface ViewLinkProps {
  readonly to: Route;
  readonly text: string;
  readonly isBad?: boolean;
}

function ViewLink({ to, text, isBad = false }: ViewLinkProps) {
  const { route, go } = useApp();
  const isHere = route.value.view === to.view;
  return (
    <a
      href={hashOf(to)}
      class={isBad ? "bad" : undefined}
      aria-current={isHere ? "page" : undefined}
      onClick={(event) => {
        event.preventDefault();
        go(to);
      }}
    >
      {text}
    </a>
  );
}

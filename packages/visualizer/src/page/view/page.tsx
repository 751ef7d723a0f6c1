import type { ReadonlySignal } from "@preact/signals";
import { useApp } from "../state/app.js";
import { useKeys } from "../state/keys.js";
import { Compare } from "./compare.js";
import { Header } from "./header.js";
import { Help } from "./help.js";
import { Instance } from "./instance.js";
import { Ledger } from "./ledger.js";
import { List } from "./list.js";
import { Notice } from "./notice.js";
import { Overview } from "./overview.js";
import { Problems } from "./problems.js";
import { Progress } from "./progress.js";

/** The whole page: a head, the list of instances, and what is looked at. */
export function Page({ connection }: { readonly connection: ReadonlySignal<string> }) {
  const app = useApp();
  useKeys(app);
  const { status, route, isListOpen, said } = app;
  const known = status.value.value;
  return (
    <div class={isListOpen.value ? "page list-open" : "page"}>
      <button type="button" class="skip" onClick={skip}>
        Skip to what is looked at
      </button>
      <Header />
      {connection.value !== "" && (
        <p class="banner" role="status">
          {connection}
        </p>
      )}
      {status.problem.value !== null && <Notice title="The source failed" text={status.problem} />}
      {known?.reading && <Progress reading={known.reading} records={known.records} />}
      <div class="columns">
        <List />
        <main id="main" tabIndex={-1}>
          {known ? <Looked view={route.value} /> : <Notice title="Loading…" text="" isBusy />}
        </main>
      </div>
      <Help />
      <p class="said" role="status" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

function Looked({ view }: { readonly view: ReturnType<typeof useApp>["route"]["value"] }) {
  switch (view.view) {
    case "instance":
      return <Instance key={view.key} name={view.key} />;
    case "compare":
      return <Compare a={view.a} b={view.b} />;
    case "ledger":
      return <Ledger />;
    case "problems":
      return <Problems />;
    default:
      return <Overview />;
  }
}

function skip(): void {
  document.getElementById("main")?.focus();
}

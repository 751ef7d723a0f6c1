import { type ReadonlySignal, signal } from "@preact/signals";
import { render } from "preact";
import type { Source } from "../source/source.js";
import { showTextInFull } from "./in-full.js";
import { AppProvider, createApp } from "./state/app.js";
import { Page } from "./view/page.js";

/** Shows what a source has. `connection` says what is wrong with the way there; empty when nothing is. */
export function mount(source: Source, connection: ReadonlySignal<string> = signal("")): void {
  const place = document.getElementById("app");
  if (!place) throw new Error("The page has no #app");
  showTextInFull();
  const app = createApp(source);
  render(
    <AppProvider value={app}>
      <Page connection={connection} />
    </AppProvider>,
    place,
  );
}

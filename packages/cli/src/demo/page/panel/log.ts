import { type Beat, inWords } from "../../beat.js";
import { notesOf } from "../../transitions.js";
import type { PanelState } from "../panel-state.js";
import { h } from "./dom.js";

const EMPTY =
  "Play one of the four machines: an agent works, you are its person, and every step is shown here.";

/** What happened, line by line. Only what is new is added, so that a reader hears it once. */
export function createLog() {
  const empty = h("p", { class: "empty" }, EMPTY);
  const root = h(
    "div",
    { class: "log", role: "log", tabindex: "0", "aria-label": "What happens" },
    empty,
  );
  let last = 0;

  return {
    root,
    update({ beats, person }: Pick<PanelState, "beats" | "person">): void {
      // A server that was started again counts from 1.
      if ((beats.at(-1)?.nth ?? 0) < last) {
        root.replaceChildren();
        last = 0;
      }
      const fresh = beats.filter(({ nth }) => nth > last);
      if (fresh.length === 0) return;
      const isAtEnd = root.scrollHeight - root.scrollTop - root.clientHeight < 40;
      empty.remove();
      for (const { beat } of fresh) root.append(drawn(beat, person));
      last = fresh.at(-1)?.nth ?? last;
      if (isAtEnd) root.scrollTop = root.scrollHeight;
    },
  };
}

function drawn(beat: Beat, person: string): HTMLElement {
  const line = (who: string, ...content: (Node | string)[]) => {
    const name = who === "person" ? person : who;
    return h("p", { "data-who": who }, h("b", {}, name), h("span", {}, ...content));
  };
  switch (beat.kind) {
    case "story":
      return h("h3", {}, beat.heading.title, h("small", {}, beat.heading.promise));
    case "scene":
      return h("h4", {}, `${beat.ending}: ${beat.title}`);
    case "says":
      return line(beat.who, beat.text);
    case "quote":
      return line(beat.who, h("blockquote", {}, beat.lines.join("\n")));
    case "fields": {
      const fields = beat.fields.map(([name, value]) =>
        h("span", {}, h("span", { class: "name" }, `${name}: `), JSON.stringify(value) ?? ""),
      );
      return line(beat.who, h("code", {}, ...fields));
    }
    case "transition": {
      const { from, to, event } = beat.transition;
      return line(
        "machine",
        from === to ? `${to} (${event}) ` : `${from ?? "start"} → `,
        from === to ? "" : h("strong", {}, to),
        h("span", { class: "notes" }, notesOf(beat.transition)),
      );
    }
    case "later":
      return h("p", { class: "later" }, `… ${inWords(beat.ms)} later (simulated)`);
  }
}

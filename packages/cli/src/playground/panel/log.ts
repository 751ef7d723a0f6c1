import type { Beat } from "../../demo/beat.js";
import type { PanelState } from "../panel-state.js";
import { h } from "./dom.js";

/** What happened, line by line. Only what is new is added, so that a reader hears it once. */
export function createLog() {
  const empty = h("p", { class: "empty" }, "Play a machine to see every step it takes.");
  const root = h(
    "div",
    { class: "log", role: "log", tabindex: "0", "aria-label": "What happens" },
    empty,
  );
  let last = 0;

  return {
    root,
    update(beats: PanelState["beats"]): void {
      const fresh = beats.filter(({ nth }) => nth > last);
      // A server that was started anew counts from 1.
      if ((beats.at(-1)?.nth ?? 0) < last) {
        root.replaceChildren();
        last = 0;
        this.update(beats);
        return;
      }
      if (fresh.length === 0) return;
      const isAtEnd = root.scrollHeight - root.scrollTop - root.clientHeight < 40;
      empty.remove();
      for (const { beat } of fresh) root.append(drawn(beat));
      last = fresh.at(-1)?.nth ?? last;
      if (isAtEnd) root.scrollTop = root.scrollHeight;
    },
  };
}

function drawn(beat: Beat): HTMLElement {
  switch (beat.kind) {
    case "chapter":
      return h("h3", {}, beat.heading.title, h("small", {}, beat.heading.promise));
    case "scene":
      return h("h4", {}, beat.title);
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
      const { from, to, event, attempt, cause, outcome } = beat.transition;
      const notes = [
        attempt && `attempt ${attempt.number} of ${attempt.bound}`,
        outcome,
        cause && `by ${cause}`,
      ].filter((note) => note !== null);
      return line(
        "machine",
        from === to ? `${to} (${event})` : `${from ?? "start"} → `,
        from === to ? "" : h("strong", {}, to),
        h("span", { class: "notes" }, notes.join(" · ")),
      );
    }
    case "later":
      return line("system", `${beat.ms / 1_000} s later`);
  }
}

function line(who: string, ...content: (Node | string)[]): HTMLElement {
  return h("p", { "data-who": who }, h("b", {}, who), h("span", {}, ...content));
}

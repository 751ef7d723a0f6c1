import type { ComparedSide } from "../../source/comparison.js";

/** What the page shows: it is all in the address after the `#`, so that every view can be linked to. */
export type Route =
  | { readonly view: "overview" | "ledger" | "problems" }
  /** `n` is `null` at the end of a history, wherever that is by then. */
  | { readonly view: "instance"; readonly key: string; readonly n: number | null }
  | { readonly view: "compare"; readonly a: ComparedSide; readonly b: ComparedSide };

/** The address of a view: `#instance@entry` for a moment. */
export function hashOf(route: Route): string {
  switch (route.view) {
    case "overview":
      return "#";
    case "instance":
      return `#${encoded(route.key)}${route.n === null ? "" : `@${route.n}`}`;
    case "compare":
      return `#compare=${[route.a, route.b].map(sideText).join("~")}`;
    default:
      return `#${route.view}`;
  }
}

/** The view of an address; the overview for one that means nothing. */
export function routeOf(hash: string): Route {
  const text = hash.replace(/^#/, "");
  if (text === "ledger" || text === "problems") return { view: text };
  if (text.startsWith("compare=")) {
    const [a, b] = text.slice("compare=".length).split("~").map(sideOf);
    if (a && b) return { view: "compare", a, b };
  }
  const [, key = text, n] = /^(.*)@(\d+)$/.exec(text) ?? [];
  const name = decoded(key);
  if (!name.includes("/")) return { view: "overview" };
  return { view: "instance", key: name, n: n === undefined ? null : Number(n) };
}

/** `instance`, or `instance:attempt` or `instance:attempt.generation`. */
function sideText({ key, attempt, generation = 1 }: ComparedSide): string {
  const which = attempt === undefined ? "" : `:${attempt}${generation > 1 ? `.${generation}` : ""}`;
  return `${encoded(key)}${which}`;
}

function sideOf(text: string): ComparedSide | undefined {
  const [, key = text, attempt, generation] = /^(.*?):(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const name = decoded(key);
  if (!name.includes("/")) return undefined;
  if (attempt === undefined) return { key: name };
  return { key: name, attempt: Number(attempt), generation: Number(generation ?? 1) };
}

// A slash is easier to read as it is; what divides the parts of an address is not.
const encoded = (key: string) =>
  encodeURIComponent(key).replaceAll("%2F", "/").replaceAll("~", "%7E");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import type { Host } from "./host.js";

/** What a host says of itself and of the call, as far as it is used. All of it may be missing. */
export interface HostContext {
  readonly toolInfo?: { readonly tool?: { readonly name?: string } };
  readonly theme?: string;
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> };
  readonly displayMode?: string;
  readonly availableDisplayModes?: readonly string[];
}

/** What the view can be, besides a part of the chat, and what its button says. */
const MODES: Readonly<Record<string, string>> = { fullscreen: "Full screen", pip: "Own window" };

/** Makes the view look as its host wants. Returns how to tell it what has changed. */
export function followHost(host: () => Host, modes: HTMLElement): (change: HostContext) => void {
  const root = document.documentElement;
  let context: HostContext = {};

  function drawModes(): void {
    const { availableDisplayModes = [], displayMode = "inline" } = context;
    const offered = [...Object.keys(MODES), "inline"].filter(
      (mode) => mode !== displayMode && availableDisplayModes.includes(mode),
    );
    modes.replaceChildren(
      ...offered.map((mode) => {
        const button = document.createElement("button");
        button.textContent = MODES[mode] ?? "Back to the chat";
        button.onclick = () =>
          host()
            .request("ui/request-display-mode", { mode })
            // The host may have chosen another one. Without a word of it, all stays as it is.
            .then(
              (result) => follow({ displayMode: (result as { mode: string }).mode }),
              () => {},
            );
        return button;
      }),
    );
  }

  function follow(change: HostContext): void {
    context = { ...context, ...change };
    const { theme, styles } = change;
    if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {})) {
      if (name.startsWith("--") && typeof value === "string") root.style.setProperty(name, value);
    }
    drawModes();
  }
  return follow;
}

/** Tells the host how high the view is, now and whenever that changes. */
export function tellSize(host: Host): void {
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    host.notify("ui/notifications/size-changed", { height });
  }).observe(document.body);
}

import { ROUTES } from "../shared/protocol.js";
import type { Session } from "./session.js";

/** Links the application's own script to the server, by events on `document`. */
export function createPanelLink(session: () => Session | undefined): (state: unknown) => void {
  let latest: { readonly detail: unknown } | undefined;
  const tell = () => {
    if (latest) document.dispatchEvent(new CustomEvent("readback-panel", latest));
  };

  document.addEventListener("readback-panel-ready", tell);
  document.addEventListener("readback-panel-say", (event) => {
    // A server that is gone is reported by the connection; a click is not worth sending later.
    void session()?.post(ROUTES.panel, JSON.stringify((event as CustomEvent).detail ?? null));
  });

  return (state) => {
    latest = { detail: state };
    tell();
  };
}

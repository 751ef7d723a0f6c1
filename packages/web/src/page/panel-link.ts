import { ROUTES } from "../shared/protocol.js";

/** Links the application's own script to the server, by events on `document`. */
export function createPanelLink(token: () => string): (state: unknown) => void {
  let latest: { readonly detail: unknown } | undefined;
  const tell = () => {
    if (latest) document.dispatchEvent(new CustomEvent("readback-panel", latest));
  };

  document.addEventListener("readback-panel-ready", tell);
  document.addEventListener("readback-panel-say", (event) => {
    const body = JSON.stringify((event as CustomEvent).detail ?? null);
    const headers = { Authorization: `Bearer ${token()}`, "Content-Type": "application/json" };
    // A server that is gone is reported by the connection; a click is not worth sending later.
    fetch(ROUTES.panel, { method: "POST", headers, body }).catch(() => {});
  });

  return (state) => {
    latest = { detail: state };
    tell();
  };
}

import type { QuestionRequest } from "@readback/core";
import type { BridgeStage } from "@readback/core/testing";
import { createBridge } from "../../src/main/bridge.js";
import { PAGE } from "./app.js";
import { createFakeElectron, FakeWindow } from "./fake-electron.js";
import { openFakePage } from "./fake-page.js";

/** A bridge to windows that are not there, and the person in front of them. */
export function createFakeStage(): BridgeStage {
  const { app, parts } = createFakeElectron();
  let window = new FakeWindow({ url: PAGE });
  let page = openFakePage(window);
  const bridge = createBridge(parts, () => window.asWindow, { page: PAGE });
  const canSee = () => !window.isDestroyed() && window.isVisible();
  const idOf = ({ questions }: QuestionRequest) => questions[0]?.id ?? "";

  return {
    bridge,
    person: {
      sees: ({ requestId }) => canSee() && page.first()?.requestId === requestId,
      reads: () => (canSee() ? page.reads() : ""),
      answer: (request, text) =>
        page.answer(request.requestId, [{ id: idOf(request), values: [text] }]),
      type: (request, text) => page.type(request, text),
      cancel: ({ requestId }) => page.cancel(requestId, "cancelled"),
      decline: ({ requestId }) => page.cancel(requestId, "declined"),
      hide: () => window.minimize(),
      show: () => window.restore(),
      lose: () => window.close(),
      find() {
        window = new FakeWindow({ url: PAGE });
        page = openFakePage(window);
        app.emit("browser-window-created", {}, window);
      },
    },
    dispose: () => bridge.dispose(),
    after: () => page.stop(),
  };
}

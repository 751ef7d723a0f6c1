import { expect, it } from "vitest";
import { createAsker } from "../../src/index.js";
import { createBridgeListeners } from "../../src/surfaces.js";

function surface() {
  const listeners = createBridgeListeners();
  const sent: string[] = [];
  return {
    ...listeners,
    sent,
    bridge: {
      ...listeners.methods,
      surfaceOf: () => null,
      sendQuestion: ({ requestId }: { requestId: string }) => void sent.push(requestId),
    },
  };
}

it("shows a question on an added surface, too: it is on screen while one of them shows it", () => {
  const page = surface();
  const view = surface();
  const asker = createAsker({ bridge: { ...page.bridge, surfaceOf: () => "page" } });
  const remove = asker.addSurface("view", { ...view.bridge, surfaceOf: () => "view" });
  const input = { questions: [{ id: "q1", question: "Which name?" }] };
  const handle = asker.open(input);
  expect(handle.askId).toBe(asker.askIdOf(input));
  const [requestId = ""] = view.sent;
  expect(page.sent).toEqual([requestId]);

  page.emit("onRenderConfirmed", requestId);
  view.emit("onRenderConfirmed", requestId);
  expect(handle.surface).toBe("page and view");
  page.emit("onLost", requestId);
  expect([handle.state, handle.surface]).toEqual(["on_screen", "view"]);
  view.emit("onLost", requestId);
  expect(handle.state).toBe("presenting");

  remove();
  view.emit("onRenderConfirmed", requestId);
  expect(handle.state).toBe("presenting");
  asker.dispose();
});

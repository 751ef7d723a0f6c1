import { NoSurfaceError } from "@readback/core";
import { createBridgeListeners, ShownQuestions } from "@readback/core/surfaces";

/** A QuestionBridge to the pages of this app: each call goes out as a server-sent event. */
export function createAppBridge() {
  const pages = new Set();
  // One entry for each question: a retry takes the place of the presentation before it.
  const open = new ShownQuestions();
  const listeners = createBridgeListeners();

  const line = (call, args) => `data: ${JSON.stringify({ call, args })}\n\n`;
  const tell = (call, ...args) => {
    for (const page of pages) page.write(line(call, args));
  };

  const bridge = {
    ...listeners.methods,
    sendQuestion(request) {
      // What was shown before waits for a page, such as one that is being reloaded.
      if (pages.size === 0 && !open.get(request.requestId)) {
        throw new NoSurfaceError("Nobody has the app open: open it, then ask");
      }
      open.put({ request });
      tell("sendQuestion", request);
    },
    close(requestId, reason) {
      open.take(requestId);
      tell("close", requestId, reason);
    },
    acknowledge(requestId) {
      open.take(requestId);
      tell("acknowledge", requestId);
    },
    refuse: (requestId, problem) => tell("refuse", requestId, problem),
  };

  return {
    bridge,
    /** A page connects; one that was reloaded gets the open questions again. */
    connect(response) {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      for (const { request } of open) response.write(line("sendQuestion", [request]));
      pages.add(response);
      response.on("close", () => {
        pages.delete(response);
        if (pages.size > 0) return;
        for (const { request } of [...open]) listeners.emit("onLost", request.requestId);
      });
      response.flushHeaders();
    },
    /** What happened in a page. The asker checks the rest: ids, answers, repeats. */
    receive({ event, args }) {
      // The asker need not close what a person closed; the other pages have to know.
      if (event === "onCancel") bridge.close(args[0], args[1]);
      listeners.emit(event, ...args);
    },
  };
}

import { NoSurfaceError } from "@readback/core";

const events = ["onRenderConfirmed", "onAnswer", "onCancel", "onQueued", "onActivity"];

/** A QuestionBridge to the pages of this app: each call goes out as a server-sent event. */
export function createAppBridge() {
  const pages = new Set();
  const open = new Map();
  const listeners = new Map(events.map((event) => [event, new Set()]));

  const line = (call, args) => `data: ${JSON.stringify({ call, args })}\n\n`;
  const tell = (call, ...args) => {
    for (const page of pages) page.write(line(call, args));
  };
  const forget = (requestId) => {
    for (const [askId, request] of open) if (request.requestId === requestId) open.delete(askId);
  };

  const bridge = {
    sendQuestion(request) {
      if (pages.size === 0) throw new NoSurfaceError("Nobody has the app open: open it, then ask");
      open.set(request.askId, request);
      tell("sendQuestion", request);
    },
    close(requestId, reason) {
      forget(requestId);
      tell("close", requestId, reason);
    },
    acknowledge(requestId) {
      forget(requestId);
      tell("acknowledge", requestId);
    },
    refuse: (requestId, problem) => tell("refuse", requestId, problem),
  };
  for (const [event, callbacks] of listeners) {
    bridge[event] = (callback) => {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    };
  }

  return {
    bridge,
    /** A page connects; one that was reloaded gets the open questions again. */
    connect(response) {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      for (const request of open.values()) response.write(line("sendQuestion", [request]));
      pages.add(response);
      response.on("close", () => pages.delete(response));
      response.flushHeaders();
    },
    /** What happened in a page. The asker checks the rest: ids, answers, repeats. */
    receive({ event, args }) {
      // The asker need not close what a person closed; the other pages have to know.
      if (event === "onCancel") bridge.close(args[0], args[1]);
      for (const callback of listeners.get(event) ?? []) callback(...args);
    },
  };
}

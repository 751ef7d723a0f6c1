import { NoSurfaceError } from "@readback/core";
import { createBridgeListeners, ShownQuestions } from "@readback/core/surfaces";

/** A QuestionBridge to the open pages: each call of it goes out as a server-sent event. */
export function createPageBridge() {
  const pages = new Set();
  const open = new ShownQuestions();
  const listeners = createBridgeListeners();
  const text = new TextEncoder();

  const write = (page, call, args) =>
    page.write(text.encode(`data: ${JSON.stringify({ call, args })}\n\n`)).catch(() => leave(page));
  const tell = (call, ...args) => {
    for (const page of pages) write(page, call, args);
  };
  /** Only a page that shows a question keeps it on screen. */
  function leave(page) {
    if (!pages.delete(page) || pages.size > 0) return;
    for (const { request } of [...open]) listeners.emit("onLost", request.requestId);
  }

  const bridge = {
    ...listeners.methods,
    sendQuestion(request) {
      if (pages.size === 0 && !open.get(request.requestId)) {
        throw new NoSurfaceError("Nobody has the page open: open it, then ask");
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
    /** A page connects, and gets what is open. */
    connect(signal) {
      const { readable, writable } = new TransformStream();
      const page = writable.getWriter();
      pages.add(page);
      page.closed.catch(() => {}).finally(() => leave(page));
      signal.addEventListener("abort", () => leave(page));
      page.write(text.encode(": connected\n\n")).catch(() => leave(page));
      for (const { request } of open) write(page, "sendQuestion", [request]);
      const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
      return new Response(readable, { headers });
    },
    /** What happened in a page. The asker checks the rest: ids, answers, repeats. */
    receive({ event, args }) {
      if (event === "onCancel") bridge.close(args[0], args[1]);
      listeners.emit(event, ...args);
    },
  };
}

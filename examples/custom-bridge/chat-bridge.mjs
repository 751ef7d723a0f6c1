import { NoSurfaceError } from "@readback/core";
import { printable } from "@readback/core/printable";
import { BoundedMap, createBridgeListeners, ShownQuestions } from "@readback/core/surfaces";
import { answersIn, wordsOf } from "./chat-words.mjs";

/** A QuestionBridge to a chat. A question is a message, and its read receipt is the acknowledgement. */
export function createChatBridge(chat) {
  const listeners = createBridgeListeners();
  const open = new ShownQuestions();
  // Every message that asked something: a reply to an old one is a late answer, which the asker keeps.
  const asked = new BoundedMap(1_000);

  const stops = [
    chat.on("read", (message) => {
      const entry = open.get(asked.get(message)?.requestId);
      if (!entry || entry.isRead) return;
      entry.isRead = true;
      listeners.emit("onRenderConfirmed", entry.request.requestId);
    }),
    chat.on("reply", (message, text) => {
      const request = asked.get(message);
      if (!request) return;
      const how = { "/skip": "cancelled", "/refuse": "declined" }[text];
      if (!how) return listeners.emit("onAnswer", request.requestId, answersIn(text, request));
      finish(request.requestId, `You ${how === "declined" ? "refused" : "skipped"} this.`);
      listeners.emit("onCancel", request.requestId, how);
    }),
    chat.on("typing", (message) => {
      if (asked.has(message)) listeners.emit("onActivity", asked.get(message).requestId);
    }),
    chat.on("gone", () => {
      for (const { request, isRead } of [...open]) {
        if (isRead) listeners.emit("onLost", request.requestId);
      }
    }),
  ];

  function finish(requestId, words) {
    const entry = open.take(requestId);
    if (entry) chat.edit(entry.message, words);
  }

  return {
    ...listeners.methods,
    surfaceOf: () => "chat",
    sendQuestion(request) {
      if (!chat.isOnline)
        throw new NoSurfaceError("The person is offline: wait until they are back");
      // Sent again: the message is there, and the person reads it, or has to read it once more.
      const message = open.get(request.requestId)?.message ?? chat.post(wordsOf(request));
      asked.set(message, request);
      const earlier = open.put({ request, message, isRead: false });
      if (earlier && earlier.message !== message) chat.edit(earlier.message, "Asked again below.");
      chat.ping(message);
    },
    close: (requestId, reason) => finish(requestId, `This question is over: ${reason}.`),
    acknowledge: (requestId) => finish(requestId, "Your answer has arrived."),
    refuse: (requestId, problem) => open.get(requestId) && chat.post(printable(problem)),
    dispose() {
      for (const stop of stops) stop();
      for (const { request } of [...open]) finish(request.requestId, "The agent has left.");
    },
  };
}

// `npm test`: the chat keeps every promise of a bridge.
import { test } from "node:test";
import { bridgeChecks } from "@readback/core/testing";
import { createChat } from "./chat.mjs";
import { createChatBridge } from "./chat-bridge.mjs";

function create() {
  const chat = createChat();
  const bridge = createChatBridge(chat);
  const { person } = chat;
  const messagesOf = ({ questions: [{ question }] }) =>
    person.screen().filter(({ text }) => text.includes(question));
  const say = (text) => (request) => person.reply(messagesOf(request).at(-1), text);
  return {
    bridge,
    person: {
      sees: (request) => messagesOf(request).some(({ isOver }) => !isOver),
      reads: () =>
        person
          .screen()
          .map(({ text }) => text)
          .join("\n"),
      answer: (request, text) => say(text)(request),
      cancel: say("/skip"),
      decline: say("/refuse"),
      type: (request) => person.type(messagesOf(request).at(-1)),
      hide: () => person.look(true),
      show: () => person.look(false),
      lose: () => person.go(true),
      find: () => person.go(false),
    },
    dispose: () => bridge.dispose(),
  };
}

const cannot = {
  queue: "a chat shows every question at once",
  draft: "what is typed stays in the chat's own input",
};

for (const { name, notApplicable, run } of bridgeChecks({ create, cannot })) {
  test(name, { skip: notApplicable ?? false }, run);
}

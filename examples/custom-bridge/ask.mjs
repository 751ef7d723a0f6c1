// `npm start`: an agent asks through the chat, and somebody answers.
import { createAsker } from "@readback/core";
import { createChat } from "./chat.mjs";
import { createChatBridge } from "./chat-bridge.mjs";

const chat = createChat();
const bridge = createChatBridge(chat);
const asker = createAsker({ bridge });

const asking = asker.open({
  title: "Release 2.4",
  questions: [{ id: "first", question: "Where should it go first?", options: ["Europe", "Asia"] }],
});
const [message] = chat.person.screen();
console.log(message.text.replace(/^/gm, "agent  | "));
console.log(`state  | ${asking.state}`);
await new Promise((resolve) => bridge.onRenderConfirmed(resolve));
console.log(`state  | ${asking.state}, as the read receipt says`);
chat.person.reply(message, "Asia");
console.log("person | Asia");
const { outcome, values } = await asking.result;
console.log(`chat   | ${message.text.split("\n").at(-1)}`);
console.log(`result | ${outcome}: ${values.first}`);
asker.dispose();
bridge.dispose();

import { defineReadbackQuestions, type ReadbackQuestions } from "../element/readback-questions.js";
import { type ConnectionState, connect } from "./connection.js";
import { createOutbox } from "./outbox.js";
import { createPanelLink } from "./panel-link.js";
import { createAttention } from "./settings.js";
import { createTab } from "./tab.js";
import { type NoToken, takeToken } from "./token.js";

// The local page: one element, and the connection to the server that brings the questions.

const STATES: Readonly<Record<ConnectionState | NoToken, string>> = {
  connecting: "Connecting…",
  connected: "Connected.",
  lost: "Connection lost. Trying again… What you type is kept.",
  refused: "This address is no longer valid. Open the one that the program shows now.",
  resting: "This page is open in too many tabs, so this one rests.",
  used: "This link was used already, or is too old. Open the address that the program shows.",
  "no-token": "The address is not complete. Open it as the program shows it, with all after the #.",
};

defineReadbackQuestions();
const element = find<ReadbackQuestions>("readback-questions");
const connection = find("#connection");
const attention = createAttention(find("#settings > div"), document.title);
const tabId = crypto.randomUUID();
let token = "";
let disconnect = () => {};

const outbox = createOutbox({
  tab: tabId,
  token: () => token,
  onReply: (message) => receive(message),
});
const onPanel = createPanelLink(() => token);
const receive = createTab({ element, say: outbox.put, onNew: attention.newQuestion, onPanel });
element.addEventListener("readback-change", () => attention.setCount(element.unanswered));

async function start(): Promise<void> {
  disconnect();
  const found = await takeToken().catch(() => "used" as const);
  if (typeof found === "string") {
    show(found);
    return;
  }
  token = found.token;
  disconnect = connect({ token, tab: tabId, onMessage: receive, onState: show });
}

function show(state: ConnectionState | NoToken): void {
  connection.dataset.state = state;
  connection.textContent = STATES[state];
  if (state === "connected") outbox.flush();
  if (state !== "resting") return;
  const use = document.createElement("button");
  use.textContent = "Use this tab";
  use.addEventListener("click", () => void start());
  connection.append(use);
}

function find<E extends HTMLElement>(selector: string): E {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

// A new address of the same page changes only what is after the #: the page is not loaded again.
addEventListener("hashchange", () => void start());
void start();

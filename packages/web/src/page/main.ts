import { defineReadbackQuestions, type ReadbackQuestions } from "../element/readback-questions.js";
import { type ConnectionState, connect } from "./connection.js";
import { createKeys } from "./keys.js";
import { createNotice } from "./notice.js";
import { createOutbox } from "./outbox.js";
import { createPanelLink } from "./panel-link.js";
import type { Session } from "./session.js";
import { createAttention } from "./settings.js";
import { createTab } from "./tab.js";

// The local page: one element, and the connection to the server that brings the questions.

const STATES: Readonly<Record<ConnectionState, string>> = {
  connecting: "Connecting…",
  connected: "Connected.",
  lost: "Connection lost. Trying again… What you type is kept.",
  stranger:
    "Another program answers at this address. It was told nothing. Trying again… What you type is kept.",
  resting: "This page is open in too many tabs, so this one rests.",
  "no-link": "This address alone does not open the page. Open the link that the program shows.",
  used: "This link was used already, or is too old. Open the link that the program shows again.",
  ended:
    "The server that knew this tab has ended. Open the link that the program shows, in this tab: what you typed here is kept.",
};

defineReadbackQuestions();
const element = find<ReadbackQuestions>("readback-questions");
const connection = find("#connection");
const attention = createAttention(find("#settings > div"), document.title);
const tab = crypto.randomUUID();
const keys = createKeys(tab);
let session: Session | undefined;
let disconnect = () => {};

const outbox = createOutbox({
  tab,
  session: () => session,
  onReply: (message) => receive(message),
});
const onPanel = createPanelLink(() => session);
const receive = createTab({
  element,
  say: outbox.put,
  onNew: attention.newQuestion,
  onPanel,
  onNotice: createNotice(find("#notice")),
});
element.addEventListener("readback-change", () => attention.setCount(element.unanswered));

function start(): void {
  disconnect();
  const onSession = (found: Session | undefined) => {
    session = found;
  };
  disconnect = connect({ keys, tab, onMessage: receive, onSession, onState: show });
}

function show(state: ConnectionState): void {
  connection.dataset.state = state;
  connection.textContent = STATES[state];
  if (state === "connected") {
    outbox.flush();
    // The server may be another one, or have missed this tab: what is on screen is confirmed to it again.
    element.lookAgain();
  }
  if (state !== "resting") return;
  const use = document.createElement("button");
  use.textContent = "Use this tab";
  use.addEventListener("click", start);
  connection.append(use);
}

function find<E extends HTMLElement>(selector: string): E {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

// A new link to the same page changes only what is after the #: the page is not loaded again.
addEventListener("hashchange", start);
start();

import { defineReadbackQuestions, type ReadbackQuestions } from "../element/readback-questions.js";
import { createTab } from "../page/tab.js";
import { type ToView, VIEW_SETTINGS } from "../shared/view-protocol.js";
import { followHost, type HostContext, tellSize } from "./context.js";
import { createDraftStore } from "./draft-store.js";
import { connectHost, type Host } from "./host.js";
import { createLink } from "./link.js";

// The view that a chat client shows: the element, and one more tab of the question board, over tool calls.

/** How long a host may take to say what its tool was called with. Some never do while it runs. */
const INPUT_WITHIN = 700;

const { key, tool, version } = JSON.parse(find(`#${VIEW_SETTINGS}`).textContent ?? "");
defineReadbackQuestions();
const element = find<ReadbackQuestions>("readback-questions");
const state = find("#state");
/** What was typed and not sent, by ask. */
const typed = createDraftStore();

const host: Host = connectHost({ onNotice, onTeardown: () => link.leave() });
const link = createLink({
  key,
  call: async (args) => {
    const result = await host.request("tools/call", { name: tool, arguments: args });
    const { structuredContent, isError } = result as { structuredContent?: ToView; isError?: true };
    // It did not take it: the link tries again.
    if (isError || !structuredContent) throw result;
    return structuredContent;
  },
  onMessage: (message) => receive(message),
  onDrafts(drafts) {
    for (const [askId, drafted] of Object.entries(drafts)) {
      if (!typed.has(askId)) typed.set(askId, drafted);
    }
  },
  onLost() {
    element.lookAgain();
    for (const [askId, drafts] of typed) link.draft(askId, drafts);
  },
  onState: (isConnected) => {
    state.hidden = isConnected;
  },
  isBusy: () => element.unanswered > 0,
});
const follow = followHost(() => host, find("#modes"));

element.draftStore = {
  load: (askId) => typed.get(askId),
  save(askId, drafts) {
    typed.set(askId, drafts);
    link.draft(askId, drafts);
  },
  forget(askId) {
    typed.delete(askId);
    link.draft(askId, null);
  },
};
const receive = createTab({
  element,
  say: link.say,
  onNew: () => {},
  onPanel: () => {},
  onNotice: () => {},
});

let toolName: string | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;

function onNotice(method: string, params: unknown): void {
  switch (method) {
    case "ui/notifications/tool-input":
      clearTimeout(waiting);
      openWith((params as { arguments?: Record<string, unknown> } | undefined)?.arguments);
      break;
    // The call is over, and the question need not be: another call may wait for it.
    case "ui/notifications/tool-result":
    case "ui/notifications/tool-cancelled":
      link.open();
      break;
    case "ui/notifications/host-context-changed":
      follow(params as HostContext);
  }
}

function openWith(input: Record<string, unknown> | undefined): void {
  link.open({ ...(toolName !== undefined && { tool: toolName }), ...(input && { input }) });
}

function find<E extends HTMLElement>(selector: string): E {
  return document.querySelector(selector) as E;
}

async function start(): Promise<void> {
  const { hostContext = {} } = (await host.request("ui/initialize", {
    appInfo: { name: "readback", title: "Readback", version },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen", "pip"] },
    protocolVersion: "2026-01-26",
  })) as { readonly hostContext?: HostContext };
  toolName = hostContext.toolInfo?.tool?.name;
  follow(hostContext);
  waiting = setTimeout(openWith, INPUT_WITHIN);
  host.notify("ui/notifications/initialized");
  tellSize(host);
}

start().catch(reportError);

import type { QuestionRequest } from "@readback/core";
import type { Page } from "playwright-core";
import { ROUTES, type Taken, type ToTab } from "../../../web/src/shared/protocol.js";
import { addressIn } from "../../../web/test/support/question-page.js";
import { greet, type KnownKey, originOf, type RawTab } from "../../../web/test/support/raw-tab.js";
import { pause, type Storm } from "./tally.js";

/** An answer that a person sent. No two are alike. */
interface Sent {
  readonly value: string;
  readonly question: string;
  /** The page said that it was sent. */
  isAcknowledged: boolean;
}

/** What has become of all answers that were sent, by their values. */
export type Answers = Map<string, Sent>;

const TAB = "storm";
const PATIENCE = 10_000;

/**
 * A person in front of a tab, as the server of the page sees them: they come through the link, read
 * what is asked of them, answer a little later, send that until it is taken, and connect again
 * whenever the server is gone.
 */
export function playPerson(
  link: string,
  port: number,
  isForThem: (question: string) => boolean,
  { storm, answers }: { storm: Storm; answers: Answers },
) {
  const { random } = storm;
  const stopping = new AbortController();
  const outbox: { readonly requestId: string; readonly body: string }[] = [];
  const known = new Map<string, Sent | undefined>();
  /** What was heard and said about each question, for the one that gets no answer. */
  const stories = new Map<string, string[]>();
  const began = Date.now();
  const remember = (requestId: string, what: string) => {
    const at = `${Date.now() - began} ms`;
    stories.set(requestId, [...(stories.get(requestId) ?? []), `${at}: ${what}`]);
  };
  let key = launchKey(link);
  let raw: RawTab | undefined;
  /** Once the server has said how things stand, as in a real tab. */
  let session: { readonly raw: RawTab; posts: number } | undefined;
  let said = 0;
  let isSending = false;

  function say(requestId: string, message: object): void {
    said += 1;
    const body = JSON.stringify({ id: `storm-${said}`, tab: TAB, requestId, ...message });
    remember(requestId, `says ${body}`);
    outbox.push({ requestId, body });
    void send();
  }

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let [first] = outbox; first && !stopping.signal.aborted; [first] = outbox) {
      const events = await post(first.body).catch(() => undefined);
      if (events) {
        outbox.shift();
        remember(first.requestId, `is told ${JSON.stringify(events)}`);
        for (const event of events) hear(event);
      } else await pause(50);
    }
    isSending = false;
  }

  /** What the server replies; `undefined` when it has to be sent again. */
  async function post(body: string): Promise<readonly ToTab[] | undefined> {
    if (!session) return undefined;
    session.posts += 1;
    const sealed = session.raw.sealed(session.posts, ROUTES.messages, body);
    const response = await fetch(`${originOf({ port })}${ROUTES.messages}`, {
      method: "POST",
      headers: sealed.headers,
      body: new Uint8Array(sealed.body),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE)]),
    });
    const text = await response.text();
    if (response.status >= 500 || response.status === 401) return undefined;
    if (response.status === 200) return (JSON.parse(text) as Taken).events;
    throw storm.note(`the page refused ${body}: ${text}`);
  }

  function show({ requestId, questions }: QuestionRequest): void {
    const { question = "", id = "" } = questions[0] ?? {};
    if (!isForThem(question)) return;
    remember(requestId, `sees ${question}`);
    say(requestId, { type: "rendered" });
    if (known.has(requestId)) {
      // Nobody has to answer twice.
      if (known.get(requestId)?.isAcknowledged) {
        storm.note(`shown after it was sent: ${question}: ${story(question)}`);
      }
      return;
    }
    known.set(requestId, undefined);
    setTimeout(() => {
      const sent = { value: `typed ${answers.size + 1}`, question, isAcknowledged: false };
      answers.set(sent.value, sent);
      known.set(requestId, sent);
      say(requestId, { type: "answer", answers: [{ id, values: [sent.value] }] });
    }, random.below(400));
  }

  function hear(message: ToTab): void {
    switch (message.type) {
      case "keys":
        if (raw) key = { key: "tab", id: TAB, secret: raw.ownKey(message.tab) };
        break;
      case "hello":
        // Not before: what it says of answers that are on their way must not come after their receipt.
        if (raw) session = { raw, posts: 0 };
        message.open.forEach(show);
        break;
      case "ask":
        show(message.request);
        break;
      case "acknowledge": {
        const sent = known.get(message.requestId);
        if (sent) sent.isAcknowledged = true;
        break;
      }
      case "close":
        remember(message.requestId, `closes it: ${message.reason}`);
        break;
      case "refuse":
        storm.note(`refused: ${message.problem}`);
    }
  }

  async function connectOnce(): Promise<void> {
    raw = await inTime(greet({ port }, TAB, key));
    const response = await fetch(`${originOf({ port })}${ROUTES.events}`, {
      headers: { authorization: raw.opening },
      signal: stopping.signal,
    });
    if (!response.ok || !response.body) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) hear(JSON.parse(line.slice(line.indexOf(" ") + 1)) as ToTab);
    }
  }

  async function stay(): Promise<void> {
    while (!stopping.signal.aborted) {
      await connectOnce().catch(() => {});
      session = undefined;
      await pause(100);
    }
  }
  const staying = stay();

  /** What happened around a question. */
  function story(question: string): string {
    return [...stories.values()]
      .filter((lines) => lines.some((line) => line.endsWith(`sees ${question}`)))
      .map((lines) => lines.join("; "))
      .join(" | ");
  }

  return {
    isConnected: () => session !== undefined,
    story,
    async leave() {
      stopping.abort();
      await staying;
    },
  };
}

/** The key in the file that opens the page. */
function launchKey(link: string): KnownKey {
  const [id = "", secret = ""] = (addressIn(link).split("#launch=")[1] ?? "").split(".");
  return { key: "launch", id, secret: Buffer.from(secret, "base64url") };
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  const late = pause(PATIENCE).then(() => Promise.reject(new Error("nobody answers")));
  late.catch(() => {});
  return Promise.race([promise, late]);
}

/** The same person at a real tab, until `isOver`. */
export async function playInTab(
  tab: Page,
  isForThem: (question: string) => boolean,
  isOver: () => boolean,
  answers: Answers,
): Promise<void> {
  const card = tab.locator("[part~=open]").first();
  while (!isOver()) {
    // What is on top may be over before it is answered.
    await answerTop().catch(() => {});
    await pause(50);
  }

  async function answerTop(): Promise<void> {
    const field = card.getByRole("textbox");
    const question = (await field.getAttribute("aria-label", { timeout: 300 })) ?? "";
    const text = question || ((await card.textContent({ timeout: 300 })) ?? "");
    const name = /Question \S+ \(\w+\)\?/.exec(text)?.[0];
    if (!name || !isForThem(name)) return;
    const sent: Sent = {
      value: `typed ${answers.size + 1}`,
      question: name,
      isAcknowledged: false,
    };
    answers.set(sent.value, sent);
    await field.fill(sent.value, { timeout: 1_000 });
    await field.press("Control+Enter", { timeout: 1_000 });
    await tab.locator("[part~=sent]", { hasText: sent.value }).waitFor({ timeout: 10_000 });
    sent.isAcknowledged = true;
  }
}

import type { QuestionRequest } from "@readback/core";
import type { BridgeStage } from "@readback/core/testing";
import type { BrowserWindow } from "electron";
import { createElectronBridge } from "../../src/main.js";

/** Opens a window with the page in it. */
type Open = () => Promise<BrowserWindow>;

/** What runs in the page: finds the card of a question, and the parts of it. */
const FIND = `
  const { shadowRoot } = document.querySelector("readback-questions");
  const cards = [...shadowRoot.querySelectorAll(".card")];
  const cardOf = (question) =>
    cards.findLast((card) => card.querySelector(".question")?.textContent.includes(question));
  const isUsable = (one) => one && !one.disabled && one.checkVisibility();
  const button = (card, part) =>
    [...card.querySelectorAll("button")].find(
      (one) => one.getAttribute("part").split(" ").includes(part) && isUsable(one),
    );
`;

/** A bridge to a real window, and a person who clicks and types in it. */
export async function createRealStage(page: string, open: Open): Promise<BridgeStage> {
  let window = await open();
  const bridge = createElectronBridge(() => window, { page });
  const isThere = () => !window.isDestroyed() && window.isVisible() && !window.isMinimized();

  /** Runs script in the page; it sees the question as \`question\`. */
  async function play<T>(request: QuestionRequest | null, script: string): Promise<T> {
    const question = JSON.stringify(request?.questions[0]?.question ?? "");
    return window.webContents.executeJavaScript(
      `(() => { ${FIND} const question = ${question}; ${script} })()`,
    );
  }

  /** A person tries until it works: buttons of a question that has just come take no click yet. */
  async function insist(request: QuestionRequest, script: string): Promise<void> {
    const end = Date.now() + 20_000;
    while (!(await play<boolean>(request, script))) {
      if (Date.now() > end) throw new Error(`The person could not do it: ${script}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const fill = (text: string) => `
    const card = cardOf(question);
    if (!card) return false;
    button(card, "answer-late")?.click();
    const field = card.querySelector("textarea, input[type=text]");
    if (!isUsable(field)) return false;
    field.value = ${JSON.stringify(text)};
    field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  `;
  const press = (request: QuestionRequest, part: string) =>
    insist(
      request,
      `const card = cardOf(question); const found = card && button(card, "${part}");
       found?.click(); return found !== undefined;`,
    );

  return {
    bridge,
    person: {
      sees: async (request) =>
        isThere() &&
        (await play<boolean>(
          request,
          `const card = cardOf(question);
           return document.visibilityState === "visible" && card?.dataset.phase === "open" && card.checkVisibility();`,
        )),
      reads: async () =>
        isThere()
          ? play<string>(
              null,
              `return shadowRoot.querySelector(".stack").innerText + "\\n" +
                [...shadowRoot.querySelectorAll("textarea")].map((one) => one.value).join("\\n");`,
            )
          : "",
      answer: (request, text) =>
        insist(
          request,
          `${fill(text)} const send = button(card, "send");
           if (!send || send.getAttribute("aria-disabled") === "true") return false;
           send.click(); return true;`,
        ),
      async type(request, text) {
        // Only what a person types counts as activity: this comes as from a keyboard.
        await insist(request, `${fill("")} field.focus(); return true;`);
        await window.webContents.insertText(text);
      },
      cancel: (request) => press(request, "dismiss"),
      decline: (request) => press(request, "decline"),
      hide: () => window.hide(),
      show: () => window.show(),
      lose: () => window.destroy(),
      async find() {
        window = await open();
        bridge.refresh();
      },
    },
    dispose: () => bridge.dispose(),
    after() {
      if (!window.isDestroyed()) window.destroy();
    },
  };
}

import type { QuestionRequest } from "@readback/core";
import { type BridgeStage, bridgeChecks } from "@readback/core/testing";
import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { useBrowser } from "../support/browser.js";
import { connected, useQuestionPage } from "../support/question-page.js";

const browser = useBrowser();
const open = useQuestionPage();
const QUICK = { timeout: 1_000 };

/** The page in a real browser, and a person who uses it as people do: by what is on screen. */
async function create(): Promise<BridgeStage> {
  const page = await open();
  let tab: Page = await browser.page(page.link());
  await connected(tab);

  const cards = ({ questions }: QuestionRequest, state: "open" | "closed") =>
    tab.locator(`[part~=card][part~=${state}]`, { hasText: questions[0]?.question ?? "" });
  const sees = async (request: QuestionRequest) =>
    !tab.isClosed() && (await cards(request, "open").first().isVisible());
  const display = (value: string) =>
    tab.locator("readback-questions").evaluate((element, shown) => {
      (element as HTMLElement).style.display = shown;
    }, value);

  return {
    bridge: page,
    person: {
      sees,
      async reads() {
        const texts = await tab.locator("[part~=card]").allInnerTexts();
        const typed = await tab
          .locator("textarea, input")
          .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
        return [...texts, ...typed].join("\n");
      },
      async answer(request, text) {
        const until = Date.now() + 20_000;
        for (;;) {
          const isOpen = await sees(request);
          const card = cards(request, isOpen ? "open" : "closed").first();
          const unfold = card.locator("[part~=answer-late]");
          try {
            if (!isOpen && (await unfold.isVisible())) await unfold.click(QUICK);
            await card.getByRole("textbox").fill(text, QUICK);
            return await card.locator("[part~=send]").click(QUICK);
          } catch (error) {
            // It can close under a person's hands, and may be unfolded by now: they look again.
            if (Date.now() > until) throw error;
          }
        }
      },
      type: (request, text) =>
        cards(request, "open").first().getByRole("textbox").pressSequentially(text),
      cancel: (request) => cards(request, "open").first().locator("[part~=dismiss]").click(),
      decline: (request) => cards(request, "open").first().locator("[part~=decline]").click(),
      hide: () => display("none"),
      show: () => display(""),
      lose: () => tab.close(),
      async find() {
        tab = await browser.page(page.link());
        await connected(tab);
      },
    },
  };
}

const cannot = {
  dispose: "tabs keep their questions when the server ends, and send answers when it is back",
};

describe("the page, as a bridge", () => {
  const subject = { create, cannot, patience: 15_000, quiet: 300 };
  for (const { name, notApplicable, run } of bridgeChecks(subject)) {
    it.skipIf(notApplicable)(name, run);
  }
});

import type { QuestionRequest } from "@readback/core";
import { type BridgeStage, bridgeChecks } from "@readback/core/testing";
import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { answerCard } from "../support/answer-card.js";
import { useBrowser } from "../support/browser.js";
import { connected, useQuestionPage } from "../support/question-page.js";

const browser = useBrowser();
const open = useQuestionPage();

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
      answer: (request, text) => answerCard((state) => cards(request, state), text),
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

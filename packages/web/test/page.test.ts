import { createAsker } from "@readback/core";
import { afterEach, describe, expect, it } from "vitest";
import { openQuestionPage, type QuestionPage } from "../src/server.js";
import { useBrowser } from "./support/browser.js";

const browser = useBrowser();
const pages: QuestionPage[] = [];
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.stop()));
});

async function open(options?: Parameters<typeof openQuestionPage>[0]): Promise<QuestionPage> {
  const page = await openQuestionPage(options);
  pages.push(page);
  return page;
}

describe("the local page", () => {
  it("shows a question, confirms it, sends the answer and says that it arrived", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const tab = await browser.page(page.url);
    const result = asker.ask({ questions: [{ question: "Deploy now?", type: "confirm" }] });
    await tab.getByRole("radio", { name: "Yes" }).check();
    await tab.getByRole("button", { name: "Send" }).click();
    await tab.getByText("Sent.").first().waitFor();
    expect(await result).toMatchObject({ outcome: "answered", answers: [{ values: ["yes"] }] });
    asker.dispose();
  });
});

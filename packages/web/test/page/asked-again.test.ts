import { createAsker } from "@readback/core";
import { expect, it } from "vitest";
import { useBrowser } from "../support/browser.js";
import { connected, useQuestionPage } from "../support/question-page.js";

const browser = useBrowser();
const open = useQuestionPage();

it("shows a question anew that is asked again the moment it was answered", async () => {
  const page = await open();
  const asker = createAsker({ bridge: page, renderTimeout: 10_000 });
  const tab = await browser.page(page.link());
  await connected(tab);
  for (const text of ["first", "second", "third"]) {
    const asked = asker.ask({ questions: [{ question: "What next?" }] });
    const field = tab.locator("article[data-phase=open]").getByRole("textbox");
    await field.waitFor();
    await expect.poll(() => field.inputValue()).toBe("");
    await field.fill(text);
    await field.press("Control+Enter");
    expect(await asked).toMatchObject({ attempt: 1, answers: [{ values: [text] }] });
  }
  asker.dispose();
});

import type { Locator } from "playwright-core";

const QUICK = { timeout: 1_000 };
const PATIENCE = 20_000;

/**
 * A person who types an answer into a card and sends it. The card can close under their hands, and be unfolded
 * then, so they look again. A busy browser may take longer for a click than that is waited for, and it counts all the same.
 */
export async function answerCard(
  cardsThatAre: (state: "open" | "closed") => Locator,
  text: string,
): Promise<void> {
  const until = Date.now() + PATIENCE;
  let hasClicked = false;
  for (;;) {
    const isOpen = await cardsThatAre("open").first().isVisible();
    const isThere = isOpen || (await cardsThatAre("closed").first().isVisible());
    if (hasClicked && !isThere) return;
    const card = cardsThatAre(isOpen ? "open" : "closed").first();
    try {
      const unfold = card.locator("[part~=answer-late]");
      if (!isOpen && (await unfold.isVisible())) await unfold.click(QUICK);
      await card.getByRole("textbox").fill(text, QUICK);
      hasClicked = true;
      return await card.locator("[part~=send]").click(QUICK);
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { answer, useBrowser, whenConnected } from "./support/browser.js";
import { createProject, type Way } from "./support/server.js";

const name = { questions: [{ question: "What is it called?" }] };

const ways: readonly Way[] = [
  { client: "v1", over: "HTTP" },
  { client: "v2 2026-07-28", over: "HTTP" },
  { client: "v2 2026-07-28", over: "stdio" },
];

const browser = useBrowser();
let project = createProject();
afterEach(async () => {
  await project.end();
  project = createProject();
});

/** As `rm -rf`, which gives up a folder in which somebody writes meanwhile. */
function removeState(): void {
  try {
    rmSync(join(project.dir, "mcp"), { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
  }
}

it.each(ways)(
  "rm -rf under a server over $over, $client: calls go on, the page says so, also to another server's agent",
  async (way) => {
    const { client, page } = await project.start(way);
    const other = await project.start({ ...way, over: "stdio" });
    const tab = await browser.open(page);
    await whenConnected(tab);
    const first = client.call("ask_user", name);
    await tab.getByText("What is it called?").first().waitFor();
    await tab.getByRole("textbox").fill("Read");
    removeState();
    await tab.getByText(/questions in .+ were deleted while in use/).waitFor();
    expect(await tab.getByRole("textbox").inputValue()).toBe("Read");
    await answer(tab, "Readback");
    expect((await first).result).toMatchObject({ outcome: "answered", renderConfirmed: true });
    for (const [nth, agent] of [client, other.client].entries()) {
      const next = agent.call("ask_user", { questions: [{ question: `Which colour, ${nth}?` }] });
      await tab.getByText(`Which colour, ${nth}?`).first().waitFor();
      await answer(tab, "red");
      expect((await next).result).toMatchObject({ outcome: "answered", surface: "page" });
    }
  },
);

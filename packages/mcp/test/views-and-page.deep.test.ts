import { createAsker, createMemoryJournal } from "@readback/core";
import { openQuestionPage } from "@readback/web/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createAskUserTools, createSurfaces } from "../src/index.js";
import { pageSurface } from "../src/page-surface.js";
import { type AppHostHabits, useAppHosts } from "./support/app-host/app-host.js";
import { answer, useBrowser, whenConnected } from "./support/browser.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";

// A view that does not come up, and the page, both in a real browser.

const hosts = useAppHosts();
const browser = useBrowser();
const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const input = { questions: [{ id: "q1", question: "Which name?" }] };

async function start(pair: (typeof PAIRS)[number], habits: AppHostHabits) {
  const page = await openQuestionPage();
  const tab = await browser.open(page.link());
  await whenConnected(tab);
  const local = [pageSurface(page, { open: false })];
  const surfaces = createSurfaces({ local, viewWithin: 500, comesUpWithin: 1_500 });
  const journal = createMemoryJournal();
  const asker = createAsker({ bridge: surfaces, journal });
  const tools = createAskUserTools({ asker, surfaces, app: true });
  const client = await connectInMemory(pair, (server) => tools.register(server), { apps: true });
  ending.push(
    () => client.close(),
    () => tools.dispose(),
    () => asker.dispose(),
    () => page.stop(),
  );
  return { asker, tab, host: await hosts.open(client, habits) };
}

/** What the call came to when the page took over. */
const byPage = {
  ...{ outcome: "answered", renderConfirmed: true, attempt: 1, retryReason: null },
  ...{ surface: "page", evidence: { visibility: "browser", surface: "page" } },
};

describe.each(PAIRS)("a view that does not come up: $server, $client", (pair) => {
  it("because there is none: the page has the question, in the same attempt", async () => {
    const { host, tab } = await start(pair, { mounts: "never" });
    const call = await host.call("ask_user", input);
    await answer(tab, "Ada");
    expect((await call.result).result).toMatchObject(byPage);
  });

  it("because nobody can see it: the page has it, in the same attempt, and the view says how it ended", async () => {
    const { asker, host, tab } = await start(pair, { mounts: "never" });
    const { id, view } = await host.mount("ask_user", input);
    const uncover = await host.cover(id, "host");
    const call = await host.call("ask_user", input);
    await view.getByRole("textbox").waitFor({ state: "attached" });
    const [[askId, first] = []] = [...asker.runtime.live()];
    expect(first?.context).toMatchObject({ attempt: 1, renderConfirmed: false });
    await tab.getByRole("textbox").waitFor();
    await vi.waitFor(() =>
      expect(asker.runtime.snapshot(askId ?? "")?.context).toMatchObject({
        ...{ attempt: 1, requestId: first?.context.requestId, renderConfirmed: true },
        shownIn: [expect.objectContaining({ surface: "page" })],
      }),
    );
    await answer(tab, "Ada");
    await uncover();
    await view.getByText("answered elsewhere").first().waitFor();
    expect((await call.result).result).toMatchObject(byPage);
  });
});

import { askMachine } from "@readback/core";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { createStore } from "../../src/model/store.js";
import type { Route } from "../../src/page/state/route.js";
import { createLocalSource } from "../../src/source/local-source.js";
import { currentStories, NOW } from "../support/current-stories.js";
import { DEPLOY, goTo, useVisualizer } from "../support/visualizer-page.js";

const visualizer = useVisualizer();

const VIEWS: readonly (readonly [route: Route, there: string, tab?: string])[] = [
  [{ view: "overview" }, ".heat svg"],
  [{ view: "ledger" }, ".ledger table"],
  [{ view: "problems" }, ".sheet"],
  [
    {
      view: "compare",
      a: { key: DEPLOY, attempt: 1, generation: 1 },
      b: { key: DEPLOY, attempt: 2, generation: 1 },
    },
    ".compare",
  ],
  [{ view: "instance", key: DEPLOY, n: 3 }, ".canvas svg", "Why"],
  [{ view: "instance", key: DEPLOY, n: 3 }, ".details", "Entries"],
  [{ view: "instance", key: DEPLOY, n: 3 }, ".outside", "What if"],
  [{ view: "instance", key: DEPLOY, n: 3 }, ".canvas svg", "Compare"],
  [{ view: "instance", key: DEPLOY, n: 3 }, "section.proof", "Proof"],
];

/** What axe finds, in one line each. It is run outside the page's own policy. */
async function faults(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(`${axe.source};
    axe.run(document).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
        id + ": " + html.slice(0, 160) + " " + failureSummary)))`);
  return found as readonly string[];
}

describe.each([
  ["light", 1280, 720],
  ["dark", 1280, 720],
  ["light", 390, 844],
  ["dark", 390, 844],
] as const)("in %s, %i pixels wide", (colorScheme, width, height) => {
  it("every view can be used by everybody, and fits", async () => {
    const page = await visualizer.golden({ colorScheme, viewport: { width, height } });
    await page.getByText(/^\d+ instances$/).waitFor();
    for (const [route, there, tab] of VIEWS) {
      await goTo(page, route);
      if (tab) await page.getByRole("tab", { name: tab }).click();
      await page.locator(there).first().waitFor({ state: "attached" });
      expect(await faults(page), `${route.view} ${tab ?? ""}`).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${route.view} ${tab ?? ""}`).toBeLessThanOrEqual(width);
    }
  });
});

describe.each(["light", "dark"] as const)(
  "in %s, what is there only now and then",
  (colorScheme) => {
    it("can be used by everybody, too", async () => {
      const store = createStore([askMachine], { maxEntries: 12 });
      for (const entry of currentStories()) store.add(entry);
      const act = async () => ({ isDone: true, message: "It is withdrawn" });
      const offer = { name: "fix", label: "Fix", what: "It is tried once more.", asksFor: "Why" };
      const source = createLocalSource({
        ...{ store, charts: async () => null, now: () => NOW, isLive: true },
        ...{ reading: () => ({ done: 1, total: 2 }), exported: async () => "<html>" },
        control: { offers: () => [offer], act },
      });
      const page = await visualizer.open(source, { colorScheme });
      const check = async (what: string) => expect(await faults(page), what).toEqual([]);
      await page.getByRole("progressbar", { name: "Reading journals" }).waitFor();
      await check("reading");
      await page.getByRole("link", { name: /left out$|problems?$/ }).click();
      await page.getByText(/To stay within its memory/).waitFor();
      await check("what was left out");
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await check("keys");
      await page.keyboard.press("Escape");
      await goTo(page, { view: "instance", key: "ask-with-render-ack/name", n: null });
      await page.getByRole("button", { name: "Fix" }).click();
      await page.getByRole("dialog", { name: "Fix?" }).waitFor();
      await check("a dialog");
      await page.keyboard.press("Escape");
      await page.getByText("Take away").click();
      await page.getByRole("button", { name: "Run as one page, texts hidden" }).waitFor();
      await check("what to take away");
      await page.getByText("Take away").click();
      await page.getByRole("tab", { name: "What if" }).click();
      await page
        .getByRole("button", { name: /^Skip entry/ })
        .first()
        .click();
      await page.locator(".branch").waitFor();
      await check("a branch");
      await goTo(page, { view: "instance", key: "ask-with-render-ack/nobody", n: null });
      await page.getByRole("heading", { name: "There is no such instance" }).waitFor();
      await check("nobody");
      await page.getByLabel("Search").fill("nothing has this");
      await page.getByText("Clear filters").waitFor();
      await check("nothing found");
    });
  },
);

describe("the other views", () => {
  it("count outcomes, retries and dwell times, and draw coverage as heat", async () => {
    const page = await visualizer.golden();
    await page.getByRole("button", { name: /^verify-retry-escalate/ }).click();
    await page.getByText(/\d+ of \d+ transitions taken by 39 instances/).waitFor();
    await page.locator(".heat [class*='heat-5']").first().waitFor({ state: "attached" });
    await page.getByRole("columnheader", { name: "p95" }).waitFor();
    await page.getByRole("rowheader", { name: "executing" }).waitFor();
  });

  it("list what is owed, and lead to it", async () => {
    const page = await visualizer.golden();
    await goTo(page, { view: "ledger" });
    await page.getByLabel("Session").selectOption("today");
    await page.getByRole("button", { name: /pending$/ }).click();
    const row = page.getByRole("row", { name: /The person owes the agent an answer/ });
    await row.getByRole("link", { name: /Naming/ }).click();
    await page.locator(".instance-head").getByText("Naming: What shall it be called?").waitFor();
  });

  it("compare two attempts, or two instances, that somebody chooses", async () => {
    const page = await visualizer.golden();
    await goTo(page, { view: "instance", key: DEPLOY, n: null });
    await page.getByRole("tab", { name: "Compare" }).click();
    const compare = page.getByRole("button", { name: "Compare attempts" });
    await page.getByLabel("Second").selectOption("attempt 1");
    expect(await compare.isDisabled()).toBe(true);
    await page.getByLabel("Second").selectOption("attempt 2");
    await compare.click();
    await page.getByRole("columnheader", { name: /attempt 2/ }).waitFor();
    await page.getByRole("rowheader", { name: "waited for person" }).waitFor();
    await goTo(page, { view: "instance", key: DEPLOY, n: null });
    await page.getByRole("tab", { name: "Compare" }).click();
    await page.getByLabel("Instance to compare with").selectOption("ask-with-render-ack/name");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("columnheader", { name: /Naming/ }).waitFor();
    await page.getByRole("row", { name: "outcome answered none yet" }).waitFor();
  });

  it("show the time that was chosen, also later, and leave out what moved before", async () => {
    let now = NOW;
    const store = createStore([askMachine]);
    for (const entry of currentStories()) store.add(entry);
    const source = createLocalSource({ store, charts: async () => null, now: () => now });
    const page = await visualizer.open(source);
    const time = page.locator(".filters").getByLabel("Time");
    await time.selectOption("last hour");
    await page.getByRole("link", { name: /Release: Deploy now/ }).waitFor();
    now += 90 * 60_000;
    source.changed();
    await page.getByLabel("Search").fill("Release");
    await page.getByRole("link", { name: /Release: Deploy now/ }).waitFor({ state: "detached" });
    expect(await time.inputValue()).toBe("last hour");
    await page.getByRole("button", { name: "Clear filters" }).click();
    expect(await time.inputValue()).toBe("");
    await page.getByRole("link", { name: /Release: Deploy now/ }).waitFor();
  });

  it("prove a history, or name the entry that differs with both values", async () => {
    const page = await visualizer.golden();
    await goTo(page, { view: "instance", key: DEPLOY, n: null });
    await page.getByRole("tab", { name: "Proof" }).click();
    await page.getByRole("heading", { name: "Proven" }).waitFor();
    const forged = createStore([askMachine]);
    for (const entry of currentStories().filter(({ instance }) => instance === "deploy")) {
      const { event } = entry;
      forged.add(event === "ANSWER" ? { ...entry, outcome: "declined" } : entry);
    }
    const other = await visualizer.open(
      createLocalSource({ store: forged, charts: async () => null, now: () => NOW }),
    );
    await goTo(other, { view: "instance", key: DEPLOY, n: null });
    await other.getByRole("tab", { name: "Proof" }).click();
    await other.getByRole("heading", { name: "Entry 5 differs" }).waitFor();
    expect(await other.getByRole("row", { name: /outcome/ }).innerText()).toMatch(
      /declined.*answered/s,
    );
  });
});

describe("names that nobody can read", () => {
  it("are shown in full, and leave room for what is beside them", async () => {
    const long = "x".repeat(280);
    const store = createStore([askMachine]);
    for (const entry of currentStories().filter(({ instance }) => instance === "name")) {
      const text = JSON.stringify(entry).replaceAll("Naming", `\u202eevil\u2066 \u{e0041}${long}`);
      store.add({ ...JSON.parse(text), machine: entry.machine });
      store.add({ ...entry, machine: "other\u202e<b>", instance: "in\u2028\u202eturned" });
    }
    const page = await visualizer.open(
      createLocalSource({ store, charts: async () => null, now: () => NOW }),
    );
    await page.locator(".rows a", { hasText: "\\u202eevil\\u2066 \\u{e0041}xxx" }).click();
    await page.getByRole("heading", { name: "\\u202eevil\\u2066 \\u{e0041}xxx" }).waitFor();
    await page.locator(".rows").getByText("other\\u202e<b>").waitFor();
    await goTo(page, { view: "ledger" });
    const row = page.getByRole("row", { name: /The person owes the agent an answer/ }).first();
    await row.waitFor();
    expect((await row.boundingBox())?.height).toBeLessThan(160);
    expect(await page.locator("body").innerText()).not.toMatch(/[\u202e\u2066\u{e0041}]/u);
  });

  it("says on which day something is due", async () => {
    const store = createStore([askMachine]);
    for (const entry of currentStories()) store.add(entry);
    const page = await visualizer.open(
      createLocalSource({ store, charts: async () => null, now: () => NOW + 86_400_000 }),
    );
    await goTo(page, { view: "instance", key: DEPLOY, n: 3 });
    const why = page.getByRole("tabpanel").locator("time").first();
    expect(await why.innerText()).toMatch(/2026, \d\d:\d\d:\d\d/);
  });
});

describe("when there is little to see", () => {
  const empty = () => createStore([askMachine]);

  it("says what to do when there is nothing, and shows what comes", async () => {
    const store = empty();
    const source = createLocalSource({
      store,
      charts: async () => null,
      now: () => NOW,
      isLive: true,
    });
    const page = await visualizer.open(source);
    await page.getByRole("heading", { name: "No entries yet" }).waitFor();
    await page.getByText("readback demo").waitFor();
    for (const entry of currentStories()) store.add(entry);
    source.changed();
    await page.getByRole("link", { name: /Release: Deploy now/ }).waitFor();
    await goTo(page, { view: "instance", key: "ask-with-render-ack/nobody", n: null });
    await page.getByRole("heading", { name: "There is no such instance" }).waitFor();
  });

  it("shows how far the reading is", async () => {
    const reading = { done: 250_000_000 as number, total: 1_000_000_000 };
    let isReading = true;
    const source = createLocalSource({
      ...{ store: empty(), charts: async () => null, now: () => NOW, isLive: true },
      reading: () => (isReading ? reading : null),
    });
    const page = await visualizer.open(source);
    const bar = page.getByRole("progressbar", { name: "Reading journals" });
    await bar.waitFor();
    await page.getByText("250.0 MB of 1000.0 MB").waitFor();
    reading.done = 900_000_000;
    await page.getByText("900.0 MB").waitFor();
    isReading = false;
    await bar.waitFor({ state: "detached" });
  });

  it("shows what there is while it changes faster than the source answers", async () => {
    const store = empty();
    for (const entry of currentStories()) store.add(entry);
    const source = createLocalSource({
      ...{ store, charts: async () => null, now: () => NOW, isLive: true },
      reading: () => ({ done: 1, total: 2 }),
    });
    const slowly = async <T>(answer: Promise<T>): Promise<T> => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return answer;
    };
    const [start] = store.entries(DEPLOY);
    let more = 0;
    const changing = setInterval(() => {
      more += 1;
      store.add({ ...start, instance: `more ${more}` });
      source.changed();
    }, 20);
    onTestFinished(() => clearInterval(changing));
    const page = await visualizer.open({
      ...source,
      status: () => slowly(source.status()),
      overview: (filter) => slowly(source.overview(filter)),
      instances: (query) => slowly(source.instances(query)),
    });
    await page
      .getByRole("link", { name: /Release: Deploy now/ })
      .first()
      .waitFor();
    await page.getByRole("progressbar", { name: "Reading journals" }).waitFor();
  });

  it("says so when a machine is not known, or the source fails", async () => {
    const store = createStore([]);
    for (const entry of currentStories()) store.add(entry);
    const source = createLocalSource({ store, charts: async () => null, now: () => NOW });
    const page = await visualizer.open({
      ...source,
      proof: () => Promise.reject(new RangeError("The proof is broken: ask somebody")),
    });
    await goTo(page, { view: "instance", key: DEPLOY, n: null });
    await page
      .getByText(/The definition of this machine is not known here, so/)
      .first()
      .waitFor();
    await page.getByRole("tab", { name: "Proof" }).click();
    await page.getByText("The proof is broken: ask somebody").waitFor();
    visualizer.expectProblems();
  });
});

describe("acting", () => {
  it("asks first, takes what a person writes, and says what became of it", async () => {
    const store = createStore([askMachine]);
    for (const entry of currentStories()) store.add(entry);
    const done: unknown[] = [];
    const source = createLocalSource({
      ...{ store, charts: async () => null, now: () => NOW },
      control: {
        offers: () => [
          { name: "fix", label: "Fix", what: "It is tried once more.", asksFor: "Instruction" },
        ],
        act: async (...what) => {
          done.push(what);
          return { isDone: true, message: "It is tried once more" };
        },
      },
    });
    const page = await visualizer.open(source);
    await goTo(page, { view: "instance", key: DEPLOY, n: null });
    await page.getByRole("button", { name: "Fix" }).click();
    const dialog = page.getByRole("dialog", { name: "Fix?" });
    await dialog.getByText("journaled as done by a person").waitFor();
    await dialog.getByLabel("Instruction").fill("Use trim");
    await dialog.getByRole("button", { name: "Fix" }).click();
    await page.getByText("It is tried once more", { exact: true }).waitFor();
    expect(done).toEqual([[DEPLOY, "fix", "Use trim"]]);
  });

  it("sends no text where none is asked for", async () => {
    const store = createStore([askMachine]);
    for (const entry of currentStories()) store.add(entry);
    const done: unknown[] = [];
    const source = createLocalSource({
      ...{ store, charts: async () => null, now: () => NOW },
      control: {
        offers: () => [{ name: "cancel", label: "Cancel", what: "The question is withdrawn." }],
        act: async (_key, action, text = "no text") => {
          done.push(action, text);
          return { isDone: true, message: "It is withdrawn" };
        },
      },
    });
    const page = await visualizer.open(source);
    await goTo(page, { view: "instance", key: DEPLOY, n: null });
    await page.getByRole("button", { name: "Cancel" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("It is withdrawn", { exact: true }).waitFor();
    expect(done).toEqual(["cancel", "no text"]);
  });

  it("is not offered where nobody may", async () => {
    const page = await visualizer.golden();
    await goTo(page, { view: "instance", key: DEPLOY, n: null });
    await page.getByText("Take away").waitFor();
    expect(await page.locator(".do > button").count()).toBe(0);
  });
});

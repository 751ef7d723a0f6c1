import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createAsker } from "@readback/core";
import type { Frame, Page } from "playwright-core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createAskUserTools, createSurfaces } from "../src/index.js";
import {
  type AppHost,
  type AppHostHabits,
  type HostLooks,
  useAppHosts,
} from "./support/app-host/app-host.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";

// How a view looks in what hosts put around it. The page's looks are tested where the page is.

const hosts = useAppHosts();
const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const web = createRequire(new URL("../../web/package.json", import.meta.url));
const axe = readFileSync(web.resolve("axe-core/axe.min.js"), "utf8");
const [, , pair] = PAIRS;

/** Everything that a card can have. */
const input = {
  title: "Release 2.4",
  questions: [
    { id: "q1", question: "Which name?", placeholder: "Any" },
    {
      id: "q2",
      question: "Where first?",
      options: [{ label: "Europe", description: "Frankfurt" }, { label: "Asia" }],
    },
    {
      id: "q3",
      question: "Which tests?",
      multiSelect: true,
      options: [{ label: "unit" }, { label: "deep" }],
    },
    { id: "q4", question: "Now?", type: "confirm" },
  ],
};

/** The variables of the MCP Apps specification that the view takes up, as hosts fill them in. */
const variables = {
  "--color-background-primary": "light-dark(#fdf6e3, #102a43)",
  "--color-text-primary": "light-dark(#3b2f1e, #f0f4f8)",
  "--color-text-secondary": "light-dark(#5f5140, #bcccdc)",
  "--color-border-primary": "light-dark(#c9b98f, #486581)",
  "--font-sans": "DejaVu Serif, serif",
};

const LOOKS: Readonly<Record<string, HostLooks>> = {
  "that says nothing of its looks": {},
  "in light": { theme: "light" },
  "in dark": { theme: "dark" },
  "in light colours of its own": { theme: "light", styles: { variables } },
  "in dark colours of its own": { theme: "dark", styles: { variables } },
};

async function start(habits: AppHostHabits) {
  const surfaces = createSurfaces({ viewWithin: 60_000 });
  const asker = createAsker({ bridge: surfaces });
  const tools = createAskUserTools({ asker, surfaces, app: true });
  const client = await connectInMemory(pair, (server) => tools.register(server), { apps: true });
  ending.push(
    () => client.close(),
    () => tools.dispose(),
    () => asker.dispose(),
  );
  const isOnScreen = () =>
    [...asker.runtime.live()].some(([, { context }]) => context.renderConfirmed);
  return { isOnScreen, host: await hosts.open(client, habits) };
}

interface Found {
  readonly id: string;
  /** `target` has a selector for each frame on the way, and one for the element. */
  readonly nodes: readonly { readonly html: string; readonly target: readonly unknown[] }[];
}

/** What is used of axe, which runs in each frame by itself. */
interface Axe {
  readonly utils: {
    getFrameContexts(context: object): { frameSelector: string; frameContext: object }[];
  };
  runPartial(context: object): Promise<unknown>;
  finishRun(parts: unknown[]): Promise<Record<"passes" | "violations", readonly Found[]>>;
}

declare global {
  interface Window {
    axe: Axe;
  }
}

/** The frame of the view itself, inside the other one. */
async function frameOf({ page }: AppHost, id: string): Promise<Frame> {
  const outer = await (await page.waitForSelector(`#${id}`)).contentFrame();
  const [inner] = outer?.childFrames() ?? [];
  return inner as Frame;
}

/** What axe finds in the chat client and in all frames of it. */
async function violations(page: Page): Promise<readonly string[]> {
  const partial = async (frame: Frame, context?: object): Promise<unknown[]> => {
    await frame.evaluate(axe);
    const inner = await frame.evaluate(
      (of) => window.axe.utils.getFrameContexts(of ?? document),
      context,
    );
    const parts = [await frame.evaluate((of) => window.axe.runPartial(of ?? document), context)];
    for (const { frameSelector, frameContext } of inner) {
      const child = await (await frame.waitForSelector(frameSelector)).contentFrame();
      parts.push(...(await partial(child as Frame, frameContext)));
    }
    return parts;
  };
  const parts = await partial(page.mainFrame());
  const found = await page.evaluate((all) => window.axe.finishRun(all), parts);
  expect(found.passes.some(({ nodes }) => nodes.some(({ target }) => target.length === 3))).toBe(
    true,
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
}

/** The colours and letters that a person sees. */
const drawn = (frame: Frame) =>
  frame.evaluate(() => {
    const root = document.querySelector("readback-questions")?.shadowRoot as ShadowRoot;
    const card = getComputedStyle(root.querySelector("[part~=card]") as Element);
    const { colorScheme } = getComputedStyle(document.documentElement);
    const { backgroundColor, borderTopColor, color, fontFamily } = card;
    return { colorScheme, backgroundColor, borderTopColor, color, fontFamily };
  });

/** What there is to click for a mode, in any other one. */
const MODES = { inline: "Back to the chat", fullscreen: "Full screen", pip: "Own window" };

describe.each(Object.entries(LOOKS))("a chat client %s", (_, context) => {
  it("shows the view in the chat, in full screen and in its own window: axe finds nothing, nothing is wider than its frame, and it is confirmed", async () => {
    const { host, isOnScreen } = await start({ modes: Object.keys(MODES), context });
    const call = await host.call("ask_user", input);
    await call.view.getByRole("textbox").first().waitFor();
    const frame = await frameOf(host, call.id);
    const button = (name: string) => call.view.getByRole("button", { name });
    const change = async (name: string) => {
      await button(name).click();
      await button(name).waitFor({ state: "detached" });
    };
    const sticksOut = () =>
      frame.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await vi.waitFor(() => expect(isOnScreen()).toBe(true), 30_000);
    for (const name of [null, MODES.fullscreen, MODES.pip]) {
      if (name !== null) await change(name);
      expect(await violations(host.page)).toEqual([]);
      expect(await sticksOut()).toBe(0);
    }
    expect(isOnScreen()).toBe(true);
    await button("Decline to answer").click();
    expect((await call.result).result).toMatchObject({ outcome: "declined", surface: "app" });
    for (const name of [null, MODES.fullscreen, MODES.inline]) {
      if (name !== null) await change(name);
      expect(await violations(host.page)).toEqual([]);
    }
  });
});

describe("a view", () => {
  it("has the colours and letters of its host, and changes with it", async () => {
    const { host } = await start({ context: LOOKS["in light colours of its own"] ?? {} });
    const call = await host.call("ask_user", input);
    await call.view.getByRole("textbox").first().waitFor();
    const frame = await frameOf(host, call.id);
    expect(await drawn(frame)).toEqual({
      colorScheme: "light",
      backgroundColor: "rgb(253, 246, 227)",
      borderTopColor: "rgb(201, 185, 143)",
      color: "rgb(59, 47, 30)",
      fontFamily: expect.stringContaining("DejaVu Serif"),
    });
    await call.view.getByRole("textbox").first().fill("Ada");
    await host.context(call.id, { theme: "dark" });
    await expect
      .poll(() => drawn(frame))
      .toMatchObject({
        colorScheme: "dark",
        backgroundColor: "rgb(16, 42, 67)",
        borderTopColor: "rgb(72, 101, 129)",
        color: "rgb(240, 244, 248)",
      });
    await host.context(call.id, {
      styles: { variables: { "--color-background-primary": "rgb(1, 2, 3)" } },
    });
    await expect.poll(() => drawn(frame)).toMatchObject({ backgroundColor: "rgb(1, 2, 3)" });
    expect(await call.view.getByRole("textbox").first().inputValue()).toBe("Ada");
  });

  it.each([
    ["light", "rgb(0, 0, 0)"],
    ["dark", "rgb(255, 255, 255)"],
  ] as const)(
    "in a %s chat client without colours of its own can be read around the questions, too",
    async (theme, color) => {
      const { host } = await start({ modes: ["inline", "pip"], context: { theme } });
      const call = await host.call("ask_user", input);
      const button = call.view.getByRole("button", { name: "Own window" });
      expect(await button.evaluate((one) => getComputedStyle(one).color)).toBe(color);
      const state = call.view.locator("#state");
      expect(await state.evaluate((one) => getComputedStyle(one).color)).toBe(color);
    },
  );

  it("takes nothing but variables from its host", async () => {
    const variables = {
      "--color-background-primary": "rgb(1, 2, 3)",
      display: "none",
      opacity: "0",
    };
    const { host, isOnScreen } = await start({ context: { styles: { variables } } });
    const call = await host.call("ask_user", input);
    await vi.waitFor(() => expect(isOnScreen()).toBe(true), 30_000);
    expect(await drawn(await frameOf(host, call.id))).toMatchObject({
      backgroundColor: "rgb(1, 2, 3)",
    });
  });

  it("goes into a window of its own and back: what was typed stays, and it is answered there", async () => {
    const { host, isOnScreen } = await start({ modes: ["inline", "pip"] });
    const call = await host.call("ask_user", {
      questions: [{ id: "q1", question: "Which name?" }],
    });
    await call.view.getByRole("textbox").fill("Ad");
    const isAround = (what: string) => call.view.getByRole("button", { name: what });
    await isAround("Own window").click();
    await isAround("Back to the chat").click();
    await isAround("Own window").click();
    await isAround("Back to the chat").waitFor();
    expect(await call.view.getByRole("button", { name: "Full screen" }).count()).toBe(0);
    expect(await call.view.getByRole("textbox").inputValue()).toBe("Ad");
    await vi.waitFor(() => expect(isOnScreen()).toBe(true), 30_000);
    await call.view.getByRole("textbox").press("End");
    await call.view.getByRole("textbox").pressSequentially("a");
    await isAround("Send").click();
    expect((await call.result).result.answers).toMatchObject([{ values: ["Ada"] }]);
  });

  it("stays as it is when its host does not give it the window it asks for", async () => {
    const { host } = await start({ modes: ["inline", "pip"], grants: false });
    const call = await host.call("ask_user", input);
    const button = call.view.getByRole("button", { name: "Own window" });
    await button.click();
    await button.waitFor();
    expect(await call.view.getByRole("button", { name: "Back to the chat" }).count()).toBe(0);
  });
});

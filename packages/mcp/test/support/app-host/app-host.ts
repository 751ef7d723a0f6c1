import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { useBrowser } from "../browser.js";
import type { CallOptions, Came, TestClient } from "../clients.js";
import { serveAppHost } from "./serve.mjs";

/** How a chat client says that it looks. */
export interface HostLooks {
  readonly theme?: "light" | "dark";
  readonly styles?: { readonly variables: Readonly<Record<string, string>> };
}

/** What a chat client does with views. */
export interface AppHostHabits {
  /** When the view is mounted. Default `while`: as soon as the call is made. */
  readonly mounts?: "while" | "after" | "never";
  /** When the view is told what the tool was called with. Default `while`. */
  readonly input?: "while" | "after";
  /** Whether it says which tool a view belongs to. Default true. */
  readonly toolInfo?: boolean;
  /** How the view can be shown. */
  readonly modes?: readonly string[];
  /** Whether a view gets the mode it asks for. Default true. */
  readonly grants?: boolean;
  /** What else it says of itself: its theme, its colours and letters. */
  readonly context?: HostLooks;
}

/** A call that the chat client makes, with its view. */
interface AppCall {
  /** The name of its view. */
  readonly id: string;
  readonly result: Promise<Came>;
  /** The view, from its place inside two frames. */
  readonly view: FrameLocator;
}

/** A chat client in a real browser, with a real MCP client. */
export interface AppHost {
  readonly page: Page;
  /** The HTML that the server gave. */
  html(): Promise<string>;
  call(tool: string, args: Record<string, unknown>, options?: CallOptions): Promise<AppCall>;
  mount(
    tool: string,
    args: Record<string, unknown> | null,
  ): Promise<{ id: string; view: FrameLocator }>;
  unmount(id: string, politely?: boolean): Promise<void>;
  cancelled(id: string): Promise<void>;
  style(id: string, css: string): Promise<void>;
  /** Tells a view what has changed around it. */
  context(id: string, change: HostLooks): Promise<void>;
  /** Lays a box over a view: in the host's page, or between both frames. Returns how to take it away. */
  cover(id: string, where: "host" | "sandbox", css?: string): Promise<() => Promise<void>>;
  /** From now on the replies to what views say get lost on their way, or no longer. */
  loseReplies(isLosing: boolean): void;
  /** The server is another one from now on, which this client reaches. */
  reconnect(client: TestClient): void;
  /** Those that were lost. */
  readonly lost: readonly object[];
}

const URI = "ui://readback/question";

/** Chat clients for a test file. */
export function useAppHosts() {
  const browser = useBrowser();
  let served: Awaited<ReturnType<typeof serveAppHost>>;
  beforeAll(async () => {
    served = await serveAppHost();
  });
  afterAll(() => served.close());

  async function open(first: TestClient, habits: AppHostHabits = {}): Promise<AppHost> {
    let client = first;
    const { mounts = "while", input = "while", toolInfo = true, modes = ["inline"] } = habits;
    const { grants = true, context = {} } = habits;
    const page = await browser.open("about:blank");
    let isLosing = false;
    const lost: object[] = [];
    await page.exposeFunction("callTool", async ({ name, arguments: args }: never) => {
      const came = await client.callRaw(name, args);
      if (!isLosing) return came;
      lost.push(came);
      throw new Error("lost");
    });
    await page.exposeFunction("tellTest", (id: string, what: string) => {
      if (what === "initialized") initialized.get(id)?.();
    });
    await page.goto(served.page);
    const initialized = new Map<string, () => void>();
    let count = 0;
    const html = () => client.readResource(URI);

    async function mount(tool: string, args: Record<string, unknown> | null) {
      const id = `view-${++count}`;
      const isReady = new Promise<void>((resolve) => initialized.set(id, resolve));
      const given = {
        html: await html(),
        sandbox: served.sandbox,
        tool: toolInfo ? tool : null,
        ...{ modes, grants, context },
      };
      await page.evaluate(([name, what]) => window.host.mount(name, what), [id, given] as const);
      await isReady;
      const tell = (told: Record<string, unknown>) =>
        page.evaluate(([name, what]) => window.host.input(name, what), [id, told] as const);
      if (args) await tell(args);
      return { id, tell, view: page.frameLocator(`#${id}`).frameLocator("iframe") };
    }

    return {
      page,
      html,
      mount,
      async call(tool, args, options) {
        const result = client.call(tool, args, options);
        const mounted =
          mounts === "while" ? await mount(tool, input === "while" ? args : null) : undefined;
        const after = (name: string, came: Came) =>
          page.evaluate(([of, what]) => window.host.result(of, what), [
            name,
            {
              content: came.texts.map((text) => ({ type: "text", text })),
              structuredContent: came.result,
            },
          ] as const);
        const told = result.then(async (came) => {
          const late = mounts === "after" ? await mount(tool, args) : mounted;
          if (mounts === "while" && input === "after") await mounted?.tell(args);
          if (late) await after(late.id, came).catch(() => {});
          return came;
        });
        told.catch(() => {});
        const id = mounted?.id ?? `view-${count + 1}`;
        const view = page.frameLocator(`#${id}`).frameLocator("iframe");
        return { id, result: told, view };
      },
      unmount: (id, politely = true) =>
        page.evaluate(([name, isPolite]) => window.host.unmount(name, isPolite), [
          id,
          politely,
        ] as const),
      context: (id, change) =>
        page.evaluate(([name, what]) => window.host.context(name, what), [id, change] as const),
      async cover(id, where, css = "") {
        const around =
          where === "host" ? page.locator("body") : page.frameLocator(`#${id}`).locator("body");
        await around.evaluate((body, more) => {
          const box = document.createElement("p");
          box.id = "cover";
          box.style.cssText = `position: fixed; inset: 0; margin: 0; background: white; z-index: 9; ${more}`;
          body.append(box);
        }, css);
        return () => around.locator("#cover").evaluate((box) => box.remove());
      },
      cancelled: (id) => page.evaluate((name) => window.host.cancelled(name), id),
      lost,
      reconnect: (next) => {
        client = next;
      },
      loseReplies: (isSo) => {
        isLosing = isSo;
      },
      style: (id, css) =>
        page.evaluate(([name, text]) => window.host.style(name, text), [id, css] as const),
    };
  }

  return { open };
}

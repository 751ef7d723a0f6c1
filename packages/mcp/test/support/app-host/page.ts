import {
  AppBridge,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";
import type { HostLooks } from "./app-host.js";

// The chat client's own page, around the reference AppBridge. What it does wrong, the test says.

interface Mount {
  readonly html: string;
  readonly sandbox: string;
  readonly tool: string | null;
  readonly modes: readonly string[];
  readonly grants: boolean;
  /** What the host says besides: its theme, its colours and letters. */
  readonly context: HostLooks;
}

/** How the chat client draws a view that is more, or less, than a part of the chat. */
const FRAMES: Readonly<Record<string, string>> = {
  fullscreen: "position: fixed; inset: 0; width: 100%; height: 100%",
  pip: "position: fixed; inset: auto 8px 8px auto; width: 360px; height: 320px",
  inline: "position: static; width: 100%",
};

declare global {
  interface Window {
    /** To the test, which has the MCP client. */
    callTool(params: unknown): Promise<unknown>;
    tellTest(id: string, what: string, detail: unknown): Promise<void>;
    host: ReturnType<typeof createHost>;
  }
}

function createHost() {
  const bridges = new Map<string, AppBridge>();

  return {
    async mount(id: string, { html, sandbox, tool, modes, grants, context }: Mount): Promise<void> {
      const frame = document.createElement("iframe");
      frame.id = id;
      frame.title = "A question";
      frame.src = sandbox;
      frame.style.cssText = "border: 0; width: 100%; height: 40px; display: block";
      document.querySelector("main")?.append(frame);
      const target = frame.contentWindow as Window;
      const hostContext = {
        theme: "light" as const,
        displayMode: "inline" as const,
        availableDisplayModes: [...modes] as ["inline"],
        ...(context as McpUiHostContext),
        ...(tool !== null && {
          toolInfo: { tool: { name: tool, inputSchema: { type: "object" as const } } },
        }),
      };
      const info = { name: "test-host", version: "1.0.0" };
      const bridge = new AppBridge(null, info, { serverTools: {} }, { hostContext });
      bridges.set(id, bridge);
      bridge.oncalltool = (params) => window.callTool(params) as never;
      bridge.addEventListener("sandboxready", () => {
        void bridge.sendSandboxResourceReady({ html });
      });
      bridge.addEventListener("sizechange", ({ height }) => {
        // What a view wants counts in the chat; elsewhere the host decides.
        if (height !== undefined && frame.style.position !== "fixed")
          frame.style.height = `${height}px`;
      });
      bridge.addEventListener("initialized", () => void window.tellTest(id, "initialized", null));
      bridge.onrequestdisplaymode = async ({ mode }) => {
        if (!grants) return { mode: "inline" };
        frame.style.cssText += `;${FRAMES[mode]}`;
        return { mode };
      };
      await bridge.connect(new PostMessageTransport(target, target));
    },
    input: (id: string, args: Record<string, unknown>) =>
      bridges.get(id)?.sendToolInput({ arguments: args }),
    result: (id: string, result: unknown) => bridges.get(id)?.sendToolResult(result as never),
    /** Says what has changed around a view. */
    context: (id: string, change: HostLooks) =>
      bridges.get(id)?.setHostContext(change as McpUiHostContext),
    cancelled: (id: string) => bridges.get(id)?.sendToolCancelled({ reason: "test" }),
    /** Takes a view down: with a word to it, or without. */
    async unmount(id: string, politely: boolean): Promise<void> {
      if (politely) await bridges.get(id)?.teardownResource({});
      document.getElementById(id)?.remove();
    },
    style: (id: string, css: string) => {
      const frame = document.getElementById(id) as HTMLElement;
      frame.style.cssText += `;${css}`;
    },
  };
}

window.host = createHost();

import type { AskUserHost } from "@readback/mcp/node";

/** What `readback mcp` serves: the tools over a journal on this machine, or over a cluster. */
export interface McpHost
  extends Pick<AskUserHost, "register" | "cancelled" | "page" | "hint" | "folder" | "close"> {
  /** Waits no longer. Questions stay open, for whoever asks next. */
  readonly asker: { dispose(): void | Promise<void> };
}

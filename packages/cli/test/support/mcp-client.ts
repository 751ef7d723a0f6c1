import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Client, type ElicitResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { cli, plainEnv } from "./run.js";

/** How a client shows a form, until that is withdrawn. */
export type Elicit = (form: Record<string, unknown>, signal: AbortSignal) => Promise<ElicitResult>;

interface AgentSetting {
  readonly elicit?: Elicit;
  /** What opens a browser for it; without one, none is ever opened. */
  readonly opener?: Opener;
  readonly env?: Readonly<Record<string, string>>;
}

/** Something in place of `xdg-open`: it only notes what it is to open, as a browser that takes its time. */
export interface Opener {
  readonly env: Readonly<Record<string, string>>;
  /** The addresses that it was to open. */
  opened(): readonly string[];
}

export function slowOpener(): Opener {
  const folder = mkdtempSync(join(tmpdir(), "readback-opener-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const noted = join(folder, "opened");
  writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho "$1" >> '${noted}'\n`);
  chmodSync(join(folder, "xdg-open"), 0o755);
  return {
    env: { BROWSER: "yes", PATH: `${folder}:${process.env.PATH}` },
    opened: () =>
      existsSync(noted) ? readFileSync(noted, "utf8").split("\n").filter(Boolean) : [],
  };
}

/** An agent with its own `readback mcp`; with `elicit`, its client has forms. */
export async function startAgent(
  cwd: string,
  args: readonly string[] = [],
  name = "agent",
  { elicit, opener, env = {} }: AgentSetting = {},
) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, "mcp", ...(opener ? [] : ["--no-open"]), ...args],
    cwd,
    env: plainEnv({ ...opener?.env, ...env }),
    stderr: "pipe",
  });
  const link = linkIn(transport.stderr as Readable);
  const client = new Client(
    { name, version: "1.0.0" },
    { capabilities: elicit ? { elicitation: {} } : {} },
  );
  if (elicit) {
    client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) =>
      elicit(params as Record<string, unknown>, mcpReq.signal),
    );
  }
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    pid: transport.pid as number,
    /** The file that opens the page. */
    link,
    /** Asks, and waits for the result; `onProgress` hears what the call waits for. */
    ask(
      questions: readonly object[],
      onProgress?: (message: string, progress: number) => void,
    ): Promise<Record<string, unknown>> {
      const result = client
        .callTool(
          { name: "ask_user", arguments: { questions } },
          onProgress && {
            onprogress: ({ message = "", progress }) => onProgress(message, progress),
            resetTimeoutOnProgress: true,
          },
        )
        .then(({ structuredContent }) => structuredContent as Record<string, unknown>);
      // A test that fails before it looks closes the connection: that is not what went wrong.
      result.catch(() => {});
      return result;
    },
  };
}

/** The address of the file that opens the page, from what the server says. */
function linkIn(stderr: Readable): Promise<string> {
  return new Promise((resolve) => {
    createInterface(stderr).on("line", (line) => {
      const [link] = /file:\S+/.exec(line) ?? [];
      if (link) resolve(link);
    });
  });
}

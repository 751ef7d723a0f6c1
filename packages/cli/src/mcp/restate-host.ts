import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { createAskUserTools, type ToolCall } from "@readback/mcp";
import type { AskUserHostOptions } from "@readback/mcp/node";
import { stateFolder } from "@readback/node";
import { connectAsker } from "@readback/restate/client";
import { UsageError } from "../arguments.js";
import { addresses } from "../restate-addresses.js";
import type { McpHost } from "./mcp-host.js";
import type { McpValues } from "./settings.js";

/** The tools over a cluster: nothing of a question is on this machine, so any replica can take any call. */
export function openRestateHost(
  { restate = "", surface, dir, session }: McpValues,
  options: AskUserHostOptions,
): McpHost {
  if (surface !== undefined) {
    throw new UsageError(
      "--surface is not for --restate: readback answer --restate shows the questions.",
    );
  }
  if (session === undefined) throw noSession();
  const { onError = console.error } = options;
  const { patience, patienceWithProgress, heartbeat } = options;
  const times = {
    ...(patience !== undefined && { patience }),
    ...(patienceWithProgress !== undefined && { patienceWithProgress }),
    ...(heartbeat !== undefined && { heartbeat }),
  };
  const asker = connectAsker({ ingress: addresses(restate), onError });
  const from = ({ client }: ToolCall) =>
    client && `${client.title} in ${basename(process.cwd())}`.slice(0, 200);
  const toAnswer = `To answer: readback answer --restate ${restate} --session ${session}`;
  const tools = createAskUserTools({ ...times, asker, session, from, hint: toAnswer });
  const folder = join(stateFolder(process.cwd(), dir), "mcp");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    ...tools,
    asker,
    folder,
    page: null,
    hint: `Questions are on the cluster at ${restate}, in the session "${session}". ${toAnswer}`,
    close: () => asker.dispose(),
  };
}

/** Everybody who uses a cluster would share a session that has no name, and see each other's questions. */
export function noSession(): UsageError {
  return new UsageError(
    "--restate needs --session <name>: whose questions these are. Every replica of readback mcp and every readback answer of that person has to give the same.",
  );
}

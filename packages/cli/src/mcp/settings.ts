import type { AskUserHostOptions } from "@readback/mcp/node";
import { numberFlag, portFlag } from "../number-flags.js";

/** What `readback mcp` was told. */
export interface McpValues {
  readonly http?: boolean;
  readonly port?: string;
  readonly surface?: "auto" | "app" | "no-app" | "page" | "elicitation" | "terminal";
  readonly "page-port"?: string;
  readonly "no-open"?: boolean;
  readonly session?: string;
  readonly patience?: string;
  readonly "patience-with-progress"?: string;
  readonly heartbeat?: string;
  readonly dir?: string;
  readonly restate?: string;
}

/** The flags as settings, or a `UsageError` that names the flag. */
export function hostOptions(values: McpValues): AskUserHostOptions {
  const { surface, session, dir } = values;
  const pagePort = portFlag(values["page-port"], "page-port");
  const patience = millisecondsOf(values, "patience");
  const patienceWithProgress = millisecondsOf(values, "patience-with-progress");
  const heartbeat = millisecondsOf(values, "heartbeat");
  return {
    openBrowser: !values["no-open"],
    ...(surface && { surface }),
    ...(session && { session }),
    ...(dir && { dir }),
    ...(pagePort !== undefined && { page: { port: pagePort } }),
    ...(patience !== undefined && { patience }),
    ...(patienceWithProgress !== undefined && { patienceWithProgress }),
    ...(heartbeat !== undefined && { heartbeat }),
  };
}

function millisecondsOf(
  values: McpValues,
  flag: "patience" | "patience-with-progress" | "heartbeat",
) {
  const rule = "whole seconds, 1 to 86400";
  const seconds = numberFlag(values[flag], flag, rule, (given) => given >= 1 && given <= 86_400);
  return seconds === undefined ? undefined : seconds * 1_000;
}

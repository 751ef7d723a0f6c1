import type { AskUserHostOptions } from "@readback/mcp/node";
import { UsageError } from "../arguments.js";
import { printable } from "../terminal/text.js";

/** What `readback mcp` was told. */
export interface McpValues {
  readonly http?: boolean;
  readonly port?: string;
  readonly surface?: "auto" | "page" | "elicitation";
  readonly "page-port"?: string;
  readonly "no-open"?: boolean;
  readonly session?: string;
  readonly patience?: string;
  readonly "patience-with-progress"?: string;
  readonly dir?: string;
}

/** The flags as settings, or a {@link UsageError} that names the flag. */
export function hostOptions(values: McpValues): AskUserHostOptions {
  const { surface, session, dir } = values;
  const pagePort = portOf(values, "page-port");
  const patience = millisecondsOf(values, "patience");
  const patienceWithProgress = millisecondsOf(values, "patience-with-progress");
  return {
    openBrowser: !values["no-open"],
    ...(surface && { surface }),
    ...(session && { session }),
    ...(dir && { dir }),
    ...(pagePort !== undefined && { page: { port: pagePort } }),
    ...(patience !== undefined && { patience }),
    ...(patienceWithProgress !== undefined && { patienceWithProgress }),
  };
}

/** A port, if the flag was given; 0 stands for any free one. */
export function portOf(values: McpValues, flag: "port" | "page-port"): number | undefined {
  return numberOf(values[flag], flag, "a port, 0 to 65535", (port) => port <= 65_535);
}

function millisecondsOf(values: McpValues, flag: "patience" | "patience-with-progress") {
  const rule = "whole seconds, 1 to 86400";
  const seconds = numberOf(values[flag], flag, rule, (given) => given >= 1 && given <= 86_400);
  return seconds === undefined ? undefined : seconds * 1_000;
}

function numberOf(
  given: string | undefined,
  flag: string,
  rule: string,
  isRight: (number: number) => boolean,
): number | undefined {
  if (given === undefined) return undefined;
  const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (isRight(number)) return number;
  throw new UsageError(`--${flag} does not take "${printable(given)}". It takes ${rule}.`);
}

import type { CodingAgent } from "./hosts/coding-agent.js";

/** The coding agents the guard can watch. Each is loaded when it is needed: most commands need none. */
const HOSTS = {
  "claude-code": () => import("./hosts/claude-code.js"),
  codex: () => import("./hosts/codex.js"),
  gemini: () => import("./hosts/gemini.js"),
  opencode: () => import("./hosts/opencode.js"),
} as const satisfies Readonly<Record<string, () => Promise<{ readonly agent: CodingAgent }>>>;

export type HostName = keyof typeof HOSTS;

export const HOST_NAMES = Object.keys(HOSTS) as readonly HostName[];

/** All that is known of a coding agent. */
export async function agentOf(name: HostName): Promise<CodingAgent> {
  return (await HOSTS[name]()).agent;
}

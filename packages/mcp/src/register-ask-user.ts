import type { AskUserToolsOptions } from "./ask-user-settings.js";
import { type AskUserTools, createAskUserTools } from "./ask-user-tools.js";
import type { McpServerLike } from "./mcp-server.js";

/** What was made last for an asker, and with which settings. */
const made = new WeakMap<object, { options: AskUserToolsOptions; tools: AskUserTools }>();

/**
 * Adds `ask_user` and `ask_user_question` to an `McpServer` of `@modelcontextprotocol/server` 2.x or
 * of `@modelcontextprotocol/sdk` 1.x. Servers that are made for each connection, or for each request, share what
 * the same settings made: the views above all, and the keys.
 * @example
 * const asker = createAsker({ bridge });
 * registerAskUser(server, { asker });
 */
export function registerAskUser(server: McpServerLike, options: AskUserToolsOptions): void {
  toolsOf(options).register(server);
}

function toolsOf(options: AskUserToolsOptions): AskUserTools {
  const last = made.get(options?.asker);
  if (last && isSame(last.options, options)) return last.tools;
  const tools = createAskUserTools(options);
  made.set(options.asker, { options, tools });
  return tools;
}

function isSame(one: object, other: object): boolean {
  const entries = Object.entries(one);
  const others = new Map(Object.entries(other));
  return entries.length === others.size && entries.every(([name, it]) => others.get(name) === it);
}

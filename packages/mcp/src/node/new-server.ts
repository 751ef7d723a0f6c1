import { McpServer } from "@modelcontextprotocol/server";
import packageJson from "../../package.json" with { type: "json" };
import type { ServedTools } from "./open-ask-user.js";

/** How the server calls itself. */
const info = { name: "readback", title: "Readback", version: packageJson.version };

/** For a model that sees no more of a tool than its name, as where a client loads tools on demand. */
const INSTRUCTIONS = `When only the person can decide or knows something, ask with ask_user (free text, yes or no, choices) or ask_user_question (multiple choice). Load these tools first if you see only their names. They show the question to the person and wait. Only outcome "answered" is an answer; when shouldRetry is true, call again at once with the same parameters.`;

/** Makes a server for one connection. */
export function newServer(host: ServedTools): McpServer {
  const server = new McpServer(info, { instructions: INSTRUCTIONS });
  host.register(server);
  return server;
}

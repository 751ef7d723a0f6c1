import { defineCommand, dirFlag } from "../command.js";

export const mcp = defineCommand({
  name: "mcp",
  summary: "Serve ask_user and ask_user_question to coding agents (MCP)",
  flags: {
    http: { type: "boolean", summary: "Serve Streamable HTTP on this machine; default: stdio" },
    port: { type: "string", value: "number", summary: "Port of --http; default 7317" },
    surface: {
      type: "string",
      choices: ["auto", "app", "no-app", "page", "elicitation", "terminal"],
      summary:
        "Where questions appear; auto: inside a client that shows views, else the page and every readback answer, else the client's own form",
    },
    "page-port": {
      type: "string",
      value: "number",
      summary: "Port of the question page; default: the same as last time",
    },
    "no-open": { type: "boolean", summary: "Never open a browser by itself" },
    session: {
      type: "string",
      value: "name",
      summary:
        "Whose questions these are; default: the client's name and this folder; needed with --restate",
    },
    patience: {
      type: "string",
      value: "seconds",
      summary:
        'After how long a call without progress answers "still waiting, call again"; default 45',
    },
    "patience-with-progress": {
      type: "string",
      value: "seconds",
      summary: "The same for a call with progress; default 240",
    },
    heartbeat: {
      type: "string",
      value: "seconds",
      summary: "How often a call with progress gets it; default 15",
    },
    restate: {
      type: "string",
      value: "url",
      summary:
        "Ask through a Restate cluster, by the address of its ingress; several are separated by commas",
    },
    ...dirFlag,
  },
  details: `A coding agent starts this itself, for example:
  claude mcp add readback -- npx readback mcp
  codex mcp add readback -- npx readback mcp

Clients of --http send "Authorization: Bearer <token>"; the token is READBACK_TOKEN, else one that is
made at the first start, in a file whose name is printed.

With --restate, the questions live on the cluster: any number of these servers may stand behind one address,
and "readback answer --restate" shows the questions of a --session.`,
  async run(values) {
    const { runMcp } = await import("../mcp/run-mcp.js");
    return runMcp(values);
  },
});

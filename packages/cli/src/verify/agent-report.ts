import type { Execution } from "@readback/core";
import { readResultDocument } from "@readback/core/formats";
import { type CommandResult, captureFailure, resultIn } from "@readback/node";
import { type AgentPreset, eventIn } from "./agents.js";

const LONGEST = 2_000;
/** A line that says the status and no more, or why behind a dash or the like. */
const STATUS_LINE =
  /^[ \t>*_`-]*status[*_`]*[ \t]*:[ \t*_`"']*(blocked|impossible|failure)[*_`"']*[ \t]*(?:$|[-–—.,;:(].*$)/gim;
const FENCED = /^```[\s\S]*?^```[ \t]*$/gm;

/** Reads what an agent's run came to: whether it failed, and the result document in its last message. */
export function agentReader(agent: AgentPreset) {
  return async ({ stdout }: CommandResult): Promise<Execution<unknown> | undefined> => {
    const { error, message } = lastOf(agent, stdout);
    if (error === null) return reportIn(message);
    const { outputSummary: _, ...captured } = captureFailure(error);
    return { status: "failure", ...captured, error };
  };
}

/** How an agent's run ended, and the last message of it. */
function lastOf(agent: AgentPreset, stdout: string) {
  let error: string | null = null;
  let message = "";
  let isSaying = false;
  for (const line of stdout.split("\n")) {
    const event = eventIn(line);
    if (!event) continue;
    const stand = agent.standIn(event);
    if (stand !== undefined) error = stand;
    const said = agent.saidIn(event);
    if (said !== undefined) message = isSaying && agent.inPieces ? message + said : said;
    isSaying = said !== undefined;
  }
  return { error, message };
}

async function reportIn(message: string): Promise<Execution<unknown> | undefined> {
  const document = await resultIn(message);
  if (document) return document;
  const prose = message.replace(FENCED, "");
  const last = [...prose.matchAll(STATUS_LINE)].at(-1);
  if (!last) return undefined;
  const rest = prose.slice(last.index);
  // It may be a document with no fence around it.
  const plain = /^(?:reason|error):/m.test(rest) ? await resultIn(rest) : undefined;
  if (plain) return plain;
  const said = rest.includes("\n") ? rest : prose;
  return readResultDocument({
    status: last[1]?.toLowerCase(),
    reason: said.trim().slice(0, LONGEST),
  });
}

import { type CodingAgent, carryingInstructions, type HookPoint } from "../hosts/coding-agent.js";
import type { Entry } from "./entries.js";
import { isOurCommand } from "./hook-command.js";

// OpenCode has plugins in place of hooks: a file that asks the hook, and tells OpenCode what it said.

/** The plugin that asks the guard with this command. */
export function pluginText(command: string, host: CodingAgent): string {
  const isForAll = host.points.some(({ matcher }) => matcher === undefined);
  return `// The todo guard of readback. Written by: readback hook install opencode
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const COMMAND = ${JSON.stringify(command)};
/** Whether instructions ride on the results of all tools. */
const INSTRUCTIONS = ${isForAll};
const READBACK_PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Asks the guard. It answers in JSON, or with nothing at all. */
function ask(input) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, READBACK_PROJECT };
    const guard = spawn(COMMAND, { shell: true, env, stdio: ["pipe", "pipe", "pipe"] });
    let said = "";
    let problem = "";
    guard.stdout.on("data", (text) => (said += text));
    guard.stderr.on("data", (text) => (problem += text));
    guard.on("error", reject);
    guard.on("close", (code) => {
      if (code === 0) resolve(said === "" ? {} : JSON.parse(said));
      else reject(new Error(problem.trim().slice(0, 1000) || \`exit code \${code}\`));
    });
    guard.stdin.on("error", () => {});
    guard.stdin.end(JSON.stringify(input));
  });
}

export const Readback = async ({ directory, client }) => {
  /** Tells the person: on the screen where there is one, and in OpenCode's log. */
  const remark = async (message) => {
    const said = { title: "Todo guard", message, variant: "warning", duration: 15_000 };
    const logged = { service: "readback", level: "warn", message };
    await Promise.allSettled([
      client?.tui?.showToast?.({ body: said }),
      client?.app?.log?.({ body: logged }),
    ]);
  };
  const about = ({ tool, sessionID, callID }, args, event) => ({
    hook_event_name: event,
    session_id: sessionID,
    cwd: directory,
    tool_name: tool,
    tool_use_id: callID,
    tool_input: args,
  });
  return {
    "tool.execute.before": async (call, { args }) => {
      if (call.tool !== "todowrite") return;
      const answer = await ask(about(call, args, "tool.execute.before")).catch((error) => {
        throw new Error(
          \`The todo guard cannot run, so no todo can be completed: \${error.message}. Tell the person: readback doctor\`,
        );
      });
      if (answer.decision === "deny") throw new Error(answer.reason);
      if (answer.remark) await remark(answer.remark);
    },
    "tool.execute.after": async (call, result) => {
      if (call.tool !== "todowrite" && !INSTRUCTIONS) return;
      const { args } = call;
      if (!args) return;
      const answer = await ask(about(call, args, "tool.execute.after")).catch((error) => ({
        remark: \`The todo guard cannot run: \${error.message}. Look with: readback doctor\`,
      }));
      if (answer.remark) await remark(answer.remark);
      if (answer.context && typeof result?.output === "string") result.output += "\\n\\n" + answer.context;
    },
  };
};
`;
}

/** Our entries in a plugin, as if it were settings: one for each point, all with its command. */
export function pluginEntries(text: string, host: CodingAgent): readonly Entry[] {
  const [, quoted] = /^const COMMAND = (".*");$/m.exec(text) ?? [];
  const command: unknown = quoted === undefined ? undefined : parsed(quoted);
  if (!isOurCommand(command, host.name)) return [];
  const isForAll = /^const INSTRUCTIONS = true;$/m.test(text);
  const { points } = isForAll ? carryingInstructions(host) : host;
  return points.map(({ event, matcher, timeout }: HookPoint) => ({
    ...{ event, matcher, command, timeout, group: 0, index: 0 },
  }));
}

function parsed(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}

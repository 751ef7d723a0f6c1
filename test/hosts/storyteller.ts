import type { Action, Story, Until } from "./action.js";
import type { ModelCall, ModelReply, OfferedTool, Turn } from "./model/turn.js";
import type { Program } from "./programs/program.js";

/** What a conversation came to. */
export interface Telling {
  /** Says what comes next in the conversation that a request belongs to. */
  next(turn: Turn): Promise<ModelReply>;
  /** What the model was told, turn by turn, for whoever has to find out what went wrong. */
  readonly transcript: readonly string[];
  /** Whether any model was told this by now. */
  wasTold(text: RegExp): boolean;
  /** What was not as it should be, also that the story was not told to its end. */
  problems(): readonly string[];
}

/**
 * How long a model takes to read a verdict and claim again, in milliseconds. No real one is quicker, and
 * quicker claims count as twins.
 */
const READING_TIME = 2_200;

/** How often to wait for a server that is starting. */
const MOST_IDLE = 20;

/** How often a model does the same at most, until it is told what it waits for. */
const MOST_AGAIN = 30;

/** Tells stories, each in the conversation whose opening has its name in brackets; the others are `main`. */
export function tell(
  program: Program,
  stories: Readonly<Record<string, Story>>,
  ever: string[] = [],
): Telling {
  const at = new Map<string, number>();
  const problems: string[] = [];
  const transcript: string[] = [];
  const told: string[] = [];
  const again = new Map<string, number>();
  let hasReplied = false;
  let idled = 0;

  function next(turn: Turn): ModelReply {
    const name = Object.keys(stories).find((one) => turn.opening.includes(`[${one}]`)) ?? "main";
    const story = stories[name] ?? [];
    const heard = turn.told.join("\n");
    // The opening is the host's own, and long.
    transcript.push(`${name} was told: ${heard.slice(at.has(name) ? -3_000 : -200)}`);
    told.push(heard);
    ever.push(heard);
    checkTold(name, story, heard);
    const index = at.get(name) ?? 0;
    const step = story[index] as Action | Until | undefined;
    if (!step) return { text: "The story is over." };
    const action = step.kind === "until" ? step.action : step;
    const idle = action.kind === "tool" ? idleCall(action.tool, turn) : undefined;
    if (idle) return { calls: [idle] };
    if (step.kind === "until") again.set(name, (again.get(name) ?? 0) + 1);
    else at.set(name, index + 1);
    transcript.push(`${name}: ${JSON.stringify(action)}`);
    return replyTo(action, turn);
  }

  /** Goes past everything that the model was to be told by now. */
  function checkTold(name: string, story: Story, heard: string): void {
    for (;;) {
      const index = at.get(name) ?? 0;
      const step = story[index];
      if (step?.kind === "until") {
        const times = again.get(name) ?? 0;
        if (times === 0 || (!step.text.test(heard) && times < MOST_AGAIN)) return;
        again.delete(name);
        if (times === MOST_AGAIN && !step.text.test(heard)) {
          problems.push(`${name} was never told ${step.text} but: ${heard.slice(-1_500)}`);
        }
      } else if (step?.kind === "told") {
        if (step.text.test(heard) === Boolean(step.not)) {
          const verb = step.not ? "was told" : "was not told";
          problems.push(`${name} ${verb} ${step.text} but: ${heard.slice(-1_500)}`);
        }
      } else return;
      at.set(name, index + 1);
    }
  }

  /** A call that passes the time while an MCP server is still starting. */
  function idleCall(tool: string, { tools }: Turn): ModelCall | undefined {
    const offered = program.idle && offeredAs(tools, program.idle.tool);
    if (!offered || !program.idle || offeredAs(tools, tool) || idled >= MOST_IDLE) return undefined;
    idled += 1;
    return { ...offered, input: program.idle.input };
  }

  function replyTo(action: Action, turn: Turn): ModelReply {
    if (action.kind === "say") return { text: action.text };
    if (action.kind === "report" && !program.call(action, turn.told, ever)) {
      return { text: action.text };
    }
    const actions = action.kind === "together" ? action.actions : [action];
    const calls = actions.flatMap((one) => {
      const call = program.call(one, turn.told, ever);
      const offered = call && offeredAs(turn.tools, call.tool);
      if (call && offered) return [{ ...offered, input: call.input } satisfies ModelCall];
      const names = turn.tools.map(({ name }) => name).join(", ");
      problems.push(`${call?.tool ?? one.kind} is not offered to the model, only: ${names}`);
      return [];
    });
    return calls.length > 0 ? { calls } : { text: "I cannot do this." };
  }

  return {
    async next(turn) {
      const reply = next(turn);
      const wait = !hasReplied || "text" in reply ? 0 : READING_TIME;
      hasReplied = true;
      await new Promise((resolve) => setTimeout(resolve, wait));
      return reply;
    },
    transcript,
    wasTold: (text) => told.some((one) => text.test(one)),
    problems() {
      const rest = Object.entries(stories).flatMap(([name, story]) => {
        const left = story.slice(at.get(name) ?? 0);
        return left.length > 0 ? [`${name} ended before: ${describe(left[0])}`] : [];
      });
      return [...problems, ...rest];
    },
  };
}

/** The tool as the host calls it: hosts put the server's name before it. */
function offeredAs(tools: readonly OfferedTool[], tool: string): OfferedTool | undefined {
  return (
    tools.find(({ name }) => name === tool) ?? tools.find(({ name }) => name.endsWith(`_${tool}`))
  );
}

function describe(step: Story[number] | undefined): string {
  if (step?.kind === "told" || step?.kind === "until") return `${step.kind} ${step.text}`;
  return JSON.stringify(step);
}

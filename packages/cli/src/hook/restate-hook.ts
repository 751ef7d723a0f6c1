import { text } from "node:stream/consumers";
import { ReadbackError } from "@readback/core";
import { type HookQueue, runHook } from "@readback/hooks";
import { connectGuard, connectQueue } from "@readback/restate/client";
import { addresses } from "../restate-addresses.js";
import { explained } from "./answer.js";

/** How long a cluster may be away, in milliseconds: hosts give a hook that only looks 30 seconds. */
const RETRY = 10_000;
/** The same for instructions, also where no queue is served: with the next call they are asked for again. */
const SHORT_RETRY = 500;

/** Answers a hook by the guard of a cluster: the same todos are counted for every machine an agent works on. */
export async function answerHookFromCluster(
  host: string,
  restate: string,
  dir: string | undefined,
): Promise<never> {
  if (process.stdin.isTTY) throw explained(host);
  const guard = guardOf(restate);
  const queue = (session: string) => queueOf(restate, session);
  const input = await text(process.stdin);
  const given = { host, input, used: performance.now(), guard, queue };
  const answer = await runHook(dir === undefined ? given : { ...given, dir });
  await written(process.stderr, answer.stderr);
  await written(process.stdout, answer.stdout);
  // What the cluster may still answer must not keep the agent waiting.
  process.exit(answer.exitCode);
}

const written = (stream: NodeJS.WriteStream, said: string) =>
  new Promise<void>((resolve) => stream.write(said, () => resolve()));

/** The instructions of a session. A cluster that serves no queues has none. */
function queueOf(restate: string, queue: string): HookQueue {
  const ingress = addresses(restate);
  const { sawToolCall, take } = connectQueue({ ingress, queue, retryFor: SHORT_RETRY });
  const unlessServed = (error: unknown) => {
    if (error instanceof ReadbackError && error.code === "unknown_machine") return undefined;
    throw error;
  };
  return {
    sawToolCall: (call) => sawToolCall(call).catch(unlessServed),
    take: () => take().catch(unlessServed),
  };
}

/** An address that is none is a failure of the guard, as one that does not answer is: nothing may pass because of it. */
function guardOf(restate: string): ReturnType<typeof connectGuard> {
  try {
    return connectGuard({ ingress: addresses(restate), retryFor: RETRY });
  } catch (error) {
    const refuse = () => Promise.reject(error);
    return new Proxy({} as ReturnType<typeof connectGuard>, { get: () => refuse });
  }
}

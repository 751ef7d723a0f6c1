import { text } from "node:stream/consumers";
import { runHook } from "@readback/hooks";
import { connectGuard } from "@readback/restate/client";
import { addresses } from "../mcp/restate-host.js";
import { explained } from "./answer.js";

/** How long a cluster may be away, in milliseconds: hosts give a hook that only looks 30 seconds. */
const RETRY = 10_000;

/** Answers a hook by the guard of a cluster: the same todos are counted for every machine an agent works on. */
export async function answerHookFromCluster(
  host: string,
  restate: string,
  dir: string | undefined,
): Promise<number> {
  if (process.stdin.isTTY) throw explained(host);
  const guard = guardOf(restate);
  const input = await text(process.stdin);
  const used = performance.now();
  const answer = await runHook({ host, input, used, guard, ...(dir !== undefined && { dir }) });
  process.stderr.write(answer.stderr);
  process.stdout.write(answer.stdout);
  return answer.exitCode;
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

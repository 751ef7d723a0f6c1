import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "@readback/core/host";
import { stateFolder } from "@readback/node";
import { connectDesk } from "@readback/restate/client";
import { createTerminalBridge } from "@readback/terminal";
import { Failure } from "../failure.js";
import { noSession } from "../mcp/restate-host.js";
import { addresses } from "../restate-addresses.js";
import { draftNotes } from "./draft-notes.js";

/** What `readback answer --restate` was told. */
export interface RestateAnswerValues {
  readonly restate: string;
  readonly session?: string;
  readonly dir?: string;
  readonly "no-color"?: boolean;
}

/** Attaches this terminal to a desk of a cluster, until the person leaves. */
export async function answerThroughRestate(values: RestateAnswerValues): Promise<void> {
  const { restate, session: desk, dir } = values;
  if (desk === undefined) throw noSession();
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const folder = join(stateFolder(process.cwd(), dir), "restate");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const bridge = createTerminalBridge({
    list: { title: `Questions of ${desk}`, onLeave: () => leave() },
    drafts: draftNotes(folder),
    ...(values["no-color"] && { color: false }),
  });
  const missing = bridge.missing();
  if (missing !== null) throw new Failure(`readback answer: ${missing}`);
  const problems = new Set<string>();
  const token = process.env.READBACK_DESK_TOKEN;
  const connected = connectDesk({
    ingress: addresses(restate),
    desk,
    bridge,
    retryFor: 5_000,
    onError: (error) => problems.add(messageOf(error)),
    ...(token !== undefined && { token }),
  });
  try {
    // Before the screen is taken: what is wrong now can be read.
    await connected.ready.catch((error) => {
      throw new Failure(`readback answer: ${messageOf(error)}`);
    });
    bridge.open();
    await left;
  } finally {
    await connected.close().catch((error) => problems.add(messageOf(error)));
    bridge.dispose();
  }
  for (const problem of problems) console.error(`error: ${problem}`);
}

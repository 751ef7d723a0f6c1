import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A screen that nobody sees, with a window manager: what windows do to each other is real in it. */
export interface Display {
  readonly name: string;
  stop(): Promise<void>;
}

export async function startDisplay(): Promise<Display> {
  // The server chooses a free number and says which.
  const args = ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"];
  const server = spawn("Xvfb", args, { stdio: ["ignore", "pipe", "ignore"] });
  const name = `:${(await firstLine(server)).trim()}`;
  const manager = spawn("openbox", ["--sm-disable"], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: name },
  });
  return {
    name,
    async stop() {
      await ended(manager);
      await ended(server);
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (text.includes("\n")) return text;
  }
  throw new Error("Xvfb ended before it had a display");
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}

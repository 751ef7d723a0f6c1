import { spawn } from "node:child_process";
import { once } from "node:events";

/** Starts a screen that nobody sees, with a window manager: what windows do to each other is real in it. */
export async function startDisplay() {
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

async function firstLine(child) {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (text.includes("\n")) return text;
  }
  throw new Error("Xvfb ended before it had a display");
}

async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectMarionette } from "./marionette.js";

export type Firefox = Awaited<ReturnType<typeof startFirefox>>;

/** A Firefox without a screen, with a profile of its own. */
export async function startFirefox(path: string) {
  const profile = mkdtempSync(join(tmpdir(), "readback-firefox-"));
  const port = await freePort();
  writeFileSync(join(profile, "user.js"), `user_pref("marionette.port", ${port});\n`);
  const args = ["--marionette", "--headless", "--no-remote", "--profile", profile];
  const env = { ...process.env, HOME: profile };
  const child = spawn(path, args, { stdio: "ignore", env });
  const ended = once(child, "exit");
  const call = await connectMarionette(port, () => child.exitCode !== null);
  await call("WebDriver:NewSession");

  /** Runs the body of a function in the page; gives what it returns. */
  const run = async (script: string): Promise<unknown> => {
    const given = await call("WebDriver:ExecuteScript", { script, args: [] });
    return (given as { value: unknown }).value;
  };

  return {
    run,
    goTo: (url: string) => call("WebDriver:Navigate", { url }),
    /** Where `run` runs from now on: in a frame of the page, or in the page itself. */
    enterFrame: (id: number | null) => call("WebDriver:SwitchToFrame", { id }),
    /** Clicks as a person would what an expression finds. */
    async click(expression: string) {
      const found = (await run(`return ${expression}`)) as Readonly<Record<string, string>>;
      await call("WebDriver:ElementClick", { id: Object.values(found)[0] });
    },
    /** Opens a tab in front of the others, and gives what leads back to the one before. */
    async openTab() {
      const { value: before } = (await call("WebDriver:GetWindowHandle")) as { value: string };
      const options = { type: "tab", focus: true };
      const { handle } = (await call("WebDriver:NewWindow", options)) as { handle: string };
      await call("WebDriver:SwitchToWindow", { handle, focus: true });
      return {
        look: (focus: boolean) => call("WebDriver:SwitchToWindow", { handle: before, focus }),
        async close() {
          await call("WebDriver:SwitchToWindow", { handle, focus: true });
          await call("WebDriver:CloseWindow");
          await call("WebDriver:SwitchToWindow", { handle: before, focus: true });
        },
      };
    },
    async quit() {
      await call("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => child.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

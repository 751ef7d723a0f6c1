import { spawn } from "node:child_process";

/** Opens an address in the person's browser; `false` when that is not possible here. */
export async function openInBrowser(url: string): Promise<boolean> {
  const { platform, env } = process;
  if (platform === "darwin") return started("open", [url]);
  if (platform === "win32") return started("rundll32", ["url.dll,FileProtocolHandler", url]);
  // Without a screen, xdg-open would start a browser in the terminal, or wait forever.
  const hasScreen = Boolean(
    env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER || env.WSL_DISTRO_NAME,
  );
  return hasScreen && started("xdg-open", [url]);
}

/** Some openers stay until the browser ends: one that has started well counts after a moment. */
function started(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "ignore", detached: true });
    const settled = setTimeout(() => resolve(true), 3_000);
    child.on("error", () => done(false));
    child.on("exit", (code) => done(code === 0));
    child.unref();

    function done(isOpen: boolean): void {
      clearTimeout(settled);
      resolve(isOpen);
    }
  });
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_FILE, type GuardSettings, readConfig } from "@readback/node";
import { broken, type Check, ok } from "./check.js";

/** Looks at `readback.config.json`; the settings are `undefined` when it cannot be used. */
export function checkConfig(project: string): {
  readonly check: Check;
  readonly settings: GuardSettings | undefined;
} {
  try {
    const settings = readConfig(project, process.cwd()).guard;
    const isThere = existsSync(join(project, CONFIG_FILE));
    const judge =
      settings.validate === null ? "no validator" : `judged by \`${settings.validate}\``;
    const what = `${settings.maxRetryAttempts} attempts, ${judge}`;
    const where = isThere ? `${CONFIG_FILE} is valid` : `no ${CONFIG_FILE}, so the defaults`;
    return { check: ok("Config", `${where}: ${what}`), settings };
  } catch (error) {
    const message = (error as Error).message;
    const next = `Fix ${CONFIG_FILE}: until then the guard blocks every claim.`;
    return { check: broken("Config", message, next), settings: undefined };
  }
}

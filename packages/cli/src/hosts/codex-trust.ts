import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { broken, type Check, warning } from "../doctor/check.js";
import type { FoundSettings } from "../doctor/host-settings.js";
import type { Entry } from "../hook/entries.js";
import { tableIn } from "../hook/toml-text.js";

/** What can be wrong with the trust in an entry. */
type Flaw = "untrusted" | "changed" | "off";

/** The fields that the hash is known to be made from. Codex leaves out others, or takes them in: who knows. */
const KNOWN_FIELDS = ["type", "command", "timeout", "async", "statusMessage"];

/** Where Codex keeps what it knows of a hook: `PreToolUse` is `pre_tool_use` there. */
const labelOf = (event: string): string =>
  event.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/**
 * What Codex remembers of a hook that a person trusts: a change of any of these makes it another one. `undefined`
 * for a hook with more to it than this. As of Codex 0.166.
 */
export function hookHash(
  event: string,
  matcher: unknown,
  hook: Readonly<Record<string, unknown>>,
): string | undefined {
  if (Object.keys(hook).some((field) => !KNOWN_FIELDS.includes(field))) return undefined;
  const { type, command, timeout, statusMessage } = hook;
  // The fields in this order, which is that of their names.
  const identity = {
    event_name: labelOf(event),
    hooks: [
      {
        async: hook.async === true,
        command,
        ...(statusMessage !== undefined && { statusMessage }),
        timeout: Math.max(1, typeof timeout === "number" ? timeout : 600),
        type,
      },
    ],
    ...(matcher !== undefined && { matcher }),
  };
  return `sha256:${createHash("sha256").update(JSON.stringify(identity)).digest("hex")}`;
}

/**
 * What is wrong with the trust of Codex in the hooks, by what its settings (`config`) say. That it has asked the guard since
 * the hooks were last changed is better evidence than a hash.
 */
export function checkTrustInHooks(
  config: string,
  found: readonly FoundSettings[],
  { mainEvent, firedAt }: { readonly mainEvent: string; readonly firedAt: number | undefined },
): Check | undefined {
  const flawed = found.flatMap((settings) =>
    settings.entries.flatMap((entry) => {
      const flaw = flawOf(config, settings, entry, firedAt);
      return flaw === undefined ? [] : [{ flaw, event: entry.event }];
    }),
  );
  const main = flawed.find(({ event }) => event === mainEvent);
  if (main) return broken("Trust", ...SAID[main.flaw]);
  if (flawed.length === 0) return undefined;
  const events = [...new Set(flawed.map(({ event }) => event))].join(", ");
  const message = `Codex runs the hook of ${mainEvent}, and not those of ${events}: untrusted, changed since, or turned off`;
  return warning("Trust", message, NEXT);
}

const NEXT = "Type /hooks in Codex, and trust those of readback";

const SAID: Readonly<Record<Flaw, readonly [message: string, next: string]>> = {
  untrusted: ["The hooks of readback are not trusted in Codex, and so none of them runs", NEXT],
  changed: [
    "The hooks of readback were changed after they had been trusted in Codex, and so it does not run them",
    NEXT,
  ],
  off: ["The hooks of readback are turned off in Codex", "Turn them on with /hooks"],
};

function flawOf(
  config: string,
  settings: FoundSettings,
  { event, group, index }: Entry,
  firedAt: number | undefined,
): Flaw | undefined {
  const name = `${settings.path}:${labelOf(event)}:${group}:${index}`;
  const state = tableIn(config, ["hooks", "state", name]);
  const [, trusted] = /^\s*trusted_hash\s*=\s*"([^"]*)"/m.exec(state ?? "") ?? [];
  if (trusted === undefined) return "untrusted";
  if (/^\s*enabled\s*=\s*false/m.test(state ?? "")) return "off";
  const groups = settings.valueAt("hooks", event) as readonly Readonly<Record<string, unknown>>[];
  const { matcher, hooks } = groups[group] ?? {};
  const hook = (hooks as readonly Readonly<Record<string, unknown>>[])[index] ?? {};
  const hash = hookHash(event, matcher, hook);
  if (hash === undefined || hash === trusted) return undefined;
  const hasFiredSince = firedAt !== undefined && firedAt > statSync(settings.path).mtimeMs;
  return hasFiredSince ? undefined : "changed";
}

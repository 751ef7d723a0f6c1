import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { ViewHabits, ViewMemory } from "../views/memory.js";

const MOST_CLIENTS = 100;
const habitsSchema = z.record(
  z.string().max(200),
  z.object({ views: z.enum(["while", "after"]).exactOptional(), missed: z.int().min(0) }),
);

/** Keeps in the state folder what clients did with views. It says where to look first, and nothing about answers. */
export function viewMemory(folder: string): ViewMemory {
  const file = join(folder, "views.json");

  function read(): Record<string, ViewHabits> {
    try {
      const found = habitsSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
      return found.success ? found.data : {};
    } catch {
      return {};
    }
  }

  return {
    get: (client) => (Object.hasOwn(read(), client) ? read()[client] : undefined),
    set(client, habits) {
      const known = Object.entries(read()).filter(([name]) => name !== client);
      const kept = [...known.slice(1 - MOST_CLIENTS), [client.slice(0, 200), habits]];
      try {
        writeFileSync(file, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 });
      } catch {
        // Not remembered: the next question waits a moment longer.
      }
    },
  };
}

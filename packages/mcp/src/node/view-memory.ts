import { sha256Hex } from "@readback/core/host";
import { ownNotes } from "@readback/node";
import * as z from "zod";
import type { ViewHabits, ViewMemory } from "../views/memory.js";

const MOST_CLIENTS = 100;
const PREFIX = "view.";
const habitsSchema = z.object({
  views: z.enum(["while", "after"]).exactOptional(),
  missed: z.int().min(0),
});

/**
 * Keeps in the state folder what clients did with views. It says where to look first, and nothing about answers.
 * Each client has a note of its own: servers of the project write at the same time.
 */
export function viewMemory(folder: string): ViewMemory {
  const notes = ownNotes(folder);

  /** No name of a client is a path. */
  const noteOf = (client: string) => PREFIX + sha256Hex(client).slice(0, 32);

  return {
    get(client): ViewHabits | undefined {
      const noted = notes.read(noteOf(client));
      return noted === undefined ? undefined : habitsSchema.safeParse(JSON.parse(noted)).data;
    },
    set(client, habits) {
      try {
        notes.keepLatest(PREFIX, MOST_CLIENTS - 1);
        notes.write(noteOf(client), JSON.stringify(habits));
      } catch {
        // Not remembered: the next question waits a moment longer.
      }
    },
  };
}

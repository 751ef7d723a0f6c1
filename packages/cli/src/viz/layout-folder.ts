import { join } from "node:path";
import { keyFolder } from "@readback/node";
import { createLayouts, type Layouts } from "@readback/visualizer/layout";

/** Layouts that are kept for the next time, in the user's own folder: making one takes seconds. */
export function keptLayouts(): Layouts {
  let folder: string;
  try {
    folder = join(keyFolder(), "charts");
  } catch {
    // Without a folder of their own, people wait.
    return createLayouts();
  }
  return createLayouts({ folder });
}

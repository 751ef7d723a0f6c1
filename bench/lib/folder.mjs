import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives `work` an empty folder, and deletes it whatever happens. */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "readback-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

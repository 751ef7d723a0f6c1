import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readPlainFile } from "@readback/node/plain-file";

/**
 * The folder by which Claude Code remembers what a person has said of a project: the top of its repository, of which a
 * worktree is a part; the folder itself where there is no repository.
 */
export function rememberedAs(project: string): string {
  const start = existsSync(project) ? realpathSync(project) : project;
  for (let folder = start; ; folder = dirname(folder)) {
    const git = statSync(join(folder, ".git"), { throwIfNoEntry: false });
    if (git?.isDirectory()) return folder;
    if (git?.isFile()) return repositoryOf(folder) ?? folder;
    if (folder === dirname(folder)) return start;
  }
}

/** The top of the repository that a worktree belongs to. */
function repositoryOf(worktree: string): string | undefined {
  try {
    const text = readPlainFile(join(worktree, ".git"))?.text ?? "";
    const [, target = ""] = /^gitdir: (.+?)\s*$/m.exec(text) ?? [];
    const [, top] =
      /^(.+)[\\/]\.git[\\/]worktrees[\\/][^\\/]+$/.exec(resolve(worktree, target)) ?? [];
    return top;
  } catch {
    return undefined;
  }
}

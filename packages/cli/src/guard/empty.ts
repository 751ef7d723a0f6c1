/** What to say when there is no todo to show. */
export function nothingYet(state: string, hasSeenClaims: boolean): string {
  if (hasSeenClaims) {
    return `No todos are under guard now: what the agents claimed is forgotten (state: ${state}).`;
  }
  return [
    `No todos yet: the guard has seen no claim (state: ${state}).`,
    "",
    "Not installed?            readback hook install claude-code",
    "Installed, never fires?   readback doctor",
  ].join("\n");
}

/** The coding agents the guard can watch. */
export const HOST_NAMES = ["claude-code", "codex", "gemini"] as const;

export type HostName = (typeof HOST_NAMES)[number];

import type { Host } from "../hook-call.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { gemini } from "./gemini.js";
import { opencode } from "./opencode.js";

/** The coding agents a hook can serve. */
export const HOSTS: readonly Host[] = [claudeCode, codex, gemini, opencode];

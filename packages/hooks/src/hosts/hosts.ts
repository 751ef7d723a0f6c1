import type { Host } from "../hook-call.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { gemini } from "./gemini.js";

/** The coding agents a hook can serve. */
export const HOSTS: readonly Host[] = [claudeCode, codex, gemini];

import { defineConfig } from "tsup";
import { types } from "../../tsup.shared.js";

const entry = {
  ai: "src/ai.ts",
  "claude-agent-sdk": "src/claude-agent-sdk.ts",
  langchain: "src/langchain.ts",
  "openai-agents": "src/openai-agents.ts",
};

export default defineConfig([
  { entry, format: ["esm", "cjs"], target: "es2022", platform: "neutral", sourcemap: true },
  types(entry),
]);

import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/ai.ts", "src/claude-agent-sdk.ts", "src/langchain.ts", "src/openai-agents.ts"],
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  dts: true,
  sourcemap: true,
});

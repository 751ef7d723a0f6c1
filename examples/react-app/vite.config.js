import { defineConfig } from "vite";

// React's JSX without its plugin: esbuild does that.
export default defineConfig({ esbuild: { jsx: "automatic" } });

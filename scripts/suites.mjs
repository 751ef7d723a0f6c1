const vitest = (...args) => ["vitest", "run", ...args];
const deep = { READBACK_DEEP: "1" };

/** The suites of `npm run test:deep`, in order: what each runs, and how long it may take. */
export const suites = [
  {
    name: "properties",
    command: vitest("packages/core"),
    env: { ...deep, FC_RUNS: "1000", STORIES: "100000" },
    minutes: 15,
  },
  {
    name: "processes",
    command: vitest("packages/node", "packages/hooks"),
    env: { ...deep, READBACK_RUNS: "3" },
    minutes: 15,
  },
  {
    name: "clients",
    command: vitest("packages/mcp/test/end-to-end"),
    env: deep,
    minutes: 10,
  },
  {
    name: "browser",
    command: vitest(
      ...[
        "looks",
        "tabs",
        "in-an-app",
        "demo-page",
        "unreadable",
        "embeddings",
        "stolen-port",
        "crowd",
      ].map((name) => `/${name}.deep`),
    ),
    env: deep,
    minutes: 10,
  },
  {
    name: "packaging",
    command: vitest("test/packaging"),
    env: deep,
    minutes: 10,
  },
  {
    name: "conformance",
    command: ["pnpm", "--filter=@readback/mcp", "run", "conformance"],
    minutes: 5,
  },
  {
    name: "mutations",
    command: ["node", "scripts/run.cjs", "mutate", "instruction-ack"],
    minutes: 15,
  },
];

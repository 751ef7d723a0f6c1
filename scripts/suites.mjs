const vitest = (...args) => ["vitest", "run", ...args];
const deep = { READBACK_DEEP: "1" };

/** The suites of `npm run test:deep`, in order: what each runs, and how long it may take. */
export const suites = [
  {
    name: "properties",
    // Every file of core that has a property: the others would do the same as in `npm test`.
    command: vitest(
      ...["--project=@readback/core", "test/properties/", "test/simulation/", "interpreter"],
      ...["strict-profile", "converters", "mcp-elicitation"],
    ),
    env: { ...deep, FC_RUNS: "1000", STORIES: "50000" },
    minutes: 15,
  },
  {
    name: "processes",
    // What `npm test` does not run, or runs with fewer tries: the rest would be the same again.
    command: vitest(
      ...["--project=@readback/node", "--project=@readback/hooks"],
      ...[".deep.", "damage", "disk-failures", "interleavings"],
    ),
    env: { ...deep, READBACK_RUNS: "3" },
    minutes: 15,
  },
  {
    name: "storm",
    // A quarter of it: `STORM_SIZE=1 npm run test:deep -- storm` is the whole, and takes a quarter of an hour.
    command: vitest("packages/cli/test/storm"),
    env: { ...deep, STORM_SIZE: process.env.STORM_SIZE ?? "0.25" },
    minutes: process.env.STORM_SIZE ? 40 : 12,
  },
  {
    name: "clients",
    command: vitest(
      "packages/mcp/test/end-to-end",
      "packages/cli/test/mcp",
      "packages/cli/test/doctor",
    ),
    env: deep,
    minutes: 10,
  },
  {
    name: "terminal",
    command: vitest(
      "packages/terminal",
      "packages/cli/test/answer",
      "packages/cli/test/demo-terminal",
    ),
    env: { ...deep, FC_RUNS: "1000" },
    minutes: 10,
  },
  {
    name: "browser",
    command: vitest(
      ...[
        "answering",
        "life",
        "looks",
        "tabs",
        "lasting",
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
    name: "electron",
    command: vitest("packages/electron/test/real"),
    env: deep,
    minutes: 10,
  },
  {
    name: "visualizer",
    command: vitest("--project=@readback/visualizer"),
    env: { ...deep, FC_RUNS: "1000" },
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
    // Only the tests that are about it: with all of core's it takes an hour.
    env: {
      MUTATION_TESTS: [
        ...["instruction-ack/*", "properties/instruction-*", "composition/instruction"],
        ...["boundaries", "bad-input"],
      ]
        .map((name) => `test/${name}.test.ts`)
        .join(" "),
    },
    minutes: 20,
  },
];

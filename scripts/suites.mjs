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
    env: { ...deep, FC_RUNS: "1000", STORIES: "100000" },
    minutes: 15,
  },
  {
    name: "processes",
    // What `npm test` does not run, or runs with fewer tries: the rest would be the same again.
    command: vitest(
      ...["--project=@readback/node", "--project=@readback/hooks"],
      ...[".deep.", "damage", "disk-failures", "interleavings", "hook-processes"],
    ),
    env: { ...deep, READBACK_RUNS: "3" },
    minutes: 15,
  },
  {
    name: "storm",
    // A quarter of it: `STORM_SIZE=1 npm run test:deep -- storm` is the whole, and takes six minutes or more.
    command: vitest("packages/cli/test/storm"),
    env: { ...deep, STORM_SIZE: process.env.STORM_SIZE ?? "0.25" },
    minutes: process.env.STORM_SIZE ? 40 : 12,
  },
  {
    name: "clients",
    command: vitest(
      "packages/mcp/test/deleted-state",
      "packages/mcp/test/end-to-end",
      "packages/mcp/test/places",
      "packages/mcp/test/tasks",
      "packages/cli/test/guard",
      "packages/cli/test/hook-install.deep",
      "packages/cli/test/mcp",
      "packages/cli/test/killed-surfaces",
      "packages/cli/test/jumping-clock",
      "packages/cli/test/deleted-state",
      "packages/cli/test/doctor",
    ),
    env: deep,
    minutes: 10,
  },
  {
    name: "views",
    // Questions inside chat clients: our own, that can be told to misbehave, and the MCP Inspector.
    command: vitest("packages/mcp/test/views", "test/hosts/inspector"),
    env: deep,
    minutes: 12,
  },
  {
    name: "hosts",
    // All of the table in docs/hosts.md, the interactive programs and older versions too.
    command: vitest(
      ...["claude-code", "codex", "gemini", "opencode", "verify", "forms", "older"].map(
        (name) => `test/hosts/${name}.deep`,
      ),
    ),
    // A run in which no host could be installed shows nothing: it fails.
    env: { ...deep, CI: "true" },
    minutes: 12,
  },
  {
    name: "frameworks",
    // The oldest version of each framework beside the newest, and the Claude Agent SDK with its Claude Code.
    command: vitest(
      "--project=@readback/adapters",
      "--project=test",
      "packages/adapters",
      "claude-agent-sdk",
    ),
    env: deep,
    minutes: 8,
  },
  {
    name: "verify",
    command: vitest(
      "packages/cli/test/verify",
      "packages/cli/test/instructions",
      "packages/cli/test/log",
    ),
    env: deep,
    minutes: 12,
  },
  {
    name: "terminal",
    command: vitest(
      "packages/terminal",
      "packages/cli/test/answer",
      "packages/cli/test/together",
      "packages/cli/test/demo-terminal",
    ),
    env: { ...deep, FC_RUNS: "1000" },
    minutes: 10,
  },
  {
    name: "browser",
    command: vitest(
      ...[
        "ack",
        "answering",
        "life",
        "looks",
        "tabs",
        "lasting",
        "in-an-app",
        "demo-page",
        "unreadable",
        "covered",
        "embeddings",
        "stolen-port",
        "crowd",
        "page/conformance",
        "firefox",
        "viz-killed",
        "viz-live",
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
    minutes: 15,
  },
  {
    name: "restate",
    // `RESTATE_FAULTS=50 npm run test:deep -- restate` runs the fault test on three nodes, too.
    command: vitest("packages/restate", "packages/cli/test/restate"),
    env: deep,
    minutes: process.env.RESTATE_FAULTS ? 60 : 10,
  },
  {
    name: "packaging",
    command: vitest("test/packaging"),
    env: deep,
    minutes: 20,
  },
  {
    name: "docs",
    // A dead link, or a page that VitePress cannot read, fails it. The suites begin with a build.
    command: ["node", "scripts/run.cjs", "site", "--no-build"],
    minutes: 15,
  },
  {
    name: "conformance",
    command: ["pnpm", "--filter=@readback/mcp", "run", "conformance"],
    minutes: 5,
  },
  {
    name: "mutations",
    // The rules of one machine; what is around it takes twice as long.
    command: ["node", "scripts/run.cjs", "mutate", "instruction-ack/machine.ts"],
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

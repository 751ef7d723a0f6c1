import { type Command, defineCommand, dirFlag, jsonFlag } from "../command.js";

const machinesFlag = {
  machines: {
    type: "string",
    value: "module",
    summary: "A module that exports XState machines of your own",
  },
} as const;

const fromFlag = {
  from: {
    type: "string",
    value: "path",
    summary: "A folder or a file of entries; default: the project",
  },
} as const;

const outFlag = {
  out: { type: "string", short: "o", value: "file", summary: "Where to write it" },
} as const;

const journals = {
  name: "journal",
  summary: "A project, a folder of journals, a file of entries, or an exported run",
  isMany: true,
} as const;

export const viz: Command = defineCommand({
  name: "viz",
  summary: "See why your machines are where they are, and try what if",
  operand: { ...journals, isOptional: true },
  flags: {
    control: {
      type: "boolean",
      summary: "Approve, reset, redrive, discard and cancel from the page",
    },
    inspect: {
      type: "string",
      value: "port",
      summary: "Also show XState apps that send their inspection events to this port",
    },
    restate: {
      type: "string",
      value: "url",
      summary: "Follow the journal of a Restate cluster, by the address of its ingress",
    },
    admin: {
      type: "string",
      value: "url",
      summary: "With --restate: address of its admin port, to show what the journal has forgotten",
    },
    port: { type: "string", value: "number", summary: "Port of the page; default: any free one" },
    "no-open": { type: "boolean", summary: "Only print the address of the page" },
    ...machinesFlag,
    ...dirFlag,
  },
  details: `Without a journal, the journals of this project are followed: of all its servers and hooks.
Nothing is written to them, and nothing leaves this machine.

With --restate and a cluster that has a desk secret, the token of the journal is READBACK_JOURNAL_TOKEN.

An XState v5 app is watched with "readback viz --inspect 8080", which prints an address, and, in the app,
  import { createWebSocketInspector } from "@statelyai/inspect";
  const { inspect } = createWebSocketInspector({ url: "ws://127.0.0.1:8080/…" });
  createActor(machine, { inspect }).start();`,
  async run(values, _, paths) {
    const { runViz } = await import("../viz/run-viz.js");
    return runViz(values, paths);
  },
});

export const vizCheck: Command = defineCommand({
  name: "viz check",
  summary: "Check in CI that recorded runs still go the same way",
  operand: journals,
  flags: { ...machinesFlag, ...jsonFlag },
  details: `Every run is folded again through its machine as it is today. The exit code is 0 when each entry was read and
is what the machine would write, 1 when one differs, is gone, cannot be read or is of a machine that is not known.`,
  async run(values, _, paths) {
    const { checkJournals } = await import("../viz/check.js");
    return checkJournals(values, paths);
  },
});

export const vizExport: Command = defineCommand({
  name: "viz export",
  summary: "Write a run as one HTML file, for a bug report",
  operand: {
    name: "instance",
    summary: "Name of the instance, or how it begins; leave it out with --all",
    isOptional: true,
  },
  flags: {
    ...outFlag,
    all: { type: "boolean", summary: "Every run there is" },
    redact: { type: "boolean", summary: "Hide every text that is not a word of the machines" },
    ...fromFlag,
    ...machinesFlag,
    ...dirFlag,
  },
  async run(values, instance) {
    const { exportInstances } = await import("../viz/export.js");
    return exportInstances(values, instance);
  },
});

export const vizImage: Command = defineCommand({
  name: "viz image",
  summary: "Write a machine as an image: .svg, .png, .mmd or .json",
  operand: { name: "machine", summary: "Its name, such as ask-with-render-ack" },
  flags: { ...outFlag, ...machinesFlag },
  async run(values, machine) {
    const { writeImage } = await import("../viz/image.js");
    return writeImage(values, machine);
  },
});

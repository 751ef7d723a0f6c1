import { defineCommand } from "../command.js";

export const init = defineCommand({
  name: "init",
  summary: "Copy an example into this project",
  operand: { name: "example", summary: "Which one; you are asked without it", isOptional: true },
  flags: {
    into: {
      type: "string",
      value: "folder",
      summary: "Where to; default: a new folder of the example's name",
    },
    list: { type: "boolean", summary: "List the examples" },
  },
  details: [
    "Each example is a small project that runs by itself: npm install, npm start.",
    "Nothing is overwritten: when a file is there already, nothing is copied.",
  ].join("\n"),
  async run({ into, list = false }, name) {
    const { runInit } = await import("../init/run-init.js");
    return runInit({ name, into, isList: list });
  },
});

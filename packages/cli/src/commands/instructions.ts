import { type Command, defineCommand, dirFlag, jsonFlag } from "../command.js";

const flags = { ...dirFlag, ...jsonFlag };
const id = { name: "id", summary: "As readback instructions failed shows it" } as const;
const load = () => import("../instructions/run-instructions.js");

/** The commands of `readback instructions`. */
export const instructions: readonly Command[] = [
  defineCommand({
    name: "instructions add",
    summary: "Queue an instruction for the agents of this project",
    operand: { name: "text", summary: "What the agent is to do; it may be told several times" },
    flags: {
      "max-retries": {
        type: "string",
        value: "number",
        summary: "How often it is repeated before it counts as failed; default 3",
      },
      until: {
        type: "string",
        value: "condition",
        summary: 'The tool or command that shows it was taken up: "npm test"',
      },
      ...flags,
    },
    details: `Handed over by coding agents' hooks (readback hook install <host> --instructions) and by MCP
servers that use the journal in .readback/instructions/journal; see docs/instruction-ack.md. --until is
a tool's name (list_files), words of its command (npm test), or both (Read AGENTS.md): such a call,
after the instruction was handed over, acknowledges it. Prints the id.`,
    run: async (values, text) => (await load()).addInstruction(values, text),
  }),
  defineCommand({
    name: "instructions list",
    summary: "See the instructions that are not taken up yet",
    flags: {
      follow: { type: "boolean", short: "f", summary: "Show what becomes of them, until Ctrl-C" },
      ...flags,
    },
    run: async (values) => (await load()).listInstructions(values),
  }),
  defineCommand({
    name: "instructions failed",
    summary: "See the instructions that were never taken up",
    flags,
    run: async (values) => (await load()).listInstructions(values, "failed"),
  }),
  defineCommand({
    name: "instructions redrive",
    summary: "Send a failed instruction again, with a new count",
    operand: id,
    flags,
    run: async (values, given) => (await load()).decideInstruction(values, "redrive", given),
  }),
  defineCommand({
    name: "instructions discard",
    summary: "Let a failed instruction go",
    operand: id,
    flags,
    run: async (values, given) => (await load()).decideInstruction(values, "discard", given),
  }),
  defineCommand({
    name: "instructions stats",
    summary: "Count: sent, acknowledged, retried, failed",
    flags,
    run: async (values) => (await load()).showInstructionStats(values),
  }),
];

/** The part of JSON Schema that these need. */
interface Schema {
  readonly type: "object" | "string";
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly required?: readonly string[];
  /** Nothing else may be there. */
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Hosts cap texts at 10,000 characters. */
const text: Schema = { type: "string", minLength: 1, maxLength: 10_000 };
const one = (value: string): Schema => ({ type: "string", enum: [value] });

const denied: Schema = {
  type: "object",
  required: ["hookSpecificOutput"],
  properties: {
    hookSpecificOutput: {
      type: "object",
      required: ["hookEventName", "permissionDecision", "permissionDecisionReason"],
      properties: {
        hookEventName: one("PreToolUse"),
        permissionDecision: { type: "string", enum: ["allow", "deny", "ask"] },
        permissionDecisionReason: text,
      },
    },
  },
};
const stopped: Schema = {
  type: "object",
  required: ["decision", "reason"],
  properties: { decision: one("block"), reason: text },
};
const said = (name: string): Schema => ({
  type: "object",
  required: [name],
  properties: { [name]: text },
});
const remark = said("systemMessage");
const context = (event: string): Schema => ({
  type: "object",
  required: ["hookSpecificOutput"],
  properties: {
    hookSpecificOutput: {
      type: "object",
      required: ["hookEventName", "additionalContext"],
      properties: { hookEventName: one(event), additionalContext: text },
    },
  },
});
const decided: Schema = {
  type: "object",
  required: ["decision", "reason"],
  properties: { decision: { type: "string", enum: ["deny", "block"] }, reason: text },
};

const anthropic: Readonly<Record<string, readonly Schema[]>> = {
  PreToolUse: [denied, remark],
  PostToolUse: [remark],
  Stop: [stopped, remark],
  SubagentStop: [stopped, remark],
  SessionStart: [context("SessionStart"), remark],
  TaskCompleted: [remark],
};

/** What each host takes on standard output, by event. */
const OUTPUTS: Readonly<Record<string, Readonly<Record<string, readonly Schema[]>>>> = {
  "claude-code": anthropic,
  codex: anthropic,
  gemini: {
    BeforeTool: [decided, remark],
    AfterTool: [remark],
    AfterAgent: [decided, remark],
    SessionStart: [context("SessionStart"), remark],
  },
  // What the plugin that `readback hook install opencode` writes understands.
  opencode: {
    "tool.execute.before": [
      { ...decided, properties: { decision: one("deny"), reason: text } },
      said("remark"),
    ],
    "tool.execute.after": [said("context"), said("remark")],
  },
};

/** What is wrong with what a hook printed, for the host it printed it for; empty when nothing is. */
export function problemsFor(
  host: string,
  event: string,
  output: { readonly stdout: string; readonly stderr: string; readonly exitCode: number },
): readonly string[] {
  const { stdout, stderr, exitCode } = output;
  if (exitCode !== 0 && exitCode !== 2) return [`exit code ${exitCode}`];
  if (exitCode === 2) {
    const isFit = stdout === "" && stderr.trim() !== "" && stderr.length <= 10_001;
    return isFit && event === "TaskCompleted" ? [] : ["exit code 2 without a fitting reason"];
  }
  if (stdout === "") return [];
  if (!stdout.startsWith("{")) return ["not JSON from its first character on"];
  if (stdout.trimEnd().includes("\n")) return ["more than one line"];
  const value: unknown = JSON.parse(stdout);
  const schemas = OUTPUTS[host]?.[event] ?? [];
  const attempts = schemas.map((schema) => problems(schema, value, "output"));
  return attempts.find((found) => found.length === 0) ?? attempts[0] ?? [`nothing fits ${event}`];
}

function problems(schema: Schema, value: unknown, path: string): readonly string[] {
  if (schema.type === "string") {
    if (typeof value !== "string") return [`${path} is no text`];
    if (schema.enum && !schema.enum.includes(value)) return [`${path} is ${value}`];
    const { minLength = 0, maxLength = 10_000 } = schema;
    return value.length >= minLength && value.length <= maxLength ? [] : [`${path} does not fit`];
  }
  if (typeof value !== "object" || value === null) return [`${path} is no object`];
  const { properties = {}, required = [] } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return known ? problems(known, member, `${path}.${name}`) : [`${path}.${name} is too much`];
    }),
  ];
}

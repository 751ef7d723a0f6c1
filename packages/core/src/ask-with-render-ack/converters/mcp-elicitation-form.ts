import * as z from "zod";
import { parse } from "../../parse.js";
import { truncate } from "../../text.js";
import { ASK_LIMITS } from "../schema.js";

// The form an MCP server asks for: a flat object of primitives.

/** The longest message or description of a form: two of them fit into one question. */
export const LONGEST_FORM_TEXT = 4_900;

const text = z.string().max(LONGEST_FORM_TEXT, `must have at most ${LONGEST_FORM_TEXT} characters`);
const named = { title: text.optional(), description: text.optional() };
const count = z.int().min(0).optional();
const titled = z.object({ const: z.string(), title: z.string().optional() });

const fieldSchema = z.discriminatedUnion(
  "type",
  [
    z.object({
      ...named,
      type: z.literal("string"),
      enum: z.array(z.string()).optional(),
      enumNames: z.array(z.string()).optional(),
      oneOf: z.array(titled).optional(),
      format: z.string().optional(),
      minLength: count,
      maxLength: count,
      default: z.string().optional(),
    }),
    z.object({
      ...named,
      type: z.literal(["number", "integer"]),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      default: z.number().optional(),
    }),
    z.object({ ...named, type: z.literal("boolean"), default: z.boolean().optional() }),
    z.object({
      ...named,
      type: z.literal("array"),
      items: z.union(
        [z.object({ enum: z.array(z.string()) }), z.object({ anyOf: z.array(titled) })],
        "must list the choices in enum or anyOf",
      ),
      minItems: count,
      maxItems: count,
      default: z.array(z.string()).optional(),
    }),
  ],
  'must be a flat field: type "string", "number", "integer", "boolean" or "array"',
);

/** One field of a form. */
export type Field = z.output<typeof fieldSchema>;

/** One choice of a field: what the server gets, and what the person sees. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A field with its name, whether the server requires it, and its choices if it has any. */
export interface FormField {
  readonly name: string;
  readonly field: Field;
  readonly required: boolean;
  readonly choices: readonly Choice[] | null;
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Field by field, because zod's record leaves a field named `__proto__` out.
const fieldsSchema = z.custom<object>(isObject, "must be an object").transform((value, context) => {
  const properties = Object.entries(value);
  if (properties.length > ASK_LIMITS.questions) {
    context.addIssue(`must have at most ${ASK_LIMITS.questions} fields`);
  }
  return properties.flatMap(([name, property]) => {
    const refuse = (path: PropertyKey[], message: string, input?: unknown) =>
      context.addIssue({ code: "custom", path: [name, ...path], message, input });
    const parsed = fieldSchema.safeParse(property, { reportInput: true });
    if (!parsed.success) {
      for (const { path, message, input } of parsed.error.issues) refuse(path, message, input);
      return [];
    }
    const choices = choicesOf(parsed.data);
    if (name.trim() === "" || name.length > 200) refuse([], "name must have 1 to 200 characters");
    if (choices && (choices.length < 1 || choices.length > 100)) {
      refuse([], `must offer 1 to 100 choices, not ${choices.length}`);
    }
    return [{ name, field: parsed.data, choices }];
  });
});

const formSchema = z.object({
  mode: z.literal("form", 'must be "form": only a form can be asked as questions').optional(),
  message: text.refine((message) => message.trim() !== "", "must not be empty"),
  requestedSchema: z
    .object({
      type: z.literal("object"),
      properties: fieldsSchema,
      required: z.array(z.string()).default([]),
    })
    .transform(({ properties, required }): readonly FormField[] =>
      properties.map((field) => ({ ...field, required: required.includes(field.name) })),
    ),
});

/** Reads the parameters of `elicitation/create`, or throws an `InvalidInputError`. */
export function parseForm(params: unknown): {
  readonly message: string;
  readonly fields: readonly FormField[];
} {
  const { message, requestedSchema } = parse(formSchema, params, "MCP elicitation request");
  return { message, fields: requestedSchema };
}

function choicesOf(field: Field): readonly Choice[] | null {
  if (field.type === "array") {
    return "enum" in field.items
      ? labelled(field.items.enum.map((value) => ({ const: value })))
      : labelled(field.items.anyOf);
  }
  if (field.type !== "string") return null;
  if (field.oneOf) return labelled(field.oneOf);
  const names = field.enumNames ?? [];
  return field.enum
    ? labelled(field.enum.map((value, index) => ({ const: value, title: names[index] })))
    : null;
}

/** Gives each choice a label a person can tell from the others; the answer comes back as a label. */
function labelled(
  choices: readonly { readonly const: string; readonly title?: string | undefined }[],
): readonly Choice[] {
  const taken = new Set<string>();
  return choices.map(({ const: value, title = "" }) => {
    const name = [title, value].find((candidate) => candidate.trim() !== "") ?? "(empty)";
    const short = truncate(name, 480);
    let label = short;
    for (let copy = 2; taken.has(label); copy += 1) label = `${short} (${copy})`;
    taken.add(label);
    return { value, label };
  });
}

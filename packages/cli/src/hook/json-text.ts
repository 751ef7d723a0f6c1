import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";

// Changes of a JSON text that leave every other character of it as it is: a settings file belongs to
// the person, down to its blanks.

type Path = readonly (string | number)[];

/** What is wrong with a text that should be a JSON object, and where; `undefined` when nothing is. */
export function problemWithJson(text: string, mayHoldComments: boolean): string | undefined {
  const errors: ParseError[] = [];
  const options = { disallowComments: !mayHoldComments, allowTrailingComma: mayHoldComments };
  const root = parseTree(text, errors, options);
  const [first] = errors;
  if (first) {
    const what = printParseErrorCode(first.error).replace(/(?<=[a-z])(?=[A-Z])/g, " ");
    const before = text.slice(0, first.offset).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    return `line ${before.length}, column ${column}: ${what.toLowerCase()}`;
  }
  if (root?.type !== "object") return "it holds no JSON object";
  const twice = repeatedName(root) ?? repeatedName(findNodeAtLocation(root, ["hooks"]));
  return twice === undefined ? undefined : `${JSON.stringify(twice)} stands in it twice`;
}

/** Programs disagree on which of two members of one name counts. */
function repeatedName(object: Node | undefined): string | undefined {
  const names = (object?.children ?? []).map((member) => member.children?.[0]?.value as string);
  return names.find((name, index) => name !== undefined && names.indexOf(name) !== index);
}

/** The value at a path, or `undefined`. */
export function valueAt(text: string, path: Path): unknown {
  const node = nodeAt(text, path);
  return node && getNodeValue(node);
}

/** Adds an item at the end of the list at a path; makes what is missing on the way there. */
export function withItem(text: string, path: readonly string[], item: unknown): string {
  const list = nodeAt(text, path);
  return list ? withMember(text, list, undefined, item) : withValue(text, path, [item]);
}

/** Adds a member at a path where there is none; makes what is missing on the way there. */
export function withValue(text: string, path: readonly string[], added: unknown): string {
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const container = nodeAt(text, path.slice(0, depth));
    if (!container) continue;
    const [name, ...deeper] = path.slice(depth);
    const value = deeper.reduceRight<unknown>((inner, key) => ({ [key]: inner }), added);
    return withMember(text, container, name, value);
  }
  throw new Error("The text holds no JSON");
}

function withMember(text: string, container: Node, name: string | undefined, value: unknown) {
  const { children = [], offset, length } = container;
  const style = styleOf(text);
  const last = children.at(-1);
  const isOnOneLine = !text.slice(offset, offset + length).includes("\n");
  const isCompact = last ? isOnOneLine : style.isCompact;
  const indent = last ? indentAt(text, last.offset) : indentAt(text, offset) + style.unit;
  const key = name === undefined ? "" : `${JSON.stringify(name)}:${style.isTight ? "" : " "}`;
  const member = key + rendered(value, isCompact, indent, style);
  const end = last ? last.offset + last.length : offset + 1;
  const lineBreak = isCompact ? "" : style.eol + indent;
  if (last) {
    const gap = lineBreak || (style.isTight ? "" : " ");
    return `${text.slice(0, end)},${gap}${member}${text.slice(end)}`;
  }
  const closing = isCompact ? "" : style.eol + indentAt(text, offset);
  return text.slice(0, end) + lineBreak + member + closing + text.slice(offset + length - 1);
}

/** Takes out the item or the member at a path, and the comma that kept it apart. */
export function without(text: string, path: Path): string {
  const node = nodeAt(text, path);
  if (!node) return text;
  const member = node.parent?.type === "property" ? node.parent : node;
  const container = member.parent;
  const siblings = container?.children ?? [];
  const index = siblings.indexOf(member);
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  const endOf = ({ offset, length }: Node) => offset + length;
  if (before) return text.slice(0, endOf(before)) + text.slice(endOf(member));
  if (after) return text.slice(0, member.offset) + text.slice(after.offset);
  if (!container) return text;
  return text.slice(0, container.offset + 1) + text.slice(endOf(container) - 1);
}

function nodeAt(text: string, path: Path): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, [...path]);
}

interface Style {
  readonly unit: string;
  readonly eol: string;
  /** Everything on one line. */
  readonly isCompact: boolean;
  /** No blank after a colon. */
  readonly isTight: boolean;
}

function styleOf(text: string): Style {
  const [, unit = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  const isCompact = /\S/.test(text.replace(/[{}\s]/g, "")) && !text.trim().includes("\n");
  return {
    unit,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    isCompact,
    isTight: isCompact && /":\S/.test(text),
  };
}

function rendered(value: unknown, isCompact: boolean, indent: string, style: Style): string {
  if (!isCompact) {
    return JSON.stringify(value, null, style.unit).replaceAll("\n", style.eol + indent);
  }
  return style.isTight ? JSON.stringify(value) : spaced(value);
}

/** On one line, with a blank after every comma and colon. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`,
  );
  return `{${members.join(", ")}}`;
}

/** The blanks at the start of the line of a character. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

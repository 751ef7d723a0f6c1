/** An element of a `<retry_context>` block. */
export interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

const NAMES =
  /^(retry_context|user_intervention|instruction|context|previous_failures|failure|type|timestamp|error_summary|error_details|files_affected|suggested_fix|accumulated_learnings)$/;

/** Reads the block as strictly as XML is meant; anything but known elements and escaped text fails. */
export function parseBlock(block: string): Element {
  const root: Element = { name: "#document", children: [], text: "" };
  const open = [root];
  const token = /<(\/?)([a-z_]+)((?: [a-z_]+="[^"<>&]*")*)>|([^<>]+)|([\s\S])/g;
  for (const [, close, name, , text, stray] of block.matchAll(token)) {
    const parent = open.at(-1) as Element;
    if (stray !== undefined) throw new Error(`a stray ${stray} in ${block}`);
    if (text !== undefined) {
      const bare = text.replace(/&(amp|lt|gt|quot);/g, "");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
      if (/&|[\u0000-\u0008\u000b-\u001f]/.test(bare)) throw new Error(`unescaped: ${text}`);
      parent.text += text;
      if (parent === root && text.trim()) throw new Error(`text outside: ${text}`);
    } else if (close) {
      if (parent.name !== name) throw new Error(`</${name}> closes <${parent.name}>`);
      open.pop();
    } else {
      if (!NAMES.test(name as string)) throw new Error(`unknown element ${name}`);
      const child: Element = { name: name as string, children: [], text: "" };
      parent.children.push(child);
      open.push(child);
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error(`unbalanced: ${block}`);
  return root.children[0] as Element;
}

export const named = (element: Element | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? [];
export const allText = (element: Element): string =>
  element.text + element.children.map(allText).join("");

/** The cells of a table row, as GitHub splits them: a backslash escapes what follows it. */
export function cells(row: string): number {
  let count = 0;
  for (let index = 0; index < row.length; index += 1) {
    if (row[index] === "\\") index += 1;
    else if (row[index] === "|") count += 1;
  }
  return count - 1;
}

/** The lines of a Markdown text that are not in a fenced block. */
export function outsideFences(markdown: string): readonly string[] {
  let fence: string | undefined;
  return markdown.split(/\r\n|\r|\n/).filter((line) => {
    const ticks = /^ {0,3}(`{3,})([^`]*)$/.exec(line);
    if (fence === undefined && ticks) {
      fence = ticks[1] as string;
      return false;
    }
    if (fence === undefined) return true;
    if (ticks && !ticks[2]?.trim() && (ticks[1] as string).length >= fence.length)
      fence = undefined;
    return false;
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what ends a line somewhere
export const BREAKS = /[\n\r\u000b\u000c\u0085\u2028\u2029]/;

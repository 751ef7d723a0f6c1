import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { table } from "./markdown.mjs";

/** A type longer than this is better read in the declaration. */
const LONGEST_TYPE = 60;

/**
 * The members of an interface as a table: name, type, what it does, default. All of it is read from
 * the declaration, so a page says what an editor shows; `otherWords` are for members without a
 * comment.
 */
export function optionsTable(folder, interfaceName, otherWords = {}) {
  const found = statementsIn(folder).find(
    (node) => ts.isInterfaceDeclaration(node) && node.name.text === interfaceName,
  );
  if (!found) throw new Error(`There is no interface ${interfaceName} in ${folder}`);
  return table(
    ["option", "type", "what it does", "default"],
    found.members.filter(ts.isPropertySignature).map((member) => {
      const name = member.name.getText();
      const { text, byDefault } = commentOf(member);
      const type = member.type.getText().replace(/\s+/g, " ");
      if (text === "" && !(name in otherWords)) {
        throw new Error(`${interfaceName}.${name} has no doc comment`);
      }
      return [
        `\`${name}\``,
        type.length > LONGEST_TYPE ? "a function" : `\`${type}\``,
        text || otherWords[name],
        byDefault ?? (member.questionToken ? "none" : "required"),
      ];
    }),
  );
}

/** What the declarations in a folder hold: its entries share files. */
function statementsIn(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".d.ts"));
  return names.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return [...ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true).statements];
  });
}

/** A doc comment without what it says of the default, and that by itself. */
function commentOf(member) {
  const comment = ts
    .getJSDocCommentsAndTags(member)
    .map(({ comment: said }) => ts.getTextOfJSDocComment(said) ?? "")
    .join(" ")
    .replace(/\s+/g, " ");
  const [, text = "", byDefault] = /^(.*?)(?:\s*Default:? (.+?)\.?)?$/.exec(comment) ?? [];
  return { text, byDefault };
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { members } from "../lib/workspace.mjs";

/** A page for each package that is published: what each of its entries exports, from the built types. */
export function referencePages() {
  return members()
    .filter(({ manifest }) => !manifest.private)
    .flatMap(({ folder, manifest }) => {
      const entries = entriesOf(folder, manifest.exports ?? {});
      if (entries.length === 0) return [];
      const program = ts.createProgram(
        entries.map(({ file }) => file),
        OPTIONS,
      );
      const parts = entries.map(({ key, file }) =>
        entryText(program, `${manifest.name}${key.slice(1)}`, file),
      );
      const name = manifest.name.replace("@readback/", "");
      return [
        {
          name,
          title: manifest.name,
          text: `# ${manifest.name}\n\n${manifest.description}\n\n${parts.join("\n")}`,
        },
      ];
    });
}

export const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
};

/** The entries of a package that have types. */
export function entriesOf(folder, exported) {
  return Object.entries(exported).flatMap(([key, target]) => {
    const types = target?.import?.types ?? target?.types;
    const file = types && join(folder, types);
    return file && existsSync(file) ? [{ key, file }] : [];
  });
}

function entryText(program, title, file) {
  const checker = program.getTypeChecker();
  const symbols = exportsOf(program, file).sort((a, b) => a.name.localeCompare(b.name));
  const texts = symbols.map(({ name, symbol }) => {
    const doc = commentOf(checker, symbol);
    const example = symbol.getJsDocTags(checker).find((tag) => tag.name === "example");
    const code = ts.displayPartsToString(example?.text).trim();
    const source = declarationOf(symbol);
    return [
      `### ${name}`,
      doc,
      ...(code ? [fenced(code)] : []),
      ...(source ? [fenced(source)] : []),
    ].join("\n\n");
  });
  return `## ${title}\n\n${texts.join("\n\n")}\n`;
}

/** What an entry exports, each name with what it stands for. */
export function exportsOf(program, file) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  if (!module) return [];
  return checker.getExportsOfModule(module).map((one) => ({
    name: one.name,
    symbol: one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one,
  }));
}

/** What an editor shows about a name. */
export function commentOf(checker, symbol) {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
}

function fenced(code) {
  return `\`\`\`ts\n${code}\n\`\`\``;
}

const LONGEST = 3_000;

function declarationOf(symbol) {
  const [declaration] = symbol.declarations ?? [];
  const node =
    declaration && ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const text = node?.getText().replace(/^(export )?declare /, "") ?? "";
  // What is inferred from a schema or a machine nobody reads.
  return text.length > LONGEST ? "" : text;
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { members, root } from "../lib/workspace.mjs";

/** The Markdown files whose code is checked, relative to the workspace. */
export function pages() {
  const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const ofPackages = readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}/README.md`)
    .filter((name) => existsSync(join(root, name)));
  return [
    "README.md",
    ...ofPackages,
    ...inDocs
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => `docs/${name.replaceAll("\\", "/")}`),
  ];
}

// A block may follow a comment `<!-- ts … -->`: declarations the reader need not see.
const BLOCK = /(?:<!-- ts\n([\s\S]*?)-->\n\s*)?^```ts([^\n]*)\n([\s\S]*?)^```$/gm;

/** The TypeScript blocks of a page: `{ page, line, code }`, with hidden declarations before. */
export function codeBlocks(page) {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(BLOCK)]
    .filter(([, , info]) => info.trim() !== "ignore-check")
    .map((match) => {
      const [whole, hidden = "", info, code] = match;
      if (info.trim() !== "") throw new Error(`${page}: unknown mark "${info.trim()}" on a block`);
      const opening = match.index + whole.indexOf("```ts");
      return { page, line: text.slice(0, opening).split("\n").length + 1, hidden, code };
    });
}

/** Type-checks the blocks as a user's strict project would; returns what is wrong, in words. */
export function typeErrors(blocks) {
  // A block stands in a package of the workspace, so that it finds the libraries a user would have.
  const files = new Map(
    blocks.map((block, index) => [join(root, "packages/core", `block-${index}.ts`), block]),
  );
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const textOf = (name) => {
    const block = files.get(name);
    return block && `${block.hidden}${block.code}\nexport {};\n`;
  };
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => textOf(name) ?? readFile(name);
  host.getSourceFile = (name, ...rest) => {
    const text = textOf(name);
    return text === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, "\n");
    const block = file && files.get(file.fileName);
    if (!block) return message;
    const { line } = file.getLineAndCharacterOfPosition(start);
    const hiddenLines = block.hidden.split("\n").length - 1;
    return `${block.page}:${block.line + line - hiddenLines} ${message}`;
  });
}

function compilerOptions() {
  const { config } = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const sdk = join(root, "packages/mcp/node_modules/@modelcontextprotocol");
  const frameworks = join(root, "packages/adapters/node_modules");
  return {
    ...options,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    paths: {
      ...ownEntries(),
      "@modelcontextprotocol/server": [join(sdk, "server/dist/index.d.mts")],
      "@modelcontextprotocol/server/stdio": [join(sdk, "server/dist/stdio.d.mts")],
      "@statelyai/inspect": [join(root, "packages/visualizer/node_modules/@statelyai/inspect")],
      "@anthropic-ai/claude-agent-sdk": [join(frameworks, "@anthropic-ai/claude-agent-sdk")],
      "@langchain/langgraph": [join(frameworks, "@langchain/langgraph")],
      "@openai/agents": [join(frameworks, "@openai/agents")],
      ai: [join(frameworks, "ai")],
      electron: [join(root, "packages/electron/node_modules/electron")],
      langchain: [join(frameworks, "langchain")],
    },
  };
}

/** The built types of every entry of our packages, by what an import of it says. */
function ownEntries() {
  const entries = members().flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([key, target]) => {
      const types = target.import?.types ?? target.types;
      return types ? [[`${manifest.name}${key.slice(1)}`, [join(folder, types)]]] : [];
    }),
  );
  return Object.fromEntries(entries);
}

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../lib/workspace.mjs";
import { configText } from "./config.mjs";
import { addressOf, withLinks } from "./links.mjs";
import { referencePages } from "./reference.mjs";

/** Writes everything that VitePress reads into a folder. */
export async function stage(folder) {
  const pages = new Set(sources());
  for (const page of pages) {
    const text = readFileSync(join(root, page), "utf8");
    put(folder, staged(page), withLinks(page, withoutComments(text), pages));
  }
  put(
    folder,
    "decisions/index.md",
    listOf(pages, "docs/decisions/", "Decisions", "What was chosen, why, and what it costs."),
  );
  put(
    folder,
    "examples/index.md",
    listOf(
      pages,
      "examples/",
      "Examples",
      "Copy one into your project with `npx readback init <name>`. Each runs in CI, installed as you would install it.",
    ),
  );
  const reference = referencePages();
  for (const { name, text } of reference) put(folder, `reference/${name}.md`, text);
  for (const images of ["images", "machines"]) {
    cpSync(join(root, "docs", images), join(folder, "public", images), { recursive: true });
  }
  put(folder, ".vitepress/config.mjs", configText({ pages, reference, titleOf }));
}

/** The pages, by their path in the repository. The front page is that of the repository. */
function sources() {
  const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".md") && !name.startsWith("docs/machines/"));
  const examples = readdirSync(join(root, "examples")).map((name) => `examples/${name}/README.md`);
  return ["README.md", "CONTRIBUTING.md", ...inDocs.sort(), ...examples];
}

/** The contents page has an address of its own, because the front page is another one. */
function staged(page) {
  if (page === "README.md") return "index.md";
  if (page === "docs/README.md") return "contents.md";
  return `${addressOf(page).slice(1).replace(/\/$/, "/index")}.md`;
}

function titleOf(page) {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(root, page), "utf8")) ?? [];
  return title.replaceAll("`", "");
}

/** A page that lists others. */
function listOf(pages, folder, title, about) {
  const list = [...pages].filter((page) => page.startsWith(folder));
  const lines = list.map((page) => `- [${titleOf(page)}](${addressOf(page)})`);
  return `# ${title}\n\n${about}\n\n${lines.join("\n")}\n`;
}

/** Comments are for those who write the pages. HTML is off on the site: text from hosts and models stays text. */
function withoutComments(text) {
  return text.replace(/^<!--[\s\S]*?-->\n?/gm, "");
}

function put(folder, name, text) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

import { existsSync, statSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { root } from "../lib/workspace.mjs";

/** Where a file of the repository is on the site, or `undefined` when it is not there. */
function pageOf(path, pages) {
  const file =
    existsSync(join(root, path)) && statSync(join(root, path)).isDirectory()
      ? posix.join(path, "README.md")
      : path;
  if (path === "docs/decisions") return "/decisions/";
  if (path === "examples") return "/examples/";
  return pages.has(file) ? addressOf(file) : undefined;
}

/** `docs/mcp.md` is `/mcp`, `examples/web-app/README.md` is `/examples/web-app/`. */
export function addressOf(file) {
  // The front page is that of the repository.
  if (file === "docs/README.md") return "/contents";
  const inSite = `/${file.replace(/^docs\//, "")}`;
  return inSite.replace(/README\.md$/, "").replace(/\.md$/, "");
}

/**
 * The text of a page with its links as the site has them. What is in the repository and not on the site stays as
 * text: where the repository is, the site does not know.
 */
export function withLinks(page, text, pages) {
  const parts = text.split(/(^```[\s\S]*?^```$)/m);
  return parts.map((part) => (part.startsWith("```") ? part : linksIn(page, part, pages))).join("");
}

function linksIn(page, text, pages) {
  return text.replace(
    /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
    (whole, image, label, target) => {
      if (/^[a-z]+:/.test(target) || target.startsWith("#")) return whole;
      const [path, anchor] = target.split("#");
      const file = posix
        .normalize(posix.join(dirname(page).replaceAll("\\", "/"), path))
        .replace(/\/$/, "");
      if (/\.(png|svg)$/.test(file)) return `${image}[${label}](/${relative("docs", file)})`;
      const address = pageOf(file, pages);
      if (address === undefined)
        return `\`${file}\``.replace(/^`(.*)`$/, label.includes("`") ? label : `${label} (\`$1\`)`);
      return `[${label}](${address}${anchor ? `#${anchor}` : ""})`;
    },
  );
}

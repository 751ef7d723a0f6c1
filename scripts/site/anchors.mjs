import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** The links of a finished site that lead to a place a page does not have. VitePress looks at pages alone. */
export function deadAnchors(site) {
  const texts = new Map();
  const textOf = (file) => {
    const path = join(site, file);
    if (!texts.has(file)) texts.set(file, existsSync(path) ? readFileSync(path, "utf8") : "");
    return texts.get(file);
  };
  const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).map((name) =>
    name.replaceAll("\\", "/"),
  );
  return pages
    .filter((name) => name.endsWith(".html"))
    .flatMap((page) =>
      [...textOf(page).matchAll(/href="([^":]*)#([^"]+)"/g)]
        .filter(
          ([, path, anchor]) =>
            !textOf(fileOf(page, path)).includes(`id="${decodeURIComponent(anchor)}"`),
        )
        .map(([, path, anchor]) => `${page}: ${path}#${anchor}`),
    );
}

/** The file that a link of a page leads to. */
function fileOf(page, path) {
  if (path === "") return page;
  const file = path.startsWith("/") ? path.slice(1) : posix.join(dirname(page), path);
  if (file === "" || file.endsWith("/")) return `${file}index.html`;
  return file.endsWith(".html") ? file : `${file}.html`;
}

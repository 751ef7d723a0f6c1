/** A Markdown table. */
export function table(head, rows) {
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}

function row(cells) {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

const BLOCK = /<!-- generated:([^\n]+?) -->\n[\s\S]*?<!-- \/generated -->/g;

/** Fills every `<!-- generated:name -->` … `<!-- /generated -->` of a page with what `make(name)` gives. */
export function filled(page, make) {
  return page.replace(
    BLOCK,
    (_, name) => `<!-- generated:${name} -->\n\n${make(name)}\n\n<!-- /generated -->`,
  );
}

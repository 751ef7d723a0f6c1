/** Rows as one Markdown table, padded so that it also reads well in a terminal. */
export function table(rows) {
  const lines = [
    ["measure", "result", "goal", "ok?"],
    ...rows.map(({ measure, result, goal = "", ok }) => [measure, result, goal, verdict(ok)]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...lines.map((line) => line[column].length)),
  );
  const [head, ...body] = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [head, rule, ...body].join("\n");
}

const verdict = (ok) => (ok === undefined ? "" : ok ? "yes" : "missed");

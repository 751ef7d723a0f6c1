import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a worker process printed, line by line, and how it ended. */
export interface WorkerResult {
  readonly lines: readonly string[];
  readonly wasKilled: boolean;
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs a script beside this file with a plan; `onLine` may end it early. */
export function runWorker(
  script: string,
  plan: object,
  onLine: (line: string, child: ChildProcess) => void = () => {},
): Promise<WorkerResult> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const child = spawn(process.execPath, [path, JSON.stringify(plan)], { env });
  let text = "";
  let stderr = "";
  const lines: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    const whole = text.split("\n");
    text = whole.pop() ?? "";
    for (const line of whole) {
      lines.push(line);
      onLine(line, child);
    }
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({ lines, wasKilled: signal === "SIGKILL", code, stderr }),
    );
  });
}

/** Rows of numbers under names, for people. */
export function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name])))];
  const widths = names.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) => row.map((cell, column) => cell.padStart(widths[column] as number)).join("  "))
    .join("\n");
}

import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { ElkNode } from "elkjs";
import { ChartError } from "./chart-error.js";
import { durationText } from "./duration-text.js";
import type { LayoutEngine } from "./lay-out.js";

/** elkjs in a thread of its own: a large chart does not stop the program. */
export interface WorkerElk extends LayoutEngine {
  /** Ends the thread. */
  close(): void;
}

/** As text, since a bundler would not find a file. All it does is hand a graph to elkjs. */
const SCRIPT = `
const { parentPort, workerData } = require("node:worker_threads");
const Elk = require(workerData);
const elk = new Elk();
parentPort.on("message", (graph) => elk.layout(graph).then(
  (laid) => parentPort.postMessage({ laid }),
  (error) => parentPort.postMessage({ error: String(error?.message ?? error) }),
));
`;

type Reply = { readonly laid: ElkNode } | { readonly error: string };

/** Starts a thread with so much time, in milliseconds, for all it is given. */
export function startWorkerElk(timeout: number): WorkerElk {
  const workerData = createRequire(import.meta.url).resolve("elkjs/lib/elk.bundled.js");
  const worker = new Worker(SCRIPT, { eval: true, workerData });
  let fail = (_: ChartError): void => {};
  const clock = setTimeout(() => {
    fail(tooSlow(timeout));
    void worker.terminate();
  }, timeout);
  return {
    layout: (graph) =>
      new Promise((resolve, reject) => {
        fail = reject;
        worker.once("error", (error) => reject(failed(error.message)));
        worker.once("exit", () => reject(failed("its thread ended")));
        worker.once("message", (reply: Reply) =>
          "laid" in reply ? resolve(reply.laid) : reject(failed(reply.error)),
        );
        worker.postMessage(graph);
      }),
    close: () => {
      clearTimeout(clock);
      void worker.terminate();
    },
  };
}

const failed = (why: string) =>
  new ChartError(
    "layout_failed",
    `The chart could not be laid out: ${why}. Its Mermaid text (mermaidOf) needs no layout.`,
  );

const tooSlow = (timeout: number) =>
  new ChartError(
    "layout_timeout",
    `Laying out the chart took longer than ${durationText(timeout)}. Give it more time with ` +
      "`timeout`, or use its Mermaid text (mermaidOf), which needs no layout.",
  );

import { mermaidOf } from "../../chart/mermaid.js";
import { svgOf } from "../../chart/svg.js";
import { download, downloadPng } from "../download.js";
import { useApp } from "../state/app.js";
import { useLooking } from "../state/looking.js";
import { useRun } from "../state/run.js";

/** The chart and the run as files. */
export function TakeAway() {
  const { source, said, status } = useApp();
  const { chart, key } = useLooking();
  const run = useRun();
  const known = chart.value.value;
  const name = key.replace(/[^\w.-]+/g, "-").slice(0, 80);
  const saved = (work: () => void | Promise<void>) => async (event: Event) => {
    (event.currentTarget as HTMLElement).closest("details")?.removeAttribute("open");
    try {
      await work();
      said.value = "Saved among your downloads";
    } catch (error) {
      said.value = error instanceof Error ? error.message : String(error);
    }
  };
  const layout = known?.layout;
  return (
    <details class="menu">
      <summary>Take away</summary>
      <div>
        {layout && (
          <>
            <button
              type="button"
              onClick={saved(() =>
                download(`${name}.svg`, "image/svg+xml", svgOf(layout, { run: run.value })),
              )}
            >
              Chart as SVG
            </button>
            <button
              type="button"
              onClick={saved(() => downloadPng(`${name}.png`, svgOf(layout, { run: run.value })))}
            >
              Chart as PNG
            </button>
          </>
        )}
        {known && (
          <>
            <button
              type="button"
              onClick={saved(() =>
                download(`${known.chart.id}.mmd`, "text/plain", mermaidOf(known.chart)),
              )}
            >
              Chart as Mermaid
            </button>
            <button
              type="button"
              onClick={saved(() =>
                download(
                  `${known.chart.id}.json`,
                  "application/json",
                  JSON.stringify(known.chart, null, 2),
                ),
              )}
            >
              Chart as JSON
            </button>
          </>
        )}
        {status.value.value?.canExport &&
          ([false, true] as const).map((isRedacted) => (
            <button
              key={String(isRedacted)}
              type="button"
              onClick={saved(async () => {
                const html = await source.exported(key, isRedacted);
                if (html === null) throw new Error("It is not there any more");
                download(`${isRedacted ? "redacted" : name}.html`, "text/html", html);
              })}
            >
              {isRedacted ? "Run as one page, texts hidden" : "Run as one page"}
            </button>
          ))}
        <button
          type="button"
          onClick={saved(async () => {
            const entries = await source.entries(key);
            const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
            download(`${name}.jsonl`, "application/x-ndjson", lines.join(""));
          })}
        >
          Run as JSON lines
        </button>
      </div>
    </details>
  );
}

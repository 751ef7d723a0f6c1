// Loaded with --import before the program: an OpenTelemetry SDK that writes what it exports to a file.
import { appendFileSync } from "node:fs";
import { metrics, trace } from "@opentelemetry/api";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";

const SUCCESS = 0;
const write = (line) =>
  appendFileSync(process.env.READBACK_TEST_TELEMETRY, `${JSON.stringify(line)}\n`);

/** What both kinds of exporters have to have. */
const exporterOf = (linesOf) => ({
  export(what, done) {
    for (const line of linesOf(what)) write(line);
    done({ code: SUCCESS });
  },
  forceFlush: async () => {},
  shutdown: async () => {},
});

const spans = exporterOf((all) => all.map(({ name, attributes }) => ({ span: name, attributes })));
const numbers = exporterOf(({ scopeMetrics }) =>
  scopeMetrics
    .flatMap((scope) => scope.metrics)
    .flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => ({ metric: descriptor.name, attributes, value })),
    ),
);
const meters = new MeterProvider({
  readers: [new PeriodicExportingMetricReader({ exporter: numbers })],
});
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
);
metrics.setGlobalMeterProvider(meters);
process.once("beforeExit", () => meters.shutdown());

import type { Journal } from "@readback/core";
import { messageOf } from "@readback/core/host";
import { printable } from "./terminal/text.js";

/** Where version 1 of the OpenTelemetry API keeps what was set up. */
const SET_UP = Symbol.for("opentelemetry.js.api.1");

/** Wraps a journal. */
export type Wrap = <J extends Journal>(journal: J) => J;

/** What reports counters and spans, where OpenTelemetry was set up before this program; else nothing is loaded. */
export async function telemetry(): Promise<Wrap> {
  if (!(SET_UP in globalThis)) return (journal) => journal;
  try {
    const { withTelemetry } = await import("@readback/core/opentelemetry");
    return withTelemetry;
  } catch (error) {
    const why = printable(messageOf(error));
    console.error(`No telemetry: install @opentelemetry/api beside readback (${why}).`);
    return (journal) => journal;
  }
}

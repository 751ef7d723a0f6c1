/** Counters and spans of the machines, through the OpenTelemetry API. Nothing else imports it. */

export { type TelemetryOptions, withTelemetry } from "./telemetry/with-telemetry.js";

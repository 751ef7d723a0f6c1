import type { ChartLayout } from "./layout.js";

/** Put in by the build; not there when the sources run. */
declare const READBACK_LAYOUTS: Readonly<Record<string, ChartLayout>> | undefined;

/** The layouts of Readback's own machines, made when the package was built. */
export function shippedLayouts(): ReadonlyMap<string, ChartLayout> {
  const layouts = typeof READBACK_LAYOUTS === "undefined" ? {} : READBACK_LAYOUTS;
  return new Map(Object.entries(layouts));
}

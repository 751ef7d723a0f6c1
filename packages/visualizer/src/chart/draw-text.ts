import { at } from "./draw-node.js";
import type { LaidLine } from "./layout.js";
import type { Lights } from "./lights.js";
import { element, type SvgElement } from "./svg-element.js";

/** A line of text, in pieces that look different. */
export function textShape(line: LaidLine, lights: Lights, halo = ""): SvgElement {
  const fired = lights.isFired(line) ? " fired" : lights.isTaken(line) ? " taken" : "";
  return element(
    "text",
    {
      class: `${line.role}${fired}${halo}`,
      x: at(line.x),
      y: at(line.y),
      ...(line.anchor === "middle" ? { "text-anchor": "middle" } : {}),
    },
    line.segments.map(({ text, role }, index) => {
      const words = index > 0 ? ` ${text}` : text;
      return line.role === "line" ? element("tspan", { class: role }, [words]) : words;
    }),
  );
}

import { printable } from "@readback/core/printable";
import { h, newId } from "./dom.js";

/** The line below a field that says what is wrong with it, and tells the fields it is about. */
export function createProblemLine() {
  const id = newId("problem");
  // Filled in later: a screen reader speaks what changes in an element that is there.
  const line = h("p", { class: "problem", part: "problem", id, role: "alert", dir: "auto" });
  return {
    line,
    show(problem: string | null, about: readonly HTMLElement[], descriptions: readonly string[]) {
      line.textContent = printable(problem ?? "");
      for (const element of about) {
        if (problem === null) element.removeAttribute("aria-invalid");
        else element.setAttribute("aria-invalid", "true");
        const ids = [...descriptions, ...(problem === null ? [] : [id])].join(" ");
        if (ids === "") element.removeAttribute("aria-describedby");
        else element.setAttribute("aria-describedby", ids);
      }
    },
  };
}

import type { InputProblem } from "@readback/core";
import type { WebPreferences } from "electron";

/** What a window may not be set up with: each of these lets the page reach Electron or Node. */
export function unsafePreferences(preferences: WebPreferences | null): readonly InputProblem[] {
  const { contextIsolation, nodeIntegration, sandbox } = preferences ?? {};
  const problems: InputProblem[] = [];
  if (contextIsolation === false) {
    problems.push({ field: "webPreferences.contextIsolation", problem: "must be true" });
  }
  if (nodeIntegration === true) {
    problems.push({ field: "webPreferences.nodeIntegration", problem: "must be false" });
  }
  if (sandbox === false)
    problems.push({ field: "webPreferences.sandbox", problem: "must be true" });
  return problems;
}

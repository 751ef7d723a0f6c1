import type { QuestionRequest } from "@readback/core";

/** Who asks, as a person should read it; `null` when the application has not said. */
export function askerOf({ from, session }: QuestionRequest): string | null {
  return from ?? (session === "default" ? null : session);
}

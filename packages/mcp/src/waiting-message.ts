import type { AskState } from "@readback/core";

const WAITS_FOR: Record<AskState, string> = {
  presenting: "Waiting for the question to appear",
  queued: "Waiting for the question to appear",
  on_screen: "Waiting for the person's answer",
  settled: "Waiting for the person",
};

/** What a waiting client can show. `state` is undefined for a call that has not asked yet. */
export function waitingMessage(state: AskState | undefined, seconds: number): string {
  return `${WAITS_FOR[state ?? "settled"]} (${inWords(Math.round(seconds))})`;
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60} s`;
  return minutes === 0 ? rest : `${minutes} min ${rest}`;
}

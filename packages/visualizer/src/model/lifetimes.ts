import type { KeptDeadline } from "@readback/core/host";
import type { Track } from "./track.js";

/** Until which entry each deadline was pending: it passed there, or was cancelled. */
export interface Lifetimes {
  /** `undefined` for a deadline that there never was; infinite for one that is still pending. */
  endOf(deadline: KeptDeadline): number | undefined;
}

/**
 * How long the deadlines of a history were pending. A process that slept lets a deadline pass late, or
 * takes an event first that came after it was due: a branch must do the same.
 */
export function lifetimesOf(track: Track, instance: string, from: number): Lifetimes {
  const ends = new Map<string, number>();
  let pending = new Set<string>();
  for (let n = Math.max(from, track.first); n < track.length; n += 1) {
    const { instance: name, after } = track.at(n);
    if (name !== instance) continue;
    const now = new Set((after?.deadlines ?? []).map(keyOf));
    for (const key of pending) if (!now.has(key)) ends.set(key, n);
    for (const key of now) ends.set(key, Number.POSITIVE_INFINITY);
    pending = now;
  }
  return { endOf: (deadline) => ends.get(keyOf(deadline)) };
}

function keyOf({ id, at }: KeptDeadline): string {
  return `${at} ${id}`;
}

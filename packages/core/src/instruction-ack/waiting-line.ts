/** A text that waits to be handed over. */
export interface WaitingText {
  readonly text: string;
  /** `null`: it is not tracked. */
  readonly id: string | null;
}

/** What waits, in order. No step costs more when more waits. */
export function createWaitingLine() {
  /** What was taken out of the middle leaves a hole behind. */
  let places: (WaitingText | undefined)[] = [];
  let first = 0;
  let size = 0;
  const placeOf = new Map<string, number>();

  /** Leaves the holes at the front, and now and then all holes, behind. */
  function tidy(): void {
    while (first < places.length && !places[first]) first += 1;
    if (places.length < 64 || places.length < 2 * size) return;
    const kept = places.filter((item) => item !== undefined);
    clear();
    kept.forEach(push);
  }

  function clear(): void {
    places = [];
    first = 0;
    size = 0;
    placeOf.clear();
  }

  function push(item: WaitingText): void {
    if (item.id !== null) placeOf.set(item.id, places.length);
    places.push(item);
    size += 1;
  }

  function removeAt(place: number | undefined): void {
    const item = place === undefined ? undefined : places[place];
    if (place === undefined || !item) return;
    places[place] = undefined;
    size -= 1;
    if (item.id !== null) placeOf.delete(item.id);
    tidy();
  }

  return {
    push,
    get size() {
      return size;
    },
    /** The one whose turn it is; it stays. */
    first: () => places[first],
    removeFirst: () => removeAt(first),
    remove: (id: string) => removeAt(placeOf.get(id)),
    /** Takes out what is tracked. */
    keepUntracked(): void {
      const kept = places.filter((item) => item?.id === null);
      clear();
      for (const item of kept) if (item) push(item);
    },
    clear,
  };
}

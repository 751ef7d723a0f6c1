/** Something that is due at a moment. */
export interface Due {
  readonly at: number;
  /** Position in the heap, kept by {@link Deadlines}; -1 when not in it. */
  index: number;
  /** How many were added before it, kept by {@link Deadlines}. */
  order?: number;
}

/**
 * A binary heap of deadlines that can drop any of them: add, drop and take cost O(log n). Of those
 * that are due at the same moment, the one that was added first comes first.
 */
export class Deadlines<D extends Due> {
  readonly #heap: D[] = [];
  #added = 0;

  get first(): D | undefined {
    return this.#heap[0];
  }

  add(deadline: D): void {
    deadline.order = this.#added++;
    this.#heap.push(deadline);
    this.#rise(this.#heap.length - 1, deadline);
  }

  drop(deadline: D): void {
    const { index } = deadline;
    if (index < 0) return;
    deadline.index = -1;
    const last = this.#heap.pop() as D;
    if (last === deadline) return;
    this.#rise(index, last);
    if (last.index === index) this.#sink(index, last);
  }

  clear(): void {
    for (const deadline of this.#heap) deadline.index = -1;
    this.#heap.length = 0;
  }

  #rise(from: number, deadline: D): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = this.#heap[parent] as D;
      if (isBefore(above, deadline)) break;
      this.#put(index, above);
      index = parent;
    }
    this.#put(index, deadline);
  }

  #sink(from: number, deadline: D): void {
    const size = this.#heap.length;
    let index = from;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= size) break;
      const right = child + 1;
      if (right < size && isBefore(this.#at(right), this.#at(child))) child = right;
      if (isBefore(deadline, this.#at(child))) break;
      this.#put(index, this.#at(child));
      index = child;
    }
    this.#put(index, deadline);
  }

  #at(index: number): D {
    return this.#heap[index] as D;
  }

  #put(index: number, deadline: D): void {
    this.#heap[index] = deadline;
    deadline.index = index;
  }
}

function isBefore(one: Due, other: Due): boolean {
  const difference = one.at - other.at;
  return difference < 0 || (difference === 0 && (one.order as number) < (other.order as number));
}

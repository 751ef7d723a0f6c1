/** Something that is due at a moment. */
export interface Due {
  readonly at: number;
  /** Position in the heap, kept by {@link Deadlines}; -1 when not in it. */
  index: number;
}

/** A moment at which an event is due for an instance. */
export interface Deadline extends Due {
  readonly instance: string;
  /** XState's id of the delayed event, unique within the instance. */
  readonly id: string;
  readonly event: { readonly type: string };
}

/** A binary heap of deadlines that can drop any of them: add, drop and take cost O(log n). */
export class Deadlines<D extends Due> {
  readonly #heap: D[] = [];

  get first(): D | undefined {
    return this.#heap[0];
  }

  add(deadline: D): void {
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
      if (above.at <= deadline.at) break;
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
      if (child + 1 < size && this.#at(child + 1) < this.#at(child)) child += 1;
      if (this.#at(child) >= deadline.at) break;
      this.#put(index, this.#heap[child] as D);
      index = child;
    }
    this.#put(index, deadline);
  }

  #at(index: number): number {
    return (this.#heap[index] as D).at;
  }

  #put(index: number, deadline: D): void {
    this.#heap[index] = deadline;
    deadline.index = index;
  }
}

/** A moment at which an event is due for an instance. */
export interface Deadline {
  readonly at: number;
  readonly instance: string;
  /** XState's id of the delayed event, unique within the instance. */
  readonly id: string;
  readonly event: { readonly type: string };
  /** Position in the heap, kept by {@link Deadlines}; -1 when not in it. */
  index: number;
}

/** A binary heap of deadlines that can drop any of them: add, drop and take cost O(log n). */
export class Deadlines {
  readonly #heap: Deadline[] = [];

  get first(): Deadline | undefined {
    return this.#heap[0];
  }

  add(deadline: Deadline): void {
    this.#heap.push(deadline);
    this.#rise(this.#heap.length - 1, deadline);
  }

  drop(deadline: Deadline): void {
    const { index } = deadline;
    if (index < 0) return;
    deadline.index = -1;
    const last = this.#heap.pop() as Deadline;
    if (last === deadline) return;
    this.#rise(index, last);
    if (last.index === index) this.#sink(index, last);
  }

  clear(): void {
    for (const deadline of this.#heap) deadline.index = -1;
    this.#heap.length = 0;
  }

  #rise(from: number, deadline: Deadline): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = this.#heap[parent] as Deadline;
      if (above.at <= deadline.at) break;
      this.#put(index, above);
      index = parent;
    }
    this.#put(index, deadline);
  }

  #sink(from: number, deadline: Deadline): void {
    const size = this.#heap.length;
    let index = from;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#at(child + 1) < this.#at(child)) child += 1;
      if (this.#at(child) >= deadline.at) break;
      this.#put(index, this.#heap[child] as Deadline);
      index = child;
    }
    this.#put(index, deadline);
  }

  #at(index: number): number {
    return (this.#heap[index] as Deadline).at;
  }

  #put(index: number, deadline: Deadline): void {
    this.#heap[index] = deadline;
    deadline.index = index;
  }
}

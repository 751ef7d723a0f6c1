import { damagedLines, lastSeen } from "./inspect.js";
import { addFile, PrefixSum, type Sum } from "./prefix-sum.js";
import type { Prove } from "./proof.js";
import type { Damage } from "./record.js";
import type { Segment } from "./segment.js";

/**
 * Whether a segment is what its writers wrote. Its last writer vouches for what it had seen, and that is
 * compared while the segment is read: each byte is looked at once.
 */
export class Integrity {
  readonly #segment: Segment;
  readonly #prove: Prove;
  readonly #sum = new PrefixSum();
  #damage: readonly Damage[] | undefined;
  #isDoubtful = false;

  constructor(segment: Segment, prove: Prove) {
    this.#segment = segment;
    this.#prove = prove;
    const seen = lastSeen(segment.fd, prove);
    if (seen) this.#sum.expect(seen);
    else this.#damage = damagedLines(segment.fd, segment.path, prove);
    addFile(this.#sum, segment.fd, 0, segment.size);
    // Whoever vouches for that much has read it, and would not have gone on after a seal.
    segment.unsealed = seen?.p ?? 0;
    segment.onRead = (bytes) => this.#sum.add(bytes);
  }

  /** What is damaged, as far as it was read. */
  get damage(): readonly Damage[] {
    if (this.#sum.isAsExpected === false) {
      this.#damage ??= damagedLines(this.#segment.fd, this.#segment.path, this.#prove);
    }
    return this.#damage ?? [];
  }

  /** A line cannot be read. Whether it was torn or damaged shows when the segment is opened the next time. */
  doubt(): void {
    this.#isDoubtful = true;
  }

  /** What this process vouches for: everything that it has read, or nothing. */
  get seen(): Sum | undefined {
    const { length, isAsExpected } = this.#sum;
    if (this.#isDoubtful || !isAsExpected || this.damage.length > 0) return undefined;
    return length === this.#segment.size ? { p: length, s: this.#sum.value } : undefined;
  }
}

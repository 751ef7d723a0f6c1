/** What a journal has in it that cannot be shown in full, counted and named. */
export interface Problem {
  readonly kind: string;
  readonly count: number;
  /** The first few: which record, counted from 0, and what is wrong with it. */
  readonly examples: readonly { readonly record: number; readonly what: string }[];
}

const EXAMPLES = 5;
/** A hostile file may name any number of machines. */
const KINDS = 100;
const OTHERS = "and others";

/** Counts problems by kind; its memory is bounded whatever comes. */
export class Problems {
  readonly #kinds = new Map<string, { count: number; examples: Problem["examples"][number][] }>();

  note(kind: string, record: number, what: string): void {
    const isNew = !this.#kinds.has(kind);
    const name = isNew && this.#kinds.size >= KINDS ? OTHERS : kind;
    const known = this.#kinds.get(name) ?? { count: 0, examples: [] };
    this.#kinds.set(name, known);
    known.count += 1;
    if (known.examples.length < EXAMPLES) known.examples.push({ record, what });
  }

  get all(): readonly Problem[] {
    return [...this.#kinds].map(([kind, { count, examples }]) => ({
      kind,
      count,
      examples: [...examples],
    }));
  }
}

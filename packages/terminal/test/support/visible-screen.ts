import xterm from "@xterm/headless";

/** A terminal that is not there, and what a person sees in its window. */
export class VisibleScreen {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;

  constructor(columns: number, rows: number) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  }

  /** Writes, and waits until all that was written stands there. */
  write(text: string): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(text, resolve));
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  /** What stands in the window, row by row. */
  rows(): readonly string[] {
    const { active } = this.#terminal.buffer;
    return Array.from(
      { length: this.#terminal.rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "",
    );
  }
}

/** The last lines of a terminal, drawn again in their place. No line may be wider than the terminal. */
export function createLiveRegion(out: NodeJS.WriteStream) {
  let drawn = 0;

  function clear(): void {
    if (drawn > 0) out.write(`\u001b[${drawn}A\r\u001b[J`);
    drawn = 0;
  }

  return {
    clear,
    draw(lines: readonly string[]): void {
      clear();
      out.write(lines.map((line) => `${line}\n`).join(""));
      drawn = lines.length;
    },
    /** What is drawn stays. */
    leave(): void {
      drawn = 0;
    },
  };
}

/** Colours and weights; each leaves the text as it is when colour is off. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  magenta(text: string): string;
  cyan(text: string): string;
}

/** Makes the styles of a terminal. */
export function createStyle(enabled: boolean): Style {
  const paint = (open: number, close: number) => (text: string) =>
    enabled && text !== "" ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    magenta: paint(35, 39),
    cyan: paint(36, 39),
  };
}

/** Whether to print in colour: the flag decides, then NO_COLOR, then FORCE_COLOR, then the terminal. */
export function wantsColor(
  output: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
  noColorFlag: boolean,
): boolean {
  if (noColorFlag || env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return output.isTTY === true && env.TERM !== "dumb";
}

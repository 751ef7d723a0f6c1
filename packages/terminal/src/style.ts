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

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether an output gets colours: NO_COLOR decides, then FORCE_COLOR, then what it is. */
export function wantsColor(
  { NO_COLOR, FORCE_COLOR, TERM }: Environment,
  isTerminal = true,
): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTerminal && TERM !== "dumb";
}

/** Whether a terminal shows more than ASCII: a locale that says otherwise is believed. */
export function showsUnicode({ LC_ALL, LC_CTYPE, LANG, TERM }: Environment): boolean {
  if (TERM === "dumb" || TERM === "linux") return false;
  const locale = LC_ALL || LC_CTYPE || LANG || "UTF-8";
  return /utf-?8/i.test(locale);
}

import { looksOf } from "./looks.js";

/** Lower lines, in pixels, are read by nobody. */
const LOWEST_LINE = 5;
/** So many square pixels a letter takes at least, on average, that can be told from others. */
const SMALLEST_LETTER = 12;
/** Below this a text is a shade at most: 1 is opaque, 0 is not there. */
const FAINTEST = 0.3;

/**
 * Whether a person can read the text at the start of `target` in `seen`, the part of its box that is
 * in view and not clipped: it is large enough, has a colour that shows, and is where its box is.
 */
export function isReadable(target: Element, seen: DOMRectReadOnly): boolean {
  const text = target.firstChild;
  if (!(text instanceof Text)) return false;
  const { ink, zoom, scale } = looksOf(target);
  const fontSize = Number.parseFloat(getComputedStyle(target).fontSize) * zoom;
  if (ink < FAINTEST || fontSize < LOWEST_LINE) return false;
  const range = document.createRange();
  range.selectNodeContents(text);
  const lines = [...range.getClientRects()];
  const letters = text.data.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const area = lines.reduce((sum, { width, height }) => sum + width * height, 0);
  return (
    area * scale.x * scale.y >= letters * SMALLEST_LETTER &&
    lines.some((line) => line.height * scale.y >= LOWEST_LINE && isLineSeen(line, seen))
  );
}

/** Half of the line's height, and of its width what a few letters take. */
function isLineSeen(line: DOMRectReadOnly, seen: DOMRectReadOnly): boolean {
  const width = Math.min(line.right, seen.right) - Math.max(line.left, seen.left);
  const height = Math.min(line.bottom, seen.bottom) - Math.max(line.top, seen.top);
  return (
    line.width > 1 && height >= line.height / 2 && width >= Math.min(line.width / 2, line.height)
  );
}

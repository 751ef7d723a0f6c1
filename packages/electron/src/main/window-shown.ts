import type { QuestionWindow } from "./electron.js";

/** So much of a window, in pixels each way, has to be on a display. */
const ENOUGH = 100;
/** Below this a window is a shade at most: 1 is opaque, 0 is not there. */
const FAINTEST = 0.3;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Whether a window is where a person can see it, as far as the main process can tell: alive, shown, not
 * minimised, not transparent, on a display. What covers it only the page knows.
 */
export function isWindowShown(window: QuestionWindow, displays: readonly Box[]): boolean {
  // A window that is destroyed throws at almost everything.
  if (window.isDestroyed() || window.webContents.isDestroyed()) return false;
  return (
    !window.webContents.isCrashed() &&
    window.isVisible() &&
    !window.isMinimized() &&
    window.getOpacity() >= FAINTEST &&
    displays.some((display) => isOn(window.getBounds(), display))
  );
}

function isOn(window: Box, display: Box): boolean {
  return (
    isWithin(window.x, window.width, display.x, display.width) &&
    isWithin(window.y, window.height, display.y, display.height)
  );
}

function isWithin(start: number, size: number, from: number, room: number): boolean {
  const shown = Math.min(start + size, from + room) - Math.max(start, from);
  return size > 0 && shown >= Math.min(ENOUGH, size);
}

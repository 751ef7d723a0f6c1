/** So much of a window, in pixels each way, has to be on the screen. */
const ENOUGH = 100;

/** Whether the window is on the screen, or enough of it. A browser that does not tell where it is counts as there. */
export function isOnScreen(): boolean {
  const { screenX, screenY, outerWidth, outerHeight } = window;
  // With several screens, these are about the one that most of the window is on, or that is next to it.
  const { availLeft = 0, availTop = 0, availWidth, availHeight } = screen as ScreenPlace;
  return (
    isWithin(screenX, outerWidth, availLeft, availWidth) &&
    isWithin(screenY, outerHeight, availTop, availHeight)
  );
}

function isWithin(start: number, size: number, from: number, room: number): boolean {
  const shown = Math.min(start + size, from + room) - Math.max(start, from);
  return size === 0 || room === 0 || shown >= Math.min(ENOUGH, size);
}

/** In every browser, and in no standard yet. */
type ScreenPlace = Screen & { readonly availLeft?: number; readonly availTop?: number };

import type { Visibility } from "@readback/core/surfaces";
import { everythingAround } from "./looks.js";

/** An entry, with the browser's word where it has one. */
type MaybeTracked = IntersectionObserverEntry & { readonly isVisible?: boolean };

/** Whose word it is that a question can be seen: the browser's own, or that of place and styles alone. */
export function visibilityIn(entry: IntersectionObserverEntry): Visibility {
  return (entry as MaybeTracked).isVisible === true ? "browser" : "styles";
}

/**
 * Whether nothing lies over `target`. Chromium says so itself, and knows of every page around, whoever made it. About
 * what is drawn with an effect, such as an opacity of .99, it says no in any case: then the point that a click would
 * hit counts, unless there is a page around. A click hits nothing that is inert: of that only the styles are known.
 * Browsers without a word of their own count as saying yes.
 */
export function isUncovered(target: Element, entry: IntersectionObserverEntry): boolean {
  const { isVisible } = entry as MaybeTracked;
  if (isVisible !== false) return true;
  if (window.parent !== window) return false;
  return isInert(target) || (hasEffect(target) && isHit(target, entry.intersectionRect));
}

function isInert(target: Element): boolean {
  for (const element of everythingAround(target)) if (element.matches("[inert]")) return true;
  return false;
}

/** The browser compares what is painted, and gives up where anything but a move is between. */
function hasEffect(target: Element): boolean {
  for (const element of everythingAround(target)) {
    const style = getComputedStyle(element);
    if (
      Number(style.opacity) < 1 ||
      style.filter !== "none" ||
      (style.backdropFilter ?? "none") !== "none" ||
      style.mixBlendMode !== "normal" ||
      (style.scale ?? "none") !== "none" ||
      (style.rotate ?? "none") !== "none" ||
      !isMove(style.transform)
    ) {
      return true;
    }
  }
  return false;
}

function isMove(transform: string): boolean {
  return transform === "none" || transform.startsWith("matrix(1, 0, 0, 1,");
}

/** Whether the middle of what is in view belongs to it, and not to something above it. */
function isHit(target: Element, { x, y, width, height }: DOMRectReadOnly): boolean {
  const root = target.getRootNode() as Document | ShadowRoot;
  const hit = root.elementFromPoint(x + width / 2, y + height / 2);
  return hit !== null && (target.contains(hit) || hit.contains(target));
}

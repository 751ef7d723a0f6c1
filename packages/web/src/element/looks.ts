import { alphaOf, isAlike } from "./colour.js";

/** What is left of a text after everything around it. */
interface Looks {
  /** How much of its colour shows: 1 all of it, 0 nothing. */
  readonly ink: number;
  readonly zoom: number;
  /** How large the frames around it are drawn. */
  readonly scale: { readonly x: number; readonly y: number };
}

/**
 * Adds up what the styles of an element, of everything around it and of the frames around that do to
 * its text. A frame counts as far as its page has the same origin and can be asked.
 */
export function looksOf(target: Element): Looks {
  let ink = textInk(target);
  let zoom = 1;
  let x = 1;
  let y = 1;
  let at: Element | null = target;
  while (at) {
    const style = getComputedStyle(at);
    ink *= Number(style.opacity) * filterInk(style.filter) * (isMasked(style) ? 0 : 1);
    zoom *= Number(style.zoom) || 1;
    const around: Element | null = isOnTop(at) ? null : parentOf(at);
    const frame: HTMLElement | null = around ? null : frameAround(at);
    if (frame) {
      const { width, height } = frame.getBoundingClientRect();
      x *= width / frame.offsetWidth;
      y *= height / frame.offsetHeight;
    }
    at = around ?? frame;
  }
  return { ink, zoom, scale: { x, y } };
}

/** An element, and what is around it as far as its styles reach the element. */
export function* everythingAround(target: Element): Iterable<Element> {
  for (let at: Element | null = target; at; at = isOnTop(at) ? null : parentOf(at)) yield at;
}

/** Whether it is in something that is drawn above the page, as modal dialogs and popovers are. */
export function isAbovePage(target: Element): boolean {
  for (let at: Element | null = target; at; at = parentOf(at)) if (isOnTop(at)) return true;
  return false;
}

/** What is around it on screen, also across the borders of shadow trees. */
function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return (
    element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  );
}

/** Drawn above the page: the styles of what is around it do not reach it. */
function isOnTop(element: Element): boolean {
  return element.matches(":modal, :popover-open, :fullscreen");
}

function frameAround(element: Element): HTMLElement | null {
  return element.ownerDocument.defaultView?.frameElement as HTMLElement | null;
}

function textInk(target: Element): number {
  const style = getComputedStyle(target);
  // Letters cut out of a background show that background, whatever their colour.
  if (style.backgroundClip.includes("text") && style.backgroundImage !== "none") return 1;
  const fill = style.webkitTextFillColor || style.color;
  return isAlike(fill, surfaceOf(target)) ? 0 : alphaOf(fill);
}

/** The colour the element itself gives the text as its ground; what the app has there is not known. */
function surfaceOf(target: Element): string | null {
  for (let at: Element | null = target; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    if (backgroundImage !== "none") return null;
    if (alphaOf(backgroundColor) === 1) return backgroundColor;
  }
  return null;
}

/** What the filters leave to see. One that is an image of its own cannot be judged: nothing. */
function filterInk(filter: string): number {
  if (filter.includes("url(")) return 0;
  let ink = 1;
  for (const [, name, amount, unit] of filter.matchAll(/([a-z-]+)\(([\d.e+-]+)([a-z%]*)\)/g)) {
    const value = Number(amount) / (unit === "%" ? 100 : 1);
    if (name === "opacity") ink *= value;
    if (name === "blur" && value > 2) ink = 0;
    if (name === "brightness" && (value < 0.1 || value > 5)) ink = 0;
    if (name === "contrast" && value < 0.1) ink = 0;
  }
  return ink;
}

/**
 * Whether a mask may hide it. Gradients with an opaque part, as large as the box, are how edges fade;
 * whatever else a mask is, it cannot be judged.
 */
function isMasked(style: CSSStyleDeclaration): boolean {
  const image = style.maskImage || style.webkitMaskImage || "none";
  if (image === "none") return false;
  const isGradient = /^[a-z-]+-gradient\(/.test(image) && !image.includes("url(");
  const isWhole =
    /^(auto|cover|100%|,| )+$/.test(style.maskSize) &&
    /^(0%|,| )+$/.test(style.maskPosition) &&
    /^(add|,| )+$/.test(style.maskComposite) &&
    !style.maskMode.includes("luminance");
  const colours = image.match(/\b[a-z]+\([^()]*\)/g) ?? [];
  return !(isGradient && isWhole && colours.some((colour) => alphaOf(colour) > 0.9));
}

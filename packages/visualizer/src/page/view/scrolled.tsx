import type { ComponentChildren } from "preact";

interface ScrolledProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** What may be wider than its place: it scrolls, also by keyboard. */
export function Scrolled({ label, class: more = "", children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section class={`scrolled ${more}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

interface NoticeProps {
  readonly title: string;
  readonly text?: ReadonlySignal<string | null> | string;
  readonly isBusy?: boolean;
  readonly children?: ComponentChildren;
}

/** Why there is nothing to see here, and what to do. */
export function Notice({ title, text, isBusy = false, children }: NoticeProps) {
  return (
    <div class="notice" role={isBusy ? "status" : undefined}>
      {isBusy && <span class="spinner" aria-hidden="true" />}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

import { useSignal } from "@preact/signals";
import { inline } from "../words.js";

interface JsonProps {
  readonly name?: string;
  readonly value: unknown;
  readonly depth?: number;
}

/** How deep a value is open at first. */
const OPEN = 2;

/** A value as a tree that opens where it is pressed. What is closed is not drawn. */
export function Json({ name, value, depth = 0 }: JsonProps) {
  const isOpen = useSignal(depth < OPEN);
  const label = name === undefined ? null : <span class="name">{name}: </span>;
  if (typeof value !== "object" || value === null) {
    return (
      <div class="json leaf">
        {label}
        <code class={value === null ? "null" : typeof value}>{inline(value, 2_000)}</code>
      </div>
    );
  }
  const parts = Object.entries(value);
  if (parts.length === 0) {
    return (
      <div class="json leaf">
        {label}
        <code>{Array.isArray(value) ? "[]" : "{}"}</code>
      </div>
    );
  }
  return (
    <div class="json">
      <button
        type="button"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {isOpen.value ? "▾" : "▸"} {label ?? <span class="name">all </span>}
        {!isOpen.value && <code>{inline(value, 60)}</code>}
      </button>
      {isOpen.value &&
        parts.map(([key, inner]) => <Json key={key} name={key} value={inner} depth={depth + 1} />)}
    </div>
  );
}

/** Signs that not every font has, drawn. */
const PATHS = {
  first: "M4 3v10M13 3L6 8l7 5z",
  back: "M12 3L5 8l7 5z",
  play: "M5 3l8 5-8 5z",
  pause: "M5 3v10M11 3v10",
  on: "M4 3l7 5-7 5z",
  end: "M12 3v10M3 3l7 5-7 5z",
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="sign" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

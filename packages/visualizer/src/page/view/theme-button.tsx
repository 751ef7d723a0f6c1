import { useSignal } from "@preact/signals";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const STORED = "readback:theme";
const SIGNS: Readonly<Record<Theme, string>> = { auto: "◐", light: "☀", dark: "☾" };

/** Light, dark, or as the system has it. */
export function ThemeButton() {
  const theme = useSignal(stored());
  apply(theme.value);
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] as Theme;
  return (
    <button
      type="button"
      class="icon"
      aria-label={`Colours: ${theme.value}. Change to ${next}`}
      title={`Colours: ${theme.value}`}
      onClick={() => {
        theme.value = next;
        keep(next);
      }}
    >
      {SIGNS[theme.value]}
    </button>
  );
}

function apply(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function stored(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(STORED)) ?? "auto";
  } catch {
    return "auto";
  }
}

function keep(theme: Theme): void {
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // No storage: the next visit starts as the system has it.
  }
}

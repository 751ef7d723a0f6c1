import type { QuestionRequest } from "@readback/core";
import { printable } from "@readback/core/printable";
import { askerOf } from "../element/who.js";

const KEY = "readback:settings";

const CHOICES = {
  badge: "Number of open questions in the tab's title",
  sound: "Sound when a question arrives",
  notification: "System notification when this tab is in the background",
} as const;

type Setting = keyof typeof CHOICES;
type Settings = Record<Setting, boolean>;

/** What draws a person's attention. Sound and notification are off until somebody wants them. */
export function createAttention(panel: HTMLElement, title: string) {
  const settings: Settings = { badge: true, sound: false, notification: false, ...stored() };
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  let count = 0;

  for (const [name, label] of Object.entries(CHOICES) as [Setting, string][]) {
    const input = document.createElement("input");
    input.type = "checkbox";
    input.name = name;
    input.checked = settings[name];
    input.addEventListener("change", () => void change(name, input));
    const row = document.createElement("label");
    row.append(input, label);
    panel.append(row);
  }
  panel.append(note);

  async function change(name: Setting, input: HTMLInputElement): Promise<void> {
    note.textContent = "";
    if (name === "notification" && input.checked && !(await mayNotify())) {
      input.checked = false;
      note.textContent = "The browser does not allow notifications for this page.";
    }
    settings[name] = input.checked;
    if (name === "sound" && input.checked) beep();
    store(settings);
    drawTitle();
  }

  function drawTitle(): void {
    document.title = settings.badge && count > 0 ? `(${count}) ${title}` : title;
  }

  return {
    setCount(to: number): void {
      count = to;
      drawTitle();
    },
    newQuestion(request: QuestionRequest): void {
      if (settings.sound) beep();
      if (settings.notification && document.hidden && Notification.permission === "granted") {
        const who = askerOf(request);
        const notification = new Notification(who ? `${printable(who)} asks` : title, {
          body: printable(request.questions[0]?.question ?? ""),
          tag: request.askId,
        });
        notification.onclick = () => focus();
      }
    },
  };
}

async function mayNotify(): Promise<boolean> {
  return "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
}

/** Two short tones. A browser that wants a click first stays silent. */
function beep(): void {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0.08;
  gain.connect(context.destination);
  for (const [pitch, at] of [
    [660, 0],
    [880, 0.14],
  ] as const) {
    const tone = context.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(gain);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.12);
    if (at > 0) tone.onended = () => void context.close();
  }
}

function stored(): Partial<Settings> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    const known = Object.keys(CHOICES).filter((name) => typeof found[name] === "boolean");
    return Object.fromEntries(known.map((name) => [name, found[name]]));
  } catch {
    return {};
  }
}

function store(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage is off: the settings last as long as the page.
  }
}

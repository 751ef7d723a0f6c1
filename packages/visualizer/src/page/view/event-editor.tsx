import { useSignal } from "@preact/signals";
import type { EventObject } from "xstate";

interface EventEditorProps {
  readonly event: Readonly<Record<string, unknown>>;
  readonly action: string;
  readonly onUse: (event: EventObject) => void;
}

/** An event as JSON, to be changed. */
export function EventEditor({ event, action, onUse }: EventEditorProps) {
  const text = useSignal(JSON.stringify(event, null, 2));
  const problem = useSignal("");
  const use = () => {
    const read = eventIn(text.value);
    if (typeof read === "string") problem.value = read;
    else onUse(read);
  };
  return (
    <div class="editor">
      <textarea
        aria-label="Event as JSON"
        spellcheck={false}
        rows={Math.min(12, text.value.split("\n").length + 1)}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
      {problem.value !== "" && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <button type="button" class="main" onClick={use}>
        {action}
      </button>
    </div>
  );
}

/** The event in a text, or what is wrong with the text. */
function eventIn(text: string): EventObject | string {
  try {
    const read: unknown = JSON.parse(text);
    const { type } = (read ?? {}) as { readonly type?: unknown };
    if (typeof type === "string" && type !== "") return read as EventObject;
    return 'An event needs a "type", such as { "type": "RENDERED" }.';
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}

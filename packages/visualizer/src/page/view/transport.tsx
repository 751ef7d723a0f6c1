import { useLooking } from "../state/looking.js";
import { clockTime, dayOf } from "../words.js";
import { Icon } from "./icon.js";
import { togglePlaying } from "./instance.js";

/** Back, on, play, and any entry at once. */
export function Transport() {
  const looking = useLooking();
  const { first, last, n, isAtEnd, isPlaying, moment, seek, step } = looking;
  const row = moment.value.value?.row;
  const at = n.value ?? 0;
  return (
    <div class="transport">
      <div class="buttons">
        <button type="button" aria-label="First entry" onClick={() => seek(first.value)}>
          <Icon name="first" />
        </button>
        <button type="button" aria-label="One entry back" onClick={() => step(-1)}>
          <Icon name="back" />
        </button>
        <button
          type="button"
          aria-label={isPlaying.value ? "Pause" : "Play"}
          onClick={() => togglePlaying(looking)}
        >
          <Icon name={isPlaying.value ? "pause" : "play"} />
        </button>
        <button type="button" aria-label="One entry on" onClick={() => step(1)}>
          <Icon name="on" />
        </button>
        <button type="button" aria-label="To the end" onClick={() => seek(null)}>
          <Icon name="end" />
        </button>
      </div>
      <input
        type="range"
        aria-label="Entry"
        aria-valuetext={row ? `Entry ${at}: ${row.words} to ${row.to}` : `Entry ${at}`}
        min={first.value}
        max={last.value}
        value={at}
        onInput={({ currentTarget }) => {
          const to = Number(currentTarget.value);
          seek(to === last.value ? null : to);
        }}
        onKeyDown={(event) => {
          // The page moves by the same keys; a browser would move twice.
          if (event.key.startsWith("Arrow")) event.preventDefault();
          if (event.key === "ArrowLeft" || event.key === "ArrowDown")
            step(event.shiftKey ? -10 : -1);
          if (event.key === "ArrowRight" || event.key === "ArrowUp") step(event.shiftKey ? 10 : 1);
        }}
      />
      <p class="where">
        <strong>
          entry {at} <span class="muted">of {last.value}</span>
        </strong>
        {isAtEnd.value && <span class="live on">end</span>}
        {row && (
          <span class="muted wide">
            {dayOf(row.time)} {clockTime(row.time)}
          </span>
        )}
      </p>
    </div>
  );
}

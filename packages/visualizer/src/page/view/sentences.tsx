import { useApp } from "../state/app.js";
import { clockTime, dayOf } from "../words.js";

const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/;

/** Sentences, one below the other. The model writes moments in UTC; here they are the reader's. */
export function Sentences({ list }: { readonly list: readonly string[] }) {
  const { now } = useApp();
  if (list.length === 0) return null;
  const today = dayOf(now.peek());
  return (
    <ul class="sentences">
      {list.map((sentence, index) => (
        <li key={index}>
          {sentence.split(MOMENT).map((part) => {
            if (!MOMENT.test(part)) return part;
            const at = Date.parse(part);
            return (
              <time key={part} dateTime={part} title={`${dayOf(at)}, ${part}`}>
                {dayOf(at) === today ? clockTime(at) : `${dayOf(at)}, ${clockTime(at)}`}
              </time>
            );
          })}
        </li>
      ))}
    </ul>
  );
}

import { clockTime, dayOf } from "../words.js";

const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/;

/** Sentences, one below the other. The model writes moments in UTC; here they are the reader's. */
export function Sentences({ list }: { readonly list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <ul class="sentences">
      {list.map((sentence, index) => (
        <li key={index}>
          {sentence.split(MOMENT).map((part) => {
            if (!MOMENT.test(part)) return part;
            const at = Date.parse(part);
            return (
              <time key={part} dateTime={part} title={`${dayOf(at)}, ${part}`}>
                {clockTime(at)}
              </time>
            );
          })}
        </li>
      ))}
    </ul>
  );
}

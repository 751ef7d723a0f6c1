import fc from "fast-check";

/** Plain values that a field may have, most often right ones: what is nearly right gets furthest. */
const PLAIN = ["text", "text", "text", "", 1, null, undefined, true];

/** A value that may have any field: whoever asks for one gets an odd value, too, and always the same. */
export const oddValue: fc.Arbitrary<unknown> = fc
  .infiniteStream(fc.nat(15))
  .map((choices) => oddFrom(choices, 5));

function oddFrom(choices: Iterator<number>, depth: number): unknown {
  const choice: number = choices.next().value;
  if (choice < PLAIN.length || depth === 0) return PLAIN[choice % PLAIN.length];
  if (choice % 3 === 0) return Array.from({ length: 2 }, () => oddFrom(choices, depth - 1));
  const known = new Map<PropertyKey, unknown>();
  return new Proxy(
    {},
    {
      get(target, name) {
        if (name in target || typeof name === "symbol" || name === "then") {
          return Reflect.get(target, name);
        }
        if (!known.has(name)) known.set(name, oddFrom(choices, depth - 1));
        return known.get(name);
      },
    },
  );
}

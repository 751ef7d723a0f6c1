/** A value that was looked at. */
export interface Reading {
  readonly of: "context" | "event";
  /** Such as `ask.maxRetries`. */
  readonly path: string;
  readonly value: unknown;
}

const MOST_READINGS = 20;

/** Notes what is read of a context and an event, by someone who is given these instead. */
export function watch<C, E>(context: C, event: E) {
  const readings = new Map<string, Reading>();

  function note(of: Reading["of"], path: string, value: unknown): void {
    const key = `${of}.${path}`;
    if (readings.size < MOST_READINGS || readings.has(key)) readings.set(key, { of, path, value });
  }

  function watched<T>(value: T, of: Reading["of"], path: string): T {
    if (typeof value !== "object" || value === null) return value;
    // What is frozen may not be answered for by anyone else.
    const target = Object.isFrozen(value)
      ? Array.isArray(value)
        ? [...value]
        : { ...value }
      : value;
    return new Proxy(target, {
      get(source, key) {
        const found = Reflect.get(source, key);
        if (typeof key === "symbol") return found;
        if (typeof found === "function") {
          note(of, path, value);
          return found.bind(value);
        }
        const at = path === "" ? key : `${path}.${key}`;
        if (typeof found === "object" && found !== null) return watched(found, of, at);
        note(of, at, found);
        return found;
      },
      has(source, key) {
        const isThere = Reflect.has(source, key);
        if (typeof key === "string" && !isThere) {
          note(of, path === "" ? key : `${path}.${key}`, undefined);
        }
        return isThere;
      },
    }) as T;
  }

  return {
    context: watched(context, "context", ""),
    event: watched(event, "event", ""),
    /** What was read, without what only says on the way to it which event it is. */
    get readings(): readonly Reading[] {
      return [...readings.values()].filter(({ of, path }) => !(of === "event" && path === "type"));
    },
  };
}

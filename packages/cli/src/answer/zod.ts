// Stands in for zod in the bundle of `readback answer`. Its first frame needs no schema, and making the
// schemas of core takes as long as all else it does: so what is said of a schema is noted here, and said
// to zod when the first value is to be checked.

type Method = (...args: readonly unknown[]) => object;

/** What refines a schema or makes another one of it. Everything else needs the schema itself. */
const NOTED = new Set(
  "default describe extend max min nullable optional positive refine transform".split(" "),
);

const schemas = new WeakMap<object, () => object>();

function later(make: () => object): object {
  let made: object | undefined;
  const schema = () => {
    made ??= make();
    return made;
  };
  const noted = new Proxy(schema, {
    get(_, name) {
      if (NOTED.has(name as string)) return (...args: unknown[]) => call(schema, name, args);
      return Reflect.get(schema(), name);
    },
    has: (_, name) => Reflect.has(schema(), name),
  });
  schemas.set(noted, schema);
  return noted;
}

function call(on: () => object, name: PropertyKey, args: readonly unknown[]): object {
  return later(() => {
    const target = on();
    const method = Reflect.get(target, name) as Method;
    return method.apply(target, args.map(said));
  });
}

/** An argument with the schemas that were noted in it. */
function said(argument: unknown): unknown {
  if (typeof argument === "function") return schemas.get(argument)?.() ?? argument;
  if (Array.isArray(argument)) return argument.map(said);
  if (Object.getPrototypeOf(argument ?? 0) !== Object.prototype) return argument;
  const entries = Object.entries(argument as object);
  return Object.fromEntries(entries.map(([name, value]) => [name, said(value)]));
}

const zod = () => require(`${__dirname}/answer-zod.cjs`) as object;
const noted =
  (name: string) =>
  (...args: readonly unknown[]) =>
    call(zod, name, args);

export const array = noted("array");
export const boolean = noted("boolean");
export const custom = noted("custom");
export const int = noted("int");
export const literal = noted("literal");
export const number = noted("number");
export const object = noted("object");
export const record = noted("record");
export const string = noted("string");
export const union = noted("union");
const noteEnum = noted("enum");

export { noteEnum as enum };

// Stands in for zod in the bundle of `readback answer`. Its first frame needs no schema, and making the
// schemas of core takes as long as all else it does: so what is said of a schema is noted here, and said
// to zod when the first value is to be checked.

type Method = (...args: readonly unknown[]) => object;

/** What refines a schema or makes another one of it. Everything else needs the schema itself. */
const NOTED = new Set(
  (
    "default describe extend max min nullable omit optional pick positive refine register strip " +
    "transform unwrap"
  ).split(" "),
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
      if (name === "shape") return shapeOf(schema);
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

/** The fields of schemas that are spread into other fields: what makes them. */
const spread = new WeakSet<object>();

/** The fields of a schema, to be taken one by one, or spread: then one field under a symbol stands for all. */
function shapeOf(schema: () => object): object {
  const all = Symbol("fields");
  const fields = () => Reflect.get(schema(), "shape") as Readonly<Record<PropertyKey, object>>;
  spread.add(fields);
  return new Proxy(
    {},
    {
      get: (_, name) => (name === all ? fields : later(() => fields()[name] as object)),
      ownKeys: () => [all],
      getOwnPropertyDescriptor: (_, name) =>
        name === all ? { value: fields, enumerable: true, configurable: true } : undefined,
    },
  );
}

/** An argument with the schemas that were noted in it. */
function said(argument: unknown): unknown {
  if (typeof argument === "function") return schemas.get(argument)?.() ?? argument;
  if (Array.isArray(argument)) return argument.map(said);
  if (Object.getPrototypeOf(argument ?? 0) !== Object.prototype) return argument;
  const entries = Object.entries(argument as object);
  const own = Object.fromEntries(entries.map(([name, value]) => [name, said(value)]));
  const others = Object.getOwnPropertySymbols(argument)
    .map((symbol) => Reflect.get(argument as object, symbol))
    .filter((value) => spread.has(value as object))
    .map((fields) => (fields as () => object)());
  return others.length === 0 ? own : Object.assign({}, ...others, own);
}

const zod = () => require(`${__dirname}/answer-zod.cjs`) as object;
const noted =
  (name: string) =>
  (...args: readonly unknown[]) =>
    call(zod, name, args);

export const array = noted("array");
export const boolean = noted("boolean");
export const custom = noted("custom");
export const discriminatedUnion = noted("discriminatedUnion");
export const int = noted("int");
export const literal = noted("literal");
export const looseObject = noted("looseObject");
export const number = noted("number");
export const object = noted("object");
export const preprocess = noted("preprocess");
export const record = noted("record");
export const strictObject = noted("strictObject");
export const string = noted("string");
export const union = noted("union");
export const unknown = noted("unknown");
const noteEnum = noted("enum");

// For descriptions of tools, which nobody reads here.
export const globalRegistry = {};
export const toJSONSchema = noted("toJSONSchema");

export { noteEnum as enum };

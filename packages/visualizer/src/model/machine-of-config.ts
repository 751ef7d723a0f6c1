import { type AnyStateMachine, createMachine } from "xstate";

type Loose = Readonly<Record<string, unknown>>;

/** What a serializer puts in place of what is too deep for it. */
const CUT = /^\[(Object|Array|\.\.\.)\]$/;
const MOST_STATES = 5_000;
const DEEPEST = 40;

/**
 * A machine from the configuration that an app sent as JSON: its states and transitions with the names of what
 * were functions. Nothing of it is ever executed. Throws when it makes no machine.
 */
export function machineOfConfig(id: string, config: unknown): AnyStateMachine {
  if (!isObject(config)) throw new TypeError("the app sent no definition");
  let states = 0;

  function stateOf(given: Loose, depth: number): Record<string, unknown> {
    states += 1;
    if (states > MOST_STATES || depth > DEEPEST) throw new RangeError("too many states to draw");
    const inner = isObject(given.states)
      ? Object.entries(given.states).filter((one): one is [string, Loose] => isObject(one[1]))
      : [];
    return {
      ...picked(given, ["id", "type", "history", "description", "target", "tags"]),
      ...(isObject(given.meta) && { meta: { ...given.meta } }),
      ...(inner.length > 0 && {
        states: Object.fromEntries(inner.map(([key, state]) => [key, stateOf(state, depth + 1)])),
        ...(typeof given.initial === "string" && { initial: given.initial }),
      }),
      entry: listOf(given.entry).flatMap(namedOf),
      exit: listOf(given.exit).flatMap(namedOf),
      on: transitionsBy(given.on),
      after: transitionsBy(given.after),
      always: transitionsOf(given.always),
      ...(given.onDone !== undefined && { onDone: transitionsOf(given.onDone) }),
      invoke: listOf(given.invoke).filter(isObject).map(invokeOf),
    };
  }

  const root = stateOf(config, 0);
  const meta = { ...(isObject(root.meta) ? root.meta : {}), recorded: true };
  return createMachine({ ...root, id, meta, context: {} } as never) as unknown as AnyStateMachine;
}

function invokeOf(given: Loose): Loose {
  const [src = { type: "actor" }] = namedOf(given.src);
  return {
    ...picked(given, ["id"]),
    src: src.type,
    onDone: transitionsOf(given.onDone),
    onError: transitionsOf(given.onError),
    onSnapshot: transitionsOf(given.onSnapshot),
  };
}

function transitionsBy(given: unknown): Loose {
  if (!isObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given).map(([event, transition]) => [event, transitionsOf(transition)]),
  );
}

function transitionsOf(given: unknown): readonly Loose[] {
  return listOf(given).flatMap((one): readonly Loose[] => {
    if (typeof one === "string") return CUT.test(one) ? [] : [{ target: one }];
    if (!isObject(one)) return [];
    const [guard] = namedOf(one.guard);
    return [
      {
        ...picked(one, ["reenter", "description"]),
        ...(targetsOf(one.target) && { target: targetsOf(one.target) }),
        ...(guard && { guard }),
        actions: listOf(one.actions).flatMap(namedOf),
      },
    ];
  });
}

function targetsOf(given: unknown): readonly string[] | undefined {
  const targets = listOf(given).filter(
    (one): one is string => typeof one === "string" && !CUT.test(one),
  );
  return targets.length > 0 ? targets : undefined;
}

/** What has a name; a function came as `{ type: its name }`. */
function namedOf(given: unknown): readonly { readonly type: string }[] {
  if (typeof given === "string") return CUT.test(given) ? [] : [{ type: given }];
  if (!isObject(given)) return [];
  const { type, id } = given;
  const name = [type, id].find((one) => typeof one === "string" && one !== "");
  return [{ type: typeof name === "string" ? name : "(inline)" }];
}

function picked(given: Loose, fields: readonly string[]): Loose {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = given[field];
      const isUsable = value !== undefined && value !== null && !isCut(value) && !isFunction(value);
      return isUsable ? [[field, value]] : [];
    }),
  );
}

const isCut = (value: unknown) => typeof value === "string" && CUT.test(value);
const isFunction = (value: unknown) => isObject(value) && Object.keys(value).join() === "type";
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { fc } from "@fast-check/vitest";
import {
  type AnyStateMachine,
  and,
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  not,
  or,
  raise,
} from "xstate";

// Machines of all kinds, to compare two ways of running them.

// biome-ignore lint/suspicious/noExplicitAny: a config that no type describes
type Loose = any;

export const EVENTS = ["A", "B", "C", "RAISED", "toString"] as const;
const MOST_MOVES = 12;

const implementations = {
  guards: {
    isEven: ({ context }: Loose) => context.n % 2 === 0,
    isOver: ({ context }: Loose, { than }: Loose) => context.n > than,
    isEvenOrOver: or(["isEven", { type: "isOver", params: { than: 4 } } as never]),
    alias: "isEven",
    mayMove: ({ context }: Loose) => context.moves < MOST_MOVES,
  },
  actions: {
    add: assign({ n: ({ context, event }: Loose) => context.n + (event.by ?? 1) }),
    addMany: assign(({ context }: Loose, params: Loose) => ({ n: context.n + params.many })),
    move: assign({ moves: ({ context }: Loose) => context.moves + 1 }),
    tell: emit(({ context, event }: Loose) => ({ type: "told", n: context.n, by: event.type })),
    tellPlainly: emit({ type: "plain" }),
    later: raise(({ context }: Loose) => ({ type: "RAISED", by: context.n }), {
      id: "later",
      delay: "named" as never,
    }),
    nameless: raise({ type: "RAISED" }, { delay: ({ context }: Loose) => context.n }),
    never: cancel("later"),
    neverMind: cancel(({ context }: Loose) => (context.n % 2 ? "later" : "other")),
    some: enqueueActions(({ context, enqueue, check }: Loose, params: Loose) => {
      if (check("isEven")) enqueue.assign({ n: context.n + 3 });
      enqueue({ type: "tell" });
      enqueue.emit({ type: "some", n: context.n, params });
      if (check(not("isEven"))) enqueue("addLater");
      enqueue.raise({ type: "RAISED", by: 2 }, { id: `id${context.n % 3}`, delay: 5 });
      enqueue.cancel(`id${(context.n + 1) % 3}`);
      enqueue(assign({ n: (args: Loose) => args.context.n + 1 }));
      enqueue(enqueueActions((inner: Loose) => inner.enqueue("tell")));
    }),
    now: enqueueActions(({ check, enqueue }: Loose) => {
      if (!check("mayMove")) return;
      enqueue("move");
      enqueue.raise({ type: "RAISED", by: 7 });
    }),
    addLater: enqueueActions(({ enqueue }: Loose) => enqueue("add")),
    custom: () => {},
  },
  delays: { named: ({ context }: Loose) => 10 + context.n, fixed: 20 },
};

const one = <T>(...values: T[]) => fc.constantFrom(...values);
const action = fc.oneof(
  one<Loose>(
    "add",
    "tell",
    "tellPlainly",
    "later",
    "nameless",
    "never",
    "neverMind",
    "some",
    "now",
  ),
  one<Loose>("custom", "missing", () => {}, assign({ inline: true }), emit({ type: "inline" })),
  one<Loose>(
    { type: "addMany", params: { many: 2 } },
    { type: "some", params: ({ context }: Loose) => ({ n: context.n }) },
    { type: "custom", params: { to: "whom" } },
  ),
);
const actions = fc.oneof(one(undefined), action, fc.array(action, { maxLength: 3 }));
const guard = one<Loose>(
  undefined,
  undefined,
  "isEven",
  "alias",
  "isEvenOrOver",
  { type: "isOver", params: { than: 2 } },
  { type: "isOver", params: ({ context }: Loose) => ({ than: context.moves }) },
  and(["isEven", not({ type: "isOver", params: { than: 3 } } as never)]),
  or([and(["isEven", "mayMove"]), ({ context }: Loose) => context.n === 1]),
  ({ event }: Loose) => event.by === 1,
);

/** The shape of a state; its transitions name their targets once all states are known. */
interface Shape {
  readonly children: readonly Shape[];
  readonly initial: number;
  readonly hasOwnId: boolean;
  readonly tags: unknown;
  readonly entry: unknown;
  readonly exit: unknown;
  readonly begun: unknown;
  readonly on: Readonly<Record<string, readonly Way[] | null>>;
  readonly after: Readonly<Record<string, readonly Way[]>>;
  readonly always: readonly Way[];
}
interface Way {
  /** Among all states; none: it stays. */
  readonly to: number | null;
  readonly by: "id" | "path";
  readonly guard: unknown;
  readonly actions: unknown;
  readonly reenter: boolean;
}
const way: fc.Arbitrary<Way> = fc.record({
  to: fc.option(fc.nat(20), { freq: 4 }),
  by: one("id", "path"),
  guard,
  actions,
  reenter: fc.boolean(),
});
const ways = fc.array(way, { minLength: 1, maxLength: 3 });
const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.record({
    children: fc.oneof(
      { maxDepth: 2, depthIdentifier: "states" },
      fc.constant([]),
      fc.array(tie("shape"), { minLength: 1, maxLength: 3, depthIdentifier: "states" }),
    ),
    initial: fc.nat(2),
    hasOwnId: fc.boolean(),
    tags: one<unknown>(undefined, "idle", ["a", "b"]),
    entry: actions,
    exit: actions,
    begun: actions,
    on: fc.dictionary(one<string>(...EVENTS), fc.option(ways, { freq: 6 }), { maxKeys: 3 }),
    after: fc.dictionary(one("fixed", "named", "30", "1e2"), ways, { maxKeys: 2 }),
    always: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: ways }),
  }),
}));

/** Plans of machines with nested states, delays, transitions without events, and actions and guards of every kind. */
export const anyPlan = fc.record({
  root: shape,
  states: fc.array(shape, { minLength: 1, maxLength: 3 }),
  end: actions,
  output: one<Loose>(undefined, ({ context, event }: Loose) => ({ n: context.n, event }), "fixed"),
  finalOutput: one<Loose>(undefined, ({ context }: Loose) => context.n),
});

export function machineOf(plan: typeof anyPlan extends fc.Arbitrary<infer P> ? P : never) {
  const { root, states, end, output, finalOutput } = plan;
  const paths = [["end"], ...pathsIn(states, [])];
  const { states: made, ...config } = configOf({ ...root, children: states }, [], paths);
  return createMachine(
    {
      ...config,
      id: "m",
      output,
      // XState's `transition` starts an actor without any input, for its scope.
      context: ({ input }: Loose) => ({ n: input ?? 0, moves: 0 }),
      states: { ...made, end: { type: "final", entry: end, output: finalOutput } },
    } as Loose,
    implementations as Loose,
  ) as AnyStateMachine;
}

function pathsIn(shapes: readonly Shape[], within: readonly string[]): string[][] {
  return shapes.flatMap(({ children }, index) => {
    const path = [...within, `s${index}`];
    return [path, ...pathsIn(children, path)];
  });
}

function configOf(
  shape: Shape,
  path: readonly string[],
  paths: readonly (readonly string[])[],
): Loose {
  const { children, hasOwnId, begun, initial, tags, entry, exit, on, after, always } = shape;
  const wayOf = ({ to, by, reenter, ...rest }: Way): Loose => {
    const target = to === null ? undefined : (paths[to % paths.length] as readonly string[]);
    return { ...rest, reenter, target: target && targetOf(path, target, by) };
  };
  const mapped = (ways: Readonly<Record<string, readonly Way[] | null>>) =>
    Object.fromEntries(
      Object.entries(ways).map(([name, list]) => [name, list ? list.map(wayOf) : undefined]),
    );
  const name = (index: number) => `s${index % children.length}`;
  return {
    id: hasOwnId ? `own-${path.join("-")}` : undefined,
    tags,
    entry,
    exit,
    on: mapped(on),
    after: mapped(after),
    // Every one of them is counted, so that it ends.
    always: always.map(wayOf).map((one) => ({
      ...one,
      guard: one.guard === undefined ? "mayMove" : and(["mayMove", one.guard]),
      actions: ["move", ...[one.actions ?? []].flat()],
    })),
    ...(children.length > 0 && {
      initial: begun === undefined ? name(initial) : { target: name(initial), actions: begun },
      states: Object.fromEntries(
        children.map((child, index) => [
          `s${index}`,
          configOf(child, [...path, `s${index}`], paths),
        ]),
      ),
    }),
  };
}

/** A target by its place under the root, or by a path from the state where that is possible. */
function targetOf(path: readonly string[], target: readonly string[], by: "id" | "path"): string {
  const isWithin = path.every((key, index) => target[index] === key);
  if (by === "path" && isWithin && target.length > path.length) {
    return `.${target.slice(path.length).join(".")}`;
  }
  const parent = path.slice(0, -1);
  const isBeside = path.length > 0 && parent.every((key, index) => target[index] === key);
  if (by === "path" && isBeside && target.length > parent.length) {
    return target.slice(parent.length).join(".");
  }
  return `#m.${target.join(".")}`;
}

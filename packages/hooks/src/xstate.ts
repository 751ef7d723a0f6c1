// As much of XState as machines are written with, in place of the whole of it: a hook is started
// with every tool call, and loading XState would take a third of its time. Core's interpreter runs
// what is made here, from a machine's config, as it does for XState's own machines.

// biome-ignore lint/suspicious/noExplicitAny: what XState keeps in its actions has no useful type
type Loose = any;

/** XState's actions and guards are functions that are never called, with fields. */
const made = (fields: object) => Object.assign(() => {}, fields);
const action = (type: string, fields: object) => made({ type: `xstate.${type}`, ...fields });

export const assign = (assignment: Loose) => action("assign", { assignment });
export const emit = (event: Loose) => action("emit", { event });
export const enqueueActions = (collect: Loose) => action("enqueueActions", { collect });
export const raise = (event: Loose, options: Loose) => action("raise", { event, ...options });
export const cancel = (sendId: Loose) => action("cancel", { sendId });

const combination = (check: object) => (guards: Loose) => made({ check, guards: [guards].flat() });
export const and = combination({});
export const or = combination({});
export const not = combination({});

/** The part of an actor that a host asks for. */
export const createEmptyActor = () => ({ system: undefined });

export function matchesState(wanted: Loose, value: Loose): boolean {
  if (typeof wanted === "string")
    return typeof value === "string" ? wanted === value : wanted in value;
  if (typeof value === "string") return false;
  return Object.keys(wanted).every((key) => key in value && matchesState(wanted[key], value[key]));
}

/** Only the interpreter can run these, so they ask for it; that it can is known from core's tests. */
export const setup = ({ guards = {}, actions = {}, delays = {} }: Loose) => ({
  createMachine: (config: Loose) => ({
    id: config.id,
    config: { ...config, meta: { ...config.meta, interpreter: "readback" } },
    implementations: { guards, actions, delays },
    isForInterpreter: true,
  }),
});

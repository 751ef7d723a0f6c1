import { type Command, defineCommand, dirFlag, jsonFlag } from "../command.js";

const flags = {
  session: { type: "string", value: "id", summary: "Only todos of this session" },
  ...dirFlag,
  ...jsonFlag,
} as const;

/** Whose todos are on a cluster has to be said: it knows no project. */
const flagsFromAfar = {
  restate: {
    type: "string",
    value: "url",
    summary: "On a Restate cluster, by the address of its ingress; needs --session",
  },
  ...flags,
} as const;

const todo = { name: "todo", summary: "Its id, as the list shows it, or its text" } as const;

export const guardList: Command = defineCommand({
  name: "guard list",
  summary: "See the todos under guard: state, attempts, what waits for you",
  flags: flagsFromAfar,
  async run({ restate, ...values }) {
    if (restate !== undefined) {
      const { listClusterTodos } = await import("../guard/cluster-guard.js");
      return listClusterTodos({ ...values, restate });
    }
    const { listTodos } = await import("../guard/list.js");
    return listTodos(values);
  },
});

export const guardShow: Command = defineCommand({
  name: "guard show",
  summary: "See one todo: every claim, its verdict and when",
  operand: todo,
  flags,
  async run(values, name) {
    const { showTodo } = await import("../guard/show.js");
    return showTodo(name, values);
  },
});

export const guardApprove: Command = defineCommand({
  name: "guard approve",
  summary: "Let a todo pass, whatever the guard says",
  operand: todo,
  flags: flagsFromAfar,
  async run({ restate, ...values }, name) {
    if (restate !== undefined) {
      const { decideClusterTodo } = await import("../guard/cluster-guard.js");
      return decideClusterTodo("approve", name, { ...values, restate });
    }
    const { decideTodo } = await import("../guard/decide.js");
    return decideTodo("APPROVE", name, values);
  },
});

const adopting = {
  summary: "Trust state of version 0.1, or of a project that you moved",
  flags: { ...dirFlag, ...jsonFlag },
  async run(values: { readonly dir?: string; readonly json?: boolean }) {
    const { adoptState } = await import("../guard/repair.js");
    return adoptState(values);
  },
};

export const adopt: Command = defineCommand({ name: "adopt", ...adopting });

/** Its name before it was for questions, too. */
export const guardAdopt: Command = defineCommand({ name: "guard adopt", ...adopting });

export const guardRepair: Command = defineCommand({
  name: "guard repair",
  summary: "Go on without damaged records of the journal",
  flags: { ...dirFlag, ...jsonFlag },
  async run(values) {
    const { repairState } = await import("../guard/repair.js");
    return repairState(values);
  },
});

export const guardReset: Command = defineCommand({
  name: "guard reset",
  summary: "Start the count of a todo again",
  operand: todo,
  flags: flagsFromAfar,
  async run({ restate, ...values }, name) {
    if (restate !== undefined) {
      const { decideClusterTodo } = await import("../guard/cluster-guard.js");
      return decideClusterTodo("reset", name, { ...values, restate });
    }
    const { decideTodo } = await import("../guard/decide.js");
    return decideTodo("RESET", name, values);
  },
});

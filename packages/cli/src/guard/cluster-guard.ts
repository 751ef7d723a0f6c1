import type { GuardedTodoView } from "@readback/core";
import { messageOf } from "@readback/core/host";
import { oneLine } from "@readback/core/printable";
import { connectGuard } from "@readback/restate/client";
import { UsageError } from "../arguments.js";
import { Failure } from "../failure.js";
import { addresses } from "../restate-addresses.js";
import { printableJson } from "../terminal/json.js";
import { screenOf } from "../terminal/screen.js";
import { cut } from "../terminal/text.js";
import { drawTodos } from "./draw-todos.js";
import { findTodo } from "./find-todo.js";
import type { Todo } from "./guard-store.js";
import { todoJson } from "./json.js";
import type { GuardOptions } from "./options.js";
import { requirePerson } from "./person.js";
import { shortIds } from "./short-id.js";
import { standingWord } from "./words.js";

/** What these commands are told when the todos are on a cluster. */
export interface ClusterGuardOptions extends GuardOptions {
  readonly restate: string;
}

const PATIENCE = 10_000;

/** `readback guard list --restate` */
export async function listClusterTodos(options: ClusterGuardOptions): Promise<number> {
  const { guard, session } = open(options);
  const todos = await asked(async () => (await guard.list(session)).map(asTodo));
  const ids = shortIds(todos);
  if (options.json) {
    console.log(printableJson(todos.map((todo) => todoJson(todo, ids(todo), []))));
  } else if (todos.length === 0) {
    console.log(`No todo of ${oneLine(session)} is under guard on this cluster.`);
  } else {
    const advice = "To decide about one: readback guard approve <id> or reset <id>";
    console.log(drawTodos(todos, Date.now(), screenOf(options["no-color"]), advice));
  }
  return 0;
}

/** `readback guard approve --restate` and `readback guard reset --restate` */
export async function decideClusterTodo(
  how: "approve" | "reset",
  name: string,
  options: ClusterGuardOptions,
): Promise<number> {
  requirePerson(`guard ${how}`);
  const { guard, session } = open(options);
  await asked(async () => {
    const todos = (await guard.list(session)).map(asTodo);
    const { instance, todo } = findTodo(todos, name);
    await guard[how]({ session, todo, instance });
    const now = (await guard.list(session)).find((one) => one.instance === instance);
    const wanted = how === "approve" ? "approved" : "open";
    if (now?.standing !== wanted) {
      const stands = now ? `it is ${standingWord(now.standing)}` : "it is no longer under guard";
      throw new Failure(`There is nothing to decide: ${stands}.`);
    }
    if (options.json) {
      const ids = shortIds(todos);
      const known = asTodo(now);
      return console.log(printableJson(todoJson(known, ids(known), [])));
    }
    const { style, width } = screenOf(options["no-color"]);
    const title = how === "approve" ? "Approved" : "Reset";
    console.log(cut(`${style.green(title)}: ${oneLine(todo)}`, width));
    console.log(cut(`Session ${oneLine(session)}`, width));
  });
  return 0;
}

function open({ restate, session, dir }: ClusterGuardOptions) {
  if (dir !== undefined) throw new UsageError("--dir is not for --restate: the todos are there.");
  if (session === undefined) {
    throw new UsageError("--restate needs --session <id>: whose todos these are.");
  }
  return { guard: connectGuard({ ingress: addresses(restate), retryFor: PATIENCE }), session };
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`readback guard: ${messageOf(error)}`);
  }
}

/** What a cluster tells of a todo says when it was claimed, and not when else it moved. */
function asTodo({ claims, ...todo }: GuardedTodoView): Todo {
  const moments = claims.map(({ decidedAt, at }) => decidedAt ?? at ?? 0);
  return { ...todo, movedAt: Math.max(0, ...moments) };
}

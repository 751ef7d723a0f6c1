import type { TodoGuard } from "@readback/core";
import { parse } from "@readback/core/host";
import * as z from "zod";
import { type GuardNote, type GuardWrite, SERVICES, type WhichTodo } from "../names.js";
import { checkClient } from "./check-client.js";
import { createIngress, type IngressOptions } from "./ingress.js";

/** The methods of a handle, each of which answers later: its state is on another machine. */
export type FromAfar<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

/** A guard whose counts live on a cluster. It has the methods of `createTodoGuard`, and each answers later. */
export interface ConnectedGuard
  extends FromAfar<
    Omit<TodoGuard, "runtime" | "recover" | "dispose" | "list" | "approve" | "reset">
  > {
  /** The todos of one session that are under guard; the one that moved last comes last. */
  list(session: string): ReturnType<FromAfar<TodoGuard>["list"]>;
  /** A person lets a todo pass. */
  approve(which: WhichTodo): Promise<void>;
  /** A person starts the count of a todo again; false when it is not under guard. */
  reset(which: WhichTodo): Promise<boolean>;
}

const GRACE = 90_000;

/**
 * Guards todos through a cluster: any process may report a claim, and it is counted once.
 * @example
 * const guard = connectGuard({ ingress: "http://127.0.0.1:8080" });
 * const { decision, reason } = await guard.check({ session: "s1", toolUseId: "t1", completing: ["Write tests"] });
 */
export function connectGuard(options: IngressOptions): ConnectedGuard {
  checkClient("connectGuard", options);
  const ingress = createIngress(options);

  /** The same tool call is the same claim, however often it is reported. */
  async function write(given: GuardWrite, signal?: AbortSignal) {
    parse(sessionSchema, given, "guard check");
    const timeout = (given.patience ?? 60_000) + GRACE;
    return ingress.service(SERVICES.guard, "write", given, { timeout, signal });
  }

  async function note(given: GuardNote): Promise<boolean> {
    parse(sessionSchema, given, "guard note");
    return ingress.object(SERVICES.todos, given.session, "note", given);
  }
  const noted = async (given: GuardNote) => void (await note(given));

  return {
    check: ({ signal, ...call }) => write({ how: "check", ...call }, signal),
    checkList: ({ signal, ...call }) => write({ how: "checkList", ...call }, signal),
    report: ({ signal, toolUseId = `report:${crypto.randomUUID()}`, ...call }) =>
      write({ how: "report", ...call, toolUseId }, signal),
    confirm: (call) => noted({ how: "confirm", ...call }),
    observe: (list) => noted({ how: "observe", ...list }),
    approve: (which) => noted({ how: "approve", ...which }),
    reset: (which) => note({ how: "reset", ...which }),
    heard: (session) => noted({ how: "heard", session }),
    endSession: (session) => noted({ how: "endSession", session }),
    async list(session) {
      parse(sessionSchema, { session }, "guard list");
      return ingress.object(SERVICES.todos, session, "list", undefined);
    },
  };
}

const sessionSchema = z.object({
  session: z.string().min(1, "must not be empty: name the session").max(1_000),
});

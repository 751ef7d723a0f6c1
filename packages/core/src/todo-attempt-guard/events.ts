import type { Cause } from "../bounded.js";
import type { TodoVerdict } from "./verdict.js";

interface OfClaim {
  readonly toolUseId: string;
}

/** When it happened, in milliseconds since the epoch: hosts stamp it. */
interface Stamped {
  readonly at?: number;
}

/** What can happen to a todo under guard. */
export type GuardEvent = Stamped &
  (
    | /**
     * The todo is said to be done. `from` says by what: a tool call that completes it (the default), a
     * list that shows it completed, which may be old news, or the host's own report that it is being
     * completed, which may be the result of a call that was let through. `unchecked`: nobody will
     * validate it, and with attempts left it passes.
     */
    ({
        readonly type: "CLAIM";
        readonly from?: "list" | "report";
        readonly unchecked?: true;
        /** The process that validates it, where several share a journal. */
        readonly process?: string;
        /** Which program the agent is, such as `codex`: the claim is evidence that it asks the guard. */
        readonly agent?: string;
      } & OfClaim)
    | ({ readonly type: "PASSED" } & OfClaim)
    | ({ readonly type: "FAILED"; readonly detail: string } & OfClaim)
    /** The claim was not validated: another todo blocks the same write. */
    | ({ readonly type: "WITHHELD"; readonly detail: string } & OfClaim)
    /** The claim was allowed, but another todo blocks the same write: it will not happen. */
    | ({ readonly type: "OVERRULED"; readonly detail: string } & OfClaim)
    /** The validator broke, or no time was left for it. */
    | ({ readonly type: "GUARD_FAILED"; readonly detail: string } & OfClaim)
    /** A tool call has happened: what was allowed in it is done. */
    | ({ readonly type: "HAPPENED" } & OfClaim)
    /** The todo is seen to be completed. */
    | { readonly type: "COMPLETED" }
    /** The todo is open again. Was it completed, a new guard begins; was it only allowed, the count goes on. */
    | { readonly type: "REOPENED" }
    /** A person lets the todo pass. */
    | { readonly type: "APPROVE" }
    /** A person starts the count again. */
    | { readonly type: "RESET" }
    /** The session is alive: for a todo that is about to be forgotten. */
    | { readonly type: "HEARD" }
    | { readonly type: "SESSION_ENDED" }
  );

/** What the guard of a todo tells its host. */
export type GuardEmitted =
  /** This claim is to be validated, by the host whose claim it is. */
  | ({ readonly type: "guard.validate"; readonly attempt: number } & OfClaim)
  | ({ readonly type: "guard.verdict"; readonly verdict: TodoVerdict } & OfClaim)
  /** The guard of this todo has ended. */
  | { readonly type: "guard.over" };

/** How the guard of a todo ended. */
export interface GuardOutput {
  readonly session: string;
  readonly todo: string;
  /** Seen to be completed; not claimed any more for as long as `retention`; or its session ended. */
  readonly ending: "completed" | "retention" | "session_ended";
  /** Attempts used. */
  readonly attempts: number;
  /** What ended it: `human` when a person had approved it. */
  readonly cause: Cause | null;
}

import type { Answer } from "./answers.js";
import type { AskTerms, Call, QuestionRequest } from "./ask.js";
import type { CloseReason, Visibility } from "./bridge.js";
import type { AskResult } from "./result.js";

interface OfRequest {
  readonly requestId: string;
}

interface InProcess {
  /** The process that has the surface, where several share a journal. For a loss, absent: all of them. */
  readonly process?: string;
  /** Which surface of that process it is, when it has more than its bridge. */
  readonly beside?: string;
}

interface OnSurface {
  /** How the surface is called that this comes from, such as `page`. */
  readonly surface?: string;
}

interface OfCaller {
  readonly caller: string;
}

interface Timed {
  /** Milliseconds since the epoch, stamped by the host. */
  readonly at?: number;
}

/** What a surface says. */
type FromSurface =
  /** The question is on screen. */
  | ({ readonly type: "RENDERED"; readonly visibility?: Visibility } & OfRequest &
      InProcess &
      OnSurface)
  /** Nobody can see it any more: the last place of that surface that showed it has gone, or the process has. */
  | ({ readonly type: "LOST" } & OfRequest & InProcess)
  /** The UI shows other questions first. */
  | ({ readonly type: "QUEUED" } & OfRequest)
  /** It is this question's turn: the render clock runs again. */
  | ({ readonly type: "DEQUEUED" } & OfRequest)
  /** The person types or moves. */
  | ({ readonly type: "ACTIVITY" } & OfRequest)
  /** Answers that the questions allow, from any presentation of this ask. See `answerEvent`. */
  | ({ readonly type: "ANSWER"; readonly answers: readonly Answer[] } & OfRequest & OnSurface)
  /** Answers that the questions do not allow. */
  | ({ readonly type: "WRONG_ANSWER"; readonly problem: string } & OfRequest & OnSurface)
  | ({ readonly type: "CANCEL" } & OfRequest & OnSurface)
  | ({ readonly type: "DECLINE" } & OfRequest & OnSurface)
  /** The UI could not be reached: as a render timeout, but now. */
  | ({ readonly type: "PRESENT_FAILED"; readonly hint: string } & OfRequest)
  | ({ readonly type: "NO_SURFACE"; readonly hint: string } & OfRequest);

/** What a caller says. */
type FromCaller =
  /** Somebody asks this. Whether that starts, joins, retries or fetches is the machine's to say. */
  | ({ readonly type: "CALL"; readonly terms?: AskTerms } & Call & Timed)
  /** The caller's patience is over. */
  | ({ readonly type: "IMPATIENT" } & OfCaller)
  /**
   * The caller waits no longer, and the question stays. `stopping`: its program stops. `gone`: it was
   * not there to be told. Default: it will call again.
   */
  | ({
      readonly type: "LEAVE";
      readonly how?: "stopping" | "gone";
      readonly hint?: string;
    } & OfCaller)
  /** The caller gives up. The question is closed once nobody waits for it. */
  | ({ readonly type: "ABORT"; readonly hint?: string } & OfCaller)
  /** The caller has the answer. */
  | ({ readonly type: "RECEIVED" } & OfCaller)
  /** The answer did not reach the caller: it had given up, say. */
  | ({ readonly type: "NOT_RECEIVED" } & OfCaller);

/** What the host says. */
type FromHost =
  /** A surface came back, or the process did: what is open has to be shown again. */
  | { readonly type: "SHOW" }
  /** A newer question takes the place of this one. */
  | { readonly type: "SUPERSEDE" }
  /** The host needs the room: no late answer will be taken. */
  | { readonly type: "FORGET" };

/** Everything an ask can be told. */
export type AskEvent = FromSurface | FromCaller | FromHost;

/** Everything an ask wants done. */
export type AskEmitted =
  /** Show this. `again`: it was asked for before, and a place that shows it has nothing to do. */
  | {
      readonly type: "ask.present";
      readonly request: QuestionRequest;
      readonly again?: true;
    }
  /** Another call waits for what is shown. */
  | { readonly type: "ask.joined"; readonly request: QuestionRequest }
  /** By its terms, every other open question has to go. */
  | { readonly type: "ask.replace"; readonly askId: string }
  /** "Sent" is true now. */
  | { readonly type: "ask.acknowledge"; readonly requestId: string }
  /** The answer was not taken; `problem` says why. */
  | { readonly type: "ask.refuse"; readonly requestId: string; readonly problem: string }
  /** The dialog has to go. */
  | { readonly type: "ask.close"; readonly requestId: string; readonly reason: CloseReason }
  /** The result of one call. */
  | { readonly type: "ask.told"; readonly to: string; readonly result: AskResult }
  /** The ask is over, or an ended one has changed. A host that needs room may FORGET one that only listens, or only remembers what was received. */
  | {
      readonly type: "ask.over";
      readonly askId: string;
      readonly spare: "listening" | "received" | null;
    };

import type { Bounded } from "../bounded.js";
import { mustFit } from "../must-fit.js";
import { momentOf } from "../runtime/moment.js";
import type { GuardEvent } from "./events.js";
import type { GuardedTodo } from "./guarded-todo.js";
import type { TodoVerdict } from "./verdict.js";

/** One claim "done", and the verdict on it; `null` while it is being validated. */
export interface Claim {
  readonly toolUseId: string;
  readonly attempt: number;
  readonly verdict: TodoVerdict | null;
  /** When it was made; absent in what earlier versions wrote. */
  readonly at?: number;
  /** When it got its verdict. */
  readonly decidedAt?: number;
  /** It came too soon after this claim to be another one, and shares its verdict. */
  readonly twinOf?: string;
  /** The host itself reports the completion: once it is allowed, it has happened. */
  readonly reported?: true;
  /** The process that validates it, where several share a journal. */
  readonly process?: string;
}

/** What the guard of a todo knows. */
export interface GuardContext extends Bounded {
  readonly guarded: GuardedTodo;
  /** The claims seen, whichever process reported them, in order. A repeated `toolUseId` is none. */
  readonly claims: readonly Claim[];
  /** Whether half of the retention passed without a word: if the rest does, too, the todo is forgotten. */
  readonly silent?: boolean;
  /** How it ended; absent until then. */
  readonly ending?: "completed" | "retention" | "session_ended";
}

const INPUT = { session: "text", todo: "text", maxRetryAttempts: "number" } as const;

/** What a guard knows before the first claim. */
export function contextOf(guarded: GuardedTodo): GuardContext {
  mustFit(guarded, INPUT, "input of guardMachine, which createGuardedTodo makes");
  return { guarded, attempt: 0, bound: guarded.maxRetryAttempts, cause: null, claims: [] };
}

/**
 * Claims of one todo that are closer together than this, in milliseconds, are twins. A model that has
 * read a verdict needs longer than that for its next tool call; the calls of one response, and the
 * copies of a hook that report one call, come within a fraction of it.
 */
const TWIN_WINDOW = 2_000;

/** Claims past the limit, or after an approval, that are remembered: enough for repeated reports. */
const REMEMBERED = 20;

/**
 * When to look whether a todo can be forgotten, in milliseconds: after half of its retention, and after
 * the other half. A clock that jumps makes one look come too soon, and the session has time to be heard.
 */
export function nextLookAfter({ guarded: { retention, rules }, silent }: GuardContext): number {
  if (rules !== 2) return retention;
  const half = Math.floor(retention / 2);
  return silent ? half : retention - half;
}

/** What changes when the session is heard of. */
export const heard = ({ silent }: GuardContext): Partial<GuardContext> =>
  silent ? { silent: false } : {};

/** The tool call that an event is about. */
export const toolUseOf = (event: GuardEvent): string =>
  "toolUseId" in event ? event.toolUseId : "";

/** What says that the todo is done; `undefined`: a tool call that completes it. */
export const fromOf = (event: GuardEvent) => (event.type === "CLAIM" ? event.from : undefined);

export const isPending = ({ verdict }: Claim): boolean => verdict === null;
export const isAllowed = ({ verdict }: Claim): boolean => verdict?.decision === "allow";

/** The claim that an event is about, looked for from the latest on. */
export function claimOf({ claims }: GuardContext, event: GuardEvent): Claim | undefined {
  const id = toolUseOf(event);
  return last(claims, ({ toolUseId }) => toolUseId === id);
}

/** Whether an event is about a tool call that was not reported yet. */
export const isNew = (context: GuardContext, event: GuardEvent): boolean =>
  !claimOf(context, event);

/** The claim that an event makes, before its verdict. */
export function newClaim({ attempt }: GuardContext, event: GuardEvent): Claim {
  const process = event.type === "CLAIM" ? event.process : undefined;
  return {
    toolUseId: toolUseOf(event),
    attempt,
    verdict: null,
    at: momentOf(event),
    ...(fromOf(event) === "report" && { reported: true }),
    ...(process !== undefined && { process }),
  };
}

/** The latest claim that is no twin. */
export function latestOf({ claims }: GuardContext): Claim | undefined {
  return last(claims, ({ twinOf }) => twinOf === undefined);
}

/** Whether the latest claim, or a twin of it, may happen. */
export function isLetThrough(context: GuardContext): boolean {
  const latest = latestOf(context);
  return context.claims.some((claim) => isSameClaim(claim, latest) && isAllowed(claim));
}

/** The claim that a new one is a twin of: nobody can have read its verdict and acted on it yet. */
export function twinFor(context: GuardContext, event: GuardEvent): Claim | undefined {
  if (event.type !== "CLAIM") return undefined;
  if (context.guarded.rules !== 2 && event.from !== "report") return undefined;
  const latest = latestOf(context);
  if (!latest || isPending(latest)) return latest;
  if (latest.verdict?.kind === "cleared" || latest.decidedAt === undefined) return undefined;
  // Clocks of two processes differ a little, and a clock may be set: then no claim is lost for long.
  return Math.abs(momentOf(event) - latest.decidedAt) < TWIN_WINDOW ? latest : undefined;
}

/** The claims with one more. Of very many, the earliest are forgotten. */
export function withClaim(context: GuardContext, claim: Claim): readonly Claim[] {
  const { claims, bound } = context;
  const surplus = claims.length - bound - REMEMBERED;
  if (surplus <= 0) return claims.concat(claim);
  const latest = latestOf(context);
  const kept = claims.filter(
    (one, index) => index >= surplus || isPending(one) || one.toolUseId === latest?.toolUseId,
  );
  return kept.concat(claim);
}

/** The claims, some of which now have their verdict. */
export function withVerdict(
  { claims }: GuardContext,
  event: GuardEvent,
  decided: readonly Claim[],
  verdict: TodoVerdict,
): readonly Claim[] {
  const decidedAt = momentOf(event);
  return claims.map((claim) =>
    decided.includes(claim) ? { ...claim, verdict, decidedAt } : claim,
  );
}

/** The claims that get their verdict together with one: itself, and its twins that wait with it. */
export function decidedWith({ claims }: GuardContext, decided: Claim): readonly Claim[] {
  return claims.filter(
    (claim) => claim === decided || (isPending(claim) && claim.twinOf === decided.toolUseId),
  );
}

/**
 * Whether an attempt is given back once these claims of it are withheld: no other one stands, and no
 * later one was counted, or that one's number would be given twice.
 */
export function isGivenBack(context: GuardContext, withheld: readonly Claim[]): boolean {
  const { guarded, claims, attempt } = context;
  const [first] = withheld;
  if (guarded.rules !== 2 || first?.attempt !== attempt) return false;
  return !claims.some(
    (claim) =>
      isSameClaim(claim, first) &&
      !withheld.includes(claim) &&
      (isPending(claim) || isAllowed(claim)),
  );
}

/** Whether two are the same claim: one of them is the other's twin, or both are twins of a third. */
function isSameClaim(one: Claim, other: Claim | undefined): boolean {
  const nameOf = ({ twinOf, toolUseId }: Claim) => twinOf ?? toolUseId;
  return other !== undefined && nameOf(one) === nameOf(other);
}

function last(claims: readonly Claim[], isIt: (claim: Claim) => boolean): Claim | undefined {
  let index = claims.length - 1;
  while (index >= 0 && !isIt(claims[index] as Claim)) index -= 1;
  return claims[index];
}

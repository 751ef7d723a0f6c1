import type {
  AskCallOptions,
  AskInput,
  AskResult,
  CloseReason,
  FailedInstruction,
  GuardCheck,
  GuardedTodoView,
  GuardReport,
  GuardVerdict,
  InstructionStats,
  JournalEntry,
  QuestionRequest,
  Task,
  TodoList,
} from "@readback/core";
import type {
  AskStart,
  AttemptOrder,
  EscalationOrder,
  GuardEvent,
  ToolCallSeen,
  ValidationRequest,
  VerifyInput,
  VerifyOutput,
  VerifyResult,
} from "@readback/core/host";
import type {
  Context,
  ObjectContext,
  ServiceDefinition,
  VirtualObjectDefinition,
} from "@restatedev/restate-sdk";

// Every service of the cluster by its name, and what its handlers take and give: for both sides.

/** How long the cluster knows a request again, in milliseconds. A client must not repeat one for longer. */
export const KNOWN_AGAIN = 300_000;

type Handler<C, I, O> = (context: C, input: I) => Promise<O>;
type OnKey<I, O> = Handler<ObjectContext, I, O>;
type Free<I, O> = Handler<Context, I, O>;

/** A call of an agent, as it comes to the cluster. */
export interface AskCall extends Pick<AskCallOptions, "session" | "from" | "key" | "retry"> {
  readonly input: AskInput;
  readonly caller: string;
  /** How long this call can wait, in milliseconds. */
  readonly patience: number;
}

/** What a surface says, before anything is believed. */
export interface SaidBySurface {
  readonly type:
    | "RENDERED"
    | "LOST"
    | "QUEUED"
    | "DEQUEUED"
    | "ACTIVITY"
    | "ANSWER"
    | "CANCEL"
    | "DECLINE";
  readonly requestId: string;
  /** Which surface says it: a name that no other surface has. */
  readonly surfaceId: string;
  /** How people call the surface, such as `page`. */
  readonly surface?: string | undefined;
  readonly answers?: unknown;
  readonly token?: string | undefined;
}

/** What a surface is told at once about what it said. */
export interface ToldToSurface {
  /** False: nobody knows the request. */
  readonly known: boolean;
  readonly acknowledged?: true;
  readonly refused?: string;
}

export interface SaidByCaller {
  readonly type: "LEAVE" | "ABORT" | "RECEIVED" | "NOT_RECEIVED";
  readonly caller: string;
  readonly hint?: string | undefined;
  readonly how?: "stopping" | undefined;
}

/** How an open question looks from outside. */
export interface AskLook {
  readonly state: "presenting" | "queued" | "on_screen" | "settled";
  readonly requestId: string | null;
  readonly surface: string | null;
}

/** A call that wants to know how its question stands. */
type Watching = {
  readonly caller: string;
  /** What it knows. */
  readonly seen: AskLook;
};

/** Whether a question looks the same in everything that can be seen of it. */
export const isSameLook = (one: AskLook, other: AskLook) =>
  one.state === other.state && one.requestId === other.requestId && one.surface === other.surface;

export interface AskObject {
  call: OnKey<AskStart & { readonly awakeable: string }, void>;
  said: OnKey<SaidByCaller, void>;
  tell: OnKey<SaidBySurface, ToldToSurface>;
  /** From the desk: a surface has gone, failed, or another question takes the place of this one. */
  nudge: OnKey<Nudge, void>;
  wake: OnKey<Wake, void>;
  look: OnKey<void, AskLook>;
  /** Resolves the awakeable once the question looks other than it was seen. */
  watch: OnKey<Watching & { readonly awakeable: string }, void>;
  request: OnKey<
    { readonly token?: string | undefined; readonly desk: string },
    QuestionRequest | null
  >;
}

export type Nudge =
  | { readonly type: "LOST"; readonly requestId: string; readonly process: string }
  | {
      readonly type: "NO_SURFACE" | "PRESENT_FAILED";
      readonly requestId: string;
      readonly hint: string;
    }
  | { readonly type: "SUPERSEDE" };

export interface Wake {
  readonly generation: number;
}

export interface AskerService {
  /** `null`: nobody knows what became of the call. */
  ask: Free<AskCall, AskResult | null>;
  /** Waits until an open question looks other than it was seen. `null`: it did not in that time. */
  watch: Free<Watching & { readonly askId: string; readonly patience: number }, AskLook | null>;
}

/** One thing that a desk tells its surfaces. */
export type DeskItem =
  | { readonly kind: "present" | "join"; readonly askId: string; readonly requestId: string }
  | {
      readonly kind: "close";
      readonly askId: string;
      readonly requestId: string;
      readonly reason: CloseReason;
      /** The surface that has heard of it already. */
      readonly by?: string | undefined;
    }
  /** Its outcome is settled: the desk need not count it any more. */
  | { readonly kind: "over"; readonly askId: string }
  /** By its terms, every other open question has to go. */
  | { readonly kind: "replace"; readonly askId: string };

/** What happened at a desk since a surface last asked. */
export interface DeskNews {
  readonly items: readonly Exclude<DeskItem, { kind: "over" | "replace" }>[];
  readonly next: number;
  /** What happened in between is not known any more: `items` is everything that is open now. */
  readonly whole: boolean;
}

export interface Follow {
  readonly desk: string;
  readonly surfaceId: string;
  /** `next` of the last news; 0: everything that is open now. */
  readonly since: number;
  readonly patience: number;
  readonly token?: string | undefined;
}

export interface SurfaceFailure {
  readonly type: "NO_SURFACE" | "PRESENT_FAILED";
  readonly askId: string;
  readonly requestId: string;
  readonly hint: string;
  readonly surfaceId: string;
  readonly token?: string | undefined;
}

export interface DeskObject {
  push: OnKey<readonly DeskItem[], void>;
  wait: OnKey<Omit<Follow, "desk" | "token"> & { readonly awakeable: string }, void>;
  hush: OnKey<{ readonly surfaceId: string; readonly awakeable: string }, void>;
  leave: OnKey<{ readonly surfaceId: string; readonly token?: string | undefined }, void>;
  failed: OnKey<SurfaceFailure, void>;
  sweep: OnKey<void, void>;
  /** The other questions that are open here. */
  others: OnKey<{ readonly askId: string }, readonly string[]>;
}

export interface SurfacesService {
  follow: Free<Follow, DeskNews>;
}

/** What a reader of the cluster's journal gets. */
export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  /** Where to read on. */
  readonly next: number;
  /** Entries before this one are gone. */
  readonly first: number;
}

export interface JournalObject {
  append: OnKey<readonly JournalEntry[], void>;
  read: OnKey<
    {
      readonly from: number;
      readonly limit?: number | undefined;
      readonly token?: string | undefined;
    },
    JournalPage
  >;
}

type WithoutSignal<T> = Omit<T, "signal">;
/** One write of an agent: `how` says which method of the guard is meant. */
export type GuardWrite =
  | ({ readonly how: "check" } & WithoutSignal<GuardCheck>)
  | ({ readonly how: "checkList" } & WithoutSignal<TodoList & Omit<GuardCheck, "completing">>)
  | ({ readonly how: "report" } & WithoutSignal<GuardReport> & { readonly toolUseId: string });

/** What became of a write so far. */
export interface GuardStep {
  readonly verdict?: GuardVerdict;
  /** What has to be validated before there is a verdict. Empty: another call validates it. */
  readonly validate: readonly (Omit<ValidationRequest, "signal"> & { readonly instance: string })[];
}

/** A judgement, and the todo it is about. */
export interface Judged {
  readonly instance: string;
  readonly event: GuardEvent;
}

/** The todo that a person decides about. */
export interface WhichTodo {
  readonly session: string;
  readonly todo: string;
  /** As `list` shows it. Default: that of the text; a todo that is known by an id needs it. */
  readonly instance?: string;
}

export type GuardNote =
  | { readonly how: "confirm"; readonly session: string; readonly toolUseId: string }
  | ({ readonly how: "observe"; readonly session: string } & TodoList)
  | ({ readonly how: "approve" | "reset" } & WhichTodo)
  | { readonly how: "heard" | "endSession"; readonly session: string };

export interface TodosObject {
  begin: OnKey<GuardWrite, GuardStep>;
  judged: OnKey<{ readonly write: GuardWrite; readonly judged: readonly Judged[] }, GuardStep>;
  note: OnKey<GuardNote, boolean>;
  list: OnKey<void, readonly GuardedTodoView[]>;
  wake: OnKey<Wake, void>;
}

export interface GuardService {
  write: Free<GuardWrite, GuardVerdict>;
}

/** Every method of an instruction queue that makes sense from afar, by its name, with its arguments. */
export interface QueueMethods {
  queueInstruction(content: string): void;
  queueInstructionWithAck(
    content: string,
    options?: { readonly maxRetries?: number; readonly until?: string },
  ): string;
  take(): { readonly text: string; readonly id: string | null } | null;
  next(): readonly { readonly text: string; readonly id: string | null }[];
  isIdle(): boolean;
  tick(): number;
  sawToolCall(call: ToolCallSeen): readonly string[];
  wasHandedOver(id: string): boolean | null;
  acknowledgeInstruction(id: string): boolean;
  getFailedInstructions(): readonly FailedInstruction[];
  redrive(id: string): string | null;
  discard(id: string): boolean;
  stats(): InstructionStats;
}

export type QueueCall = {
  [K in keyof QueueMethods]: { readonly method: K; readonly args: Parameters<QueueMethods[K]> };
}[keyof QueueMethods];

export interface QueueObject {
  call: OnKey<QueueCall, unknown>;
  ticked: OnKey<void, void>;
  wake: OnKey<Wake, void>;
}

/** What to run until it is verified. */
export interface VerifyRun {
  readonly session: string;
  readonly task: Task;
  /** Bounds of this task, where they differ from those of the service. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly patience: number;
}

/** How a task ended; with `output` when it is done. */
export type VerifyRunOutcome = VerifyOutput & { readonly output?: unknown };

/** How a task stands. */
export interface VerifyLook {
  readonly state: string;
  readonly attempt: number;
  readonly bound: number;
  /** What a person is asked, when the task is escalated. */
  readonly message: string | null;
}

export interface TaskObject {
  start: OnKey<{ readonly input: VerifyInput; readonly awakeable: string }, void>;
  /** What came back for an order. */
  result: OnKey<VerifyResult & { readonly output?: unknown }, void>;
  /** The process that carried out an order has ended before it was done. */
  interrupted: OnKey<{ readonly execution: number }, void>;
  abort: OnKey<{ readonly detail: string }, void>;
  respond: OnKey<{ readonly response: string }, boolean>;
  look: OnKey<void, VerifyLook | null>;
  wake: OnKey<Wake, void>;
  forget: OnKey<void, void>;
}

/** An order, for whichever endpoint carries it out. */
export interface WorkOrder {
  readonly instance: string;
  readonly task: Task;
  readonly timeout: number | null;
  readonly order:
    | ({ readonly type: "verify.execute" } & AttemptOrder)
    | ({ readonly type: "verify.verify"; readonly output?: unknown } & AttemptOrder)
    | ({ readonly type: "verify.escalate" } & EscalationOrder);
}

export interface WorkService {
  carryOut: Free<WorkOrder, void>;
}

export interface TasksService {
  run: Free<VerifyRun, VerifyRunOutcome | null>;
}

/** A virtual object by its name, with what its handlers take and give. */
const object = <T>(name: string) => ({ name }) as VirtualObjectDefinition<string, T>;
/** The same for a stateless service. */
const service = <T>(name: string) => ({ name }) as ServiceDefinition<string, T>;

/** Through these, services and clients call each other. */
export const SERVICES = {
  ask: object<AskObject>("ReadbackAsk"),
  asker: service<AskerService>("ReadbackAsker"),
  desk: object<DeskObject>("ReadbackDesk"),
  surfaces: service<SurfacesService>("ReadbackSurfaces"),
  journal: object<JournalObject>("ReadbackJournal"),
  todos: object<TodosObject>("ReadbackTodos"),
  guard: service<GuardService>("ReadbackGuard"),
  queue: object<QueueObject>("ReadbackQueue"),
  task: object<TaskObject>("ReadbackTask"),
  tasks: service<TasksService>("ReadbackTasks"),
  work: service<WorkService>("ReadbackWork"),
};

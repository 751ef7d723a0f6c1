import type { QuestionRequest } from "../ask-with-render-ack/ask.js";
import type {
  AskCallOptions,
  AskerOptions,
  AskHandle,
} from "../ask-with-render-ack/asker-options.js";
import type { QuestionBridge } from "../ask-with-render-ack/bridge.js";
import type { AskInput } from "../ask-with-render-ack/question.js";

type Soon<T> = T | Promise<T>;

/**
 * The person in front of a surface, played by you. Each method does what a person would do there, and is
 * done when the person has done it; what comes of it is for the checks to see. Every question of the
 * checks is one question of type `text`.
 */
export interface Person {
  /** Whether the person can see this question now, and it is open to an answer. */
  sees(request: QuestionRequest): Soon<boolean>;
  /** Everything the person can read now, as text: questions, warnings, problems, what was typed. */
  reads(): Soon<string>;
  /** Answers with this text, and sends it. */
  answer(request: QuestionRequest, text: string): Soon<void>;
  /** Types without sending. Capability `type`. */
  type?(request: QuestionRequest, text: string): Soon<void>;
  /** Dismisses the question. Capability `cancel`. */
  cancel?(request: QuestionRequest): Soon<void>;
  /** Refuses to answer. Capability `decline`. */
  decline?(request: QuestionRequest): Soon<void>;
  /** The surface is there and cannot be seen: minimised, in a background tab. Capability `hide`. */
  hide?(): Soon<void>;
  /** It can be seen again. Capability `hide`. */
  show?(): Soon<void>;
  /** The surface goes: tab closed, terminal hung up. Capability `lose`. */
  lose?(): Soon<void>;
  /** It comes back. Capability `lose`. */
  find?(): Soon<void>;
}

/** What not every surface has. */
export type BridgeCapability = keyof typeof CAPABILITIES;

/** Each capability, and the methods of the person that play it. */
export const CAPABILITIES = {
  /** Says when a question is on screen, before the person does anything. */
  acknowledge: [],
  /** Can be there without being seen. */
  hide: ["hide", "show"],
  /** Can go, and come back. */
  lose: ["lose", "find"],
  /** A person can dismiss a question. */
  cancel: ["cancel"],
  /** A person can refuse to answer. */
  decline: ["decline"],
  /** Tells that a person types. */
  type: ["type"],
  /** What was typed and not sent is there when the same question is asked again. */
  draft: ["type"],
  /** A question that is over can still be answered: `answer` works after a close. */
  late: [],
  /** Shows one question at a time; others wait for their turn. */
  queue: [],
  /** An answer that was not taken is told to the person, who can answer again. */
  refuse: [],
  /** Warns the person on a retry. */
  notice: [],
  /** Can be disposed of: `dispose` of the stage. */
  dispose: [],
} as const satisfies Record<string, readonly (keyof Person)[]>;

/** One bridge, and the person in front of its surface. */
export interface BridgeStage {
  readonly bridge: QuestionBridge;
  readonly person: Person;
  /** Ends the bridge as your application does. Called again after each check. Capability `dispose`. */
  dispose?(): Soon<void>;
  /** Cleans up after each check, when the bridge is disposed of: closes the browser page, say. */
  after?(): Soon<void>;
}

/** The terms on which a check asks: the settings of `createAsker` of the same names. */
export interface HostedTerms
  extends Required<
      Pick<
        AskerOptions,
        "renderTimeout" | "responseTimeout" | "queueCap" | "idleWindow" | "onError"
      >
    >,
    Pick<AskerOptions, "lateAnswerWindow" | "concurrency"> {}

/** What stands between a bridge and those who ask. */
export interface BridgeHost {
  /** Asks one question of type `text`. */
  open(input: AskInput, options?: AskCallOptions): AskHandle;
  /** Shows again what is open, as `show` of an asker does. */
  show(): void;
  /** Lets so much time pass for the questions, in milliseconds, when what the bridge has told has arrived. */
  advance(ms: number): Soon<void>;
  /** Ends it. Called again after each check. */
  dispose(): Soon<void>;
}

/** What is checked. */
export interface BridgeSubject {
  /** Makes a bridge and a person. Each check makes its own. */
  create(): Soon<BridgeStage>;
  /** What the surface does not have, and why. The checks of it are reported as not applicable. Default: it has everything. */
  readonly cannot?: Readonly<Partial<Record<BridgeCapability, string>>>;
  /**
   * What the bridge is given to, where that is not an asker beside it: a cluster, say. Default: `createAsker` in this
   * process, on a clock that the checks move.
   */
  host?(bridge: QuestionBridge, terms: HostedTerms): Soon<BridgeHost>;
  /** How long to wait for what has to happen, in milliseconds. Default 5,000. */
  readonly patience?: number;
  /** How long to watch that something does not happen, in milliseconds. Default 100. */
  readonly quiet?: number;
}

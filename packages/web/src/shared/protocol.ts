import type { AnswerInput, CloseReason, QuestionRequest } from "@readback/core";
import type { Visibility } from "@readback/core/surfaces";

/** A question that is over, for a tab that may hold text for it. */
export interface EndedQuestion {
  readonly request: QuestionRequest;
  readonly reason: CloseReason;
}

/** The first line to a tab: keys for the next connection, hidden with the session's pads. */
export interface KeysLine {
  readonly type: "keys";
  readonly tab: string;
  readonly pass: string;
  readonly passId: string;
}

/** From the server to a tab: a line of JSON each, or part of the reply to a message. */
export type ToTab =
  | KeysLine
  /** The second line: how things stand. */
  | {
      readonly type: "hello";
      readonly paused: boolean;
      readonly open: readonly QuestionRequest[];
      readonly ended: readonly EndedQuestion[];
    }
  | { readonly type: "ask"; readonly request: QuestionRequest }
  | { readonly type: "close"; readonly requestId: string; readonly reason: CloseReason }
  | { readonly type: "acknowledge"; readonly requestId: string }
  | { readonly type: "refuse"; readonly requestId: string; readonly problem: string }
  | { readonly type: "paused"; readonly paused: boolean }
  /** For the application's own part of the page. */
  | { readonly type: "panel"; readonly state: unknown }
  /** Something that the person should know, and that no question says. */
  | { readonly type: "notice"; readonly text: string }
  /** Too many tabs: this one rests. */
  | { readonly type: "rest" }
  /** Nothing new; the connection lives. */
  | { readonly type: "ping" };

/** From a tab to the server. `id` is the same when a message is sent again. */
export type FromTab = {
  readonly id: string;
  readonly tab: string;
  readonly requestId: string;
} & (
  | { readonly type: "rendered"; readonly visibility?: Visibility }
  | { readonly type: "activity" }
  | { readonly type: "answer"; readonly answers: readonly AnswerInput[] }
  | { readonly type: "cancel"; readonly how: "cancelled" | "declined" }
  | { readonly type: "queued"; readonly queued: boolean }
);

/** What the server answers to a message that it took. */
export interface Taken {
  readonly events: readonly ToTab[];
}

/** How often the server gives a sign of life; a tab that misses two of them connects again. */
export const PING_INTERVAL = 15_000;

export const ROUTES = {
  page: "/",
  script: "/page.js",
  style: "/page.css",
  icon: "/icon.svg",
  events: "/events",
  messages: "/messages",
  greet: "/greet",
  panel: "/panel",
  panelScript: "/panel.js",
  panelStyle: "/panel.css",
} as const;

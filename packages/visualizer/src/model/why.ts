import type { HostState, KeptDeadline } from "@readback/core/host";
import { mustFit, stateName } from "@readback/core/host";
import type { AnyStateMachine, EventObject } from "xstate";
import {
  type Candidate,
  candidatesAt,
  canTake,
  type JudgedCandidate,
  judged,
} from "./candidates.js";
import { allNodes, nameOf, transitionsFor } from "./definition.js";
import { eventIn } from "./moment-event.js";
import { mustBeTrack } from "./must-be.js";
import { judgedAt } from "./recorded-verdicts.js";
import type { Moment, Track } from "./track.js";
import { because, duration, eventWords, moment, whereTo } from "./words.js";

/** Why an event does what it does, or nothing. */
export interface WhyNot {
  /** Whether the machine has a transition for it: what XState's `snapshot.can(event)` says. */
  readonly can: boolean;
  /** The transitions that it may take, in the order in which they are asked. */
  readonly candidates: readonly JudgedCandidate[];
  readonly sentences: readonly string[];
}

/** Why an event does nothing to an instance in this state, or which transition it takes. */
export function whyNot(
  machine: AnyStateMachine,
  state: HostState,
  event: EventObject,
  now: number,
): WhyNot {
  const candidates = judged(machine, state, event, now);
  const can = canTake(candidates);
  return { can, candidates, sentences: sentencesOn(machine, state, event.type, candidates) };
}

function sentencesOn(
  machine: AnyStateMachine,
  { snapshot }: HostState,
  type: string,
  candidates: readonly JudgedCandidate[],
): readonly string[] {
  const here = stateName(snapshot.value);
  if (snapshot.status !== "active") return [`It has ended in ${here}: no event is taken any more.`];
  if (candidates.length > 0) return candidates.map((one) => verdictSentence(one, type));
  const takers = allNodes(machine).filter((node) => transitionsFor(node, type).length > 0);
  if (takers.length === 0) return [`The machine ${machine.id} knows no event ${type}.`];
  const names = takers.map(nameOf).join(", ");
  return [`${type} means nothing in ${here}: only these states take it: ${names}.`];
}

function verdictSentence(one: JudgedCandidate, type: string): string {
  const way = `${eventWords(type)} ${whereTo(one)}`;
  const why = one.guard ? because(one.guard) : "it needs no guard";
  if (one.verdict === "taken") return `In ${one.state}, ${way}: ${why}.`;
  if (one.verdict === "only the app knows" && one.guard === null) {
    return `In ${one.state}, ${way} when no guard before it holds, which is for the app to say.`;
  }
  if (one.verdict === "another is taken") {
    return `In ${one.state}, ${way} only when nothing before it is taken.`;
  }
  return `In ${one.state}, ${way} only when its guard holds: ${why}.`;
}

/** What can happen next to an instance in this state. */
export interface WhatNext {
  /** Every transition of the states it is in, inner ones first. */
  readonly candidates: readonly Candidate[];
  /** Everything that is due by itself, the next one first. */
  readonly deadlines: readonly KeptDeadline[];
  readonly sentences: readonly string[];
}

/** What can happen next: what is due by itself, then what an event can do. */
export function whatNext(machine: AnyStateMachine, state: HostState, now: number): WhatNext {
  const candidates = candidatesAt(machine, state, now);
  const { snapshot, deadlines } = state;
  if (snapshot.status !== "active") {
    const sentences = [`Nothing: it has ended in ${stateName(snapshot.value)}.`];
    return { candidates, deadlines, sentences };
  }
  const due = deadlines.map((one) => {
    const ways = judged(machine, state, one.event, Math.max(now, one.at));
    const taken = ways.find(({ verdict }) => verdict === "taken");
    const effect = taken ? whereTo(taken) : "changes nothing";
    return `${timeOf(one, now)}, ${eventWords(one.event.type)} ${effect}.`;
  });
  const events = candidates
    .filter(
      ({ trigger, isForbidding }) => trigger !== "delay" && trigger !== "always" && !isForbidding,
    )
    .map((one) => {
      const condition = one.guard ? `: ${because(one.guard)}` : "";
      const verb = one.guard?.result === "fails" ? "cannot come now, it " : "";
      return `${eventWords(one.event)} ${verb}${whereTo(one)}${condition}.`;
    });
  const sentences = [...due, ...events];
  return {
    candidates,
    deadlines,
    sentences: sentences.length > 0 ? sentences : ["Nothing: no event and no delay leads on."],
  };
}

function timeOf({ at }: KeptDeadline, now: number): string {
  if (at < now) return `Overdue since ${duration(now - at)}`;
  return `In ${duration(at - now)} (${moment(at)})`;
}

/** Why an instance is where it is. */
export interface WhyHere {
  /** The entry that brought it there; it may have taken up others since. */
  readonly by: Moment;
  /** The transitions of that entry, with what their guards looked at. */
  readonly candidates: readonly JudgedCandidate[];
  readonly sentences: readonly string[];
}

/** Why the instance was, after entry `n`, in the state it was in. */
export function whyHere(track: Track, n: number): WhyHere {
  mustBeTrack(track, "whyHere");
  mustFit(n, "number", "place of whyHere");
  const by = track.at(track.arrival(n));
  const { before, after, entry } = by;
  const here = after ? stateName(after.snapshot.value) : "no state";
  const since = `It is in ${here} since ${moment(entry.time)} (entry ${by.n})`;
  const event = eventIn(by);
  if (!before || !event) return { by, candidates: [], sentences: [`${since}: it began there.`] };
  const candidates = judgedAt(track.machine, by);
  const taken = candidates.filter(({ verdict }) => verdict === "taken");
  const isTold = taken.length > 0 || candidates.length === 0;
  const ways = isTold
    ? taken.map(({ guard }) => (guard ? because(guard) : "no guard was asked"))
    : candidates.flatMap(({ guard }) => (guard ? [because(guard)] : []));
  const from = stateName(before.snapshot.value);
  const ends = taken.flatMap(({ targets }) => targets);
  const moved = ends.some((end) => here === end || here.startsWith(`${end}.`));
  const alone = moved || ends.length === 0 ? "" : ` ${ends.join(" and ")} led on there by itself.`;
  const sentence = `${since}: ${eventWords(event.type)} came in ${from}; ${ways.join("; ")}.${alone}`;
  const { cause } = entry;
  return { by, candidates, sentences: [sentence, ...(cause ? [`Its cause is ${cause}.`] : [])] };
}

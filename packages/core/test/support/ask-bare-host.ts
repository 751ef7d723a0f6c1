import { type AskStart, termsOfAsk } from "../../src/ask-with-render-ack/ask.js";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import type { AskEmitted, AskEvent } from "../../src/ask-with-render-ack/protocol.js";
import type { JournalEntry } from "../../src/journal/entry.js";
import { createHost, type HostState, type Moved } from "../../src/runtime/host.js";

type State = HostState<typeof askMachine>;

/**
 * The smallest host of the ask machine: it starts or calls, sends, and lets deadlines come due in
 * order. It performs nothing: a test plays the world around it.
 */
export function createBareHost() {
  const host = createHost(askMachine);
  const entries: JournalEntry[] = [];
  const asks = new Map<string, State>();
  let now = 0;

  /** What the machine emits; `undefined` when it has nothing to do with the event. */
  function commit(
    id: string,
    moved: Moved<typeof askMachine> | undefined,
  ): readonly AskEmitted[] | undefined {
    if (!moved) return undefined;
    entries.push(moved.entry);
    asks.delete(id);
    if (!moved.entry.done) asks.set(id, moved.state);
    return moved.emitted;
  }

  function send(id: string, event: AskEvent): readonly AskEmitted[] | undefined {
    const state = asks.get(id);
    return state && commit(id, host.send(id, state, event, now));
  }

  /** The ask whose deadline is next. */
  function next(): readonly [id: string, state: State, at: number] | undefined {
    const due = [...asks].flatMap(([id, state]) => {
      const at = host.next(state);
      return at === undefined ? [] : [[id, state, at] as const];
    });
    return due.sort((a, b) => a[2] - b[2])[0];
  }

  return {
    entries: entries as readonly JournalEntry[],
    /** The live asks. */
    asks: asks as ReadonlyMap<string, State>,
    send,
    /** Starts the ask, or calls it when it is there. */
    call: ({ ask, call, at }: AskStart) =>
      send(ask.askId, { type: "CALL", ...call, terms: termsOfAsk(ask) }) ??
      commit(ask.askId, host.start(ask.askId, { ask, call, at }, now)),
    /** Lets time pass up to this moment. */
    advanceTo(moment: number): void {
      for (let first = next(); first && first[2] <= moment; first = next()) {
        const [id, state, at] = first;
        now = Math.max(now, at);
        commit(id, host.due(id, state, now));
      }
      now = moment;
    },
  };
}

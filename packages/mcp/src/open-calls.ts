import type { ToolCall } from "./tool-call.js";

/** The tool calls that wait, each under the name that its questions carry (`caller`). */
export class OpenCalls {
  readonly #calls = new Map<string, ToolCall>();
  /** Other processes may write to the same journal. */
  readonly #process = crypto.randomUUID().slice(0, 8);
  #made = 0;

  /** Takes a call in, and names it. */
  enter(call: ToolCall): string {
    this.#made += 1;
    return this.enterAs(`mcp-${this.#process}-${this.#made}`, call);
  }

  /** Takes a call in that has its name. */
  enterAs(caller: string, call: ToolCall): string {
    this.#calls.set(caller, call);
    return caller;
  }

  /** The call has its result. */
  leave(caller: string): void {
    this.#calls.delete(caller);
  }

  /** The call of this name, if it waits here. */
  of(caller: string | null): ToolCall | null {
    return caller === null ? null : (this.#calls.get(caller) ?? null);
  }
}

import { NoSurfaceError, type QuestionBridge } from "@readback/core";
import { controllingTerminal, createTerminalBridge } from "@readback/terminal";
import type { LocalSurface } from "../surfaces.js";
import { HOW_TO_ATTACH, type Terminals } from "./terminals.js";

/** The terminal that the server was started from, while nobody else uses it, and every other one of the project. */
export function terminalSurface(terminals: Terminals): {
  readonly surface: LocalSurface;
  close(): void;
} {
  const own = createTerminalBridge({ find: controllingTerminal });
  const bridge: QuestionBridge = {
    ...own,
    sendQuestion(request) {
      // Terminals elsewhere hear of it through the journal.
      if (own.missing() === null) return own.sendQuestion(request);
      if (!terminals.isAttached()) throw new NoSurfaceError(HOW_TO_ATTACH());
      return undefined;
    },
  };
  return {
    surface: {
      name: "terminal",
      bridge,
      isReachable: () => terminals.isAttached() || own.missing() === null,
      get hint() {
        const why = own.missing();
        return why === null ? HOW_TO_ATTACH() : `${why} ${HOW_TO_ATTACH()}`;
      },
    },
    close: () => own.dispose(),
  };
}

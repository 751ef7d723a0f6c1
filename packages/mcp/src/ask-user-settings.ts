import { type Asker, InvalidInputError } from "@readback/core";
import { functionSchema } from "@readback/core/host";
import * as z from "zod";
import type { Surfaces } from "./surfaces.js";
import type { ToolCall } from "./tool-call.js";
import type { ViewDrafts } from "./views/drafts.js";
import type { ViewMemory } from "./views/memory.js";

/** What the tools need of an asker: one of this process, or one that is connected to a cluster. */
export type AskerOfTools = Pick<Asker, "open"> & {
  readonly runtime: Pick<Asker["runtime"], "clock">;
};

/** Settings of `createAskUserTools`. Durations are in milliseconds. */
export interface AskUserToolsOptions {
  readonly asker: AskerOfTools;
  /** The asker's bridge, when `createSurfaces` made it: lets the client's own form be used. */
  readonly surfaces?: Surfaces;
  /**
   * Whether questions appear inside clients that show views (MCP Apps), too; there the first answer counts,
   * as everywhere. Default false.
   */
  readonly app?: boolean;
  /** Remembers what each client did with views. Default: as long as the process lives. */
  readonly viewMemory?: ViewMemory;
  /** Keeps what was typed in views and not sent. Default: as long as the process lives. */
  readonly viewDrafts?: ViewDrafts;
  /** Whose questions these are. Default: the MCP session over HTTP, else the client's name. */
  readonly session?: string | ((call: ToolCall) => string);
  /** How long a call waits that wants no progress, before it says "still waiting, call again". Default 45,000. */
  readonly patience?: number;
  /** The same for a call that gets progress; for clients whose limit progress does not move. Default 240,000. */
  readonly patienceWithProgress?: number;
  /** After which time the client gives a call up, whatever it is told: no call waits that long. Default: not known. */
  readonly clientTimeout?: number;
  /** How often a waiting client that asked for progress gets it. Default 15,000. */
  readonly heartbeat?: number;
  /**
   * Whether a person can see the forms of the client that calls. Default: yes, unless the client itself says that
   * nobody is there.
   */
  readonly isAttended?: (call: ToolCall) => boolean;
  /** Who asks, in words for the person. Default: the name of the client. */
  readonly from?: (call: ToolCall) => string | undefined;
  /** What a person does who does not see a question, where there is no link to open. Default: nothing is said. */
  readonly hint?: string;
  /** Signs `requestState`; at least 32 bytes. Default: random, so that a restart makes it void. */
  readonly requestStateKey?: Uint8Array;
  /** How long a `requestState` holds. Default 1 hour. */
  readonly requestStateLifetime?: number;
}

const duration = z.number("must be a duration in milliseconds").positive("must be more than 0");

/** The same as a schema, with the defaults. */
export const settingsSchema = z.strictObject({
  asker: z.looseObject({ open: functionSchema() }, "must be an asker: createAsker({ bridge })"),
  surfaces: z.unknown().optional(),
  app: z.boolean().optional(),
  viewMemory: z.unknown().optional(),
  viewDrafts: z.unknown().optional(),
  session: z.unknown().optional(),
  from: functionSchema().optional(),
  hint: z.string().optional(),
  isAttended: functionSchema().optional(),
  requestStateKey: z.unknown().optional(),
  patience: duration.default(45_000),
  patienceWithProgress: duration.default(240_000),
  clientTimeout: duration.default(Infinity),
  heartbeat: duration.default(15_000),
  requestStateLifetime: duration.default(3_600_000),
});

/** The asker as one that shows questions on further surfaces, which not every asker can. */
export function withSurfaces(asker: object): Pick<Asker, "addSurface" | "askIdOf"> {
  if ("addSurface" in asker && "askIdOf" in asker) return asker as Asker;
  const problem = "needs an asker of createAsker: this one has no surfaces. Leave it out";
  throw new InvalidInputError("options of the ask_user tools", [{ field: "app", problem }]);
}

/** Whether calls may wait in no process, as tasks do: this asker can, and remembers how they ended. */
export function canDetach(
  asker: object,
): asker is Pick<Asker, "openDetached" | "findDetached" | "canDetach"> {
  return "canDetach" in asker && asker.canDetach === true;
}

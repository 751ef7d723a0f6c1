import type { Stand } from "./stand.js";
import type { BridgeCapability, HostedTerms } from "./subject.js";

/** One promise of bridges, and how it is seen to be kept. */
export interface Promised {
  /** Goes on from "A bridge …". */
  readonly name: string;
  /** What a surface must have for it to apply. */
  readonly needs?: readonly BridgeCapability[];
  /** Terms of the questions that are not the usual ones. */
  readonly terms?: Partial<HostedTerms>;
  run(stand: Stand): Promise<void>;
}

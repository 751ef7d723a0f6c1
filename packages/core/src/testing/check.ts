import type { Stand } from "./stand.js";
import type { BridgeCapability } from "./subject.js";

/** One promise of bridges, and how it is seen to be kept. */
export interface Promised {
  /** Goes on from "A bridge …". */
  readonly name: string;
  /** What a surface must have for it to apply. */
  readonly needs?: readonly BridgeCapability[];
  run(stand: Stand): Promise<void>;
}

import type { RefusalCode, Reply } from "../shared/protocol.js";

/** Says why a message was not taken. */
export function refusal(code: RefusalCode, message: string): Reply {
  return { ok: false, error: { code, message } };
}

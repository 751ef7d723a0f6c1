import { type ObjectContext, rpc, type VirtualObjectDefinition } from "@restatedev/restate-sdk";
import type { Wake } from "./names.js";

/** The wake-up call of a key that is under way: one for all its deadlines. */
export interface Alarm {
  readonly at: number;
  readonly generation: number;
}

/** An object of the cluster that can be woken. */
export type Wakeable = VirtualObjectDefinition<string, Waking>;

interface Waking {
  wake(context: ObjectContext, wake: Wake): Promise<void>;
}

interface Alarmed {
  /** The alarm as it was before the step. */
  readonly alarm: Alarm | undefined;
  /** Whether the step is what it called for. */
  readonly isWoken: boolean;
  readonly now: number;
}

/**
 * The alarm for the next deadline, which takes the place of the one before; `undefined`: nothing is due any more. It is
 * sent again only for an earlier moment: a later one is found out when the call comes.
 */
export function alarmFor(
  context: ObjectContext,
  self: Wakeable,
  next: number | undefined,
  { alarm, isWoken, now }: Alarmed,
): Alarm | undefined {
  if (next === undefined) return undefined;
  if (alarm && !isWoken && alarm.at <= next) return alarm;
  const generation = (alarm?.generation ?? 0) + 1;
  context
    .objectSendClient<Waking>(self, context.key)
    .wake({ generation }, rpc.sendOpts({ delay: Math.max(0, next - now) }));
  return { at: next, generation };
}

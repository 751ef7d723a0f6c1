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

const ALARM = "alarm";

/** The alarm that is set for this key. */
export const alarmOf = (context: ObjectContext) => context.get<Alarm>(ALARM);

/**
 * Sets the alarm for the next deadline, in place of the one before. It is sent again only for an earlier moment: a later
 * one is found out when the call comes.
 */
export function setAlarm(
  context: ObjectContext,
  self: Wakeable,
  next: number | undefined,
  { alarm, isWoken, now }: { alarm: Alarm | null; isWoken: boolean; now: number },
): void {
  if (next === undefined) {
    if (alarm) context.clear(ALARM);
    return;
  }
  if (alarm && !isWoken && alarm.at <= next) return;
  const generation = (alarm?.generation ?? 0) + 1;
  context.set(ALARM, { at: next, generation });
  context
    .objectSendClient<Waking>(self, context.key)
    .wake({ generation }, rpc.sendOpts({ delay: Math.max(0, next - now) }));
}

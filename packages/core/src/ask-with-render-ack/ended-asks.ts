/** How many answered asks to remember, for UIs that send their answer again. */
const MOST_RECEIVED = 1_000;

/** Why an ended ask is kept, where that is not needed. */
export type Spare = "listening" | "received";

/** Makes room: of the ended asks that need not be kept, the oldest are forgotten first. */
export function createEndedAsks(maxListening: number, forget: (askId: string) => void) {
  const rooms = {
    listening: { asks: new Set<string>(), most: maxListening },
    received: { asks: new Set<string>(), most: Math.min(maxListening, MOST_RECEIVED) },
  };

  return {
    /** How an ask stands now; `null`: it is needed, or gone. */
    put(askId: string, spare: Spare | null): void {
      for (const { asks } of Object.values(rooms)) asks.delete(askId);
      if (spare === null) return;
      const { asks, most } = rooms[spare];
      asks.add(askId);
      const [oldest] = asks;
      if (asks.size > most && oldest !== undefined) {
        asks.delete(oldest);
        forget(oldest);
      }
    },
  };
}

import { createAsker } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { moment } from "../../lib/moment.mjs";

/** A process that asks and shows nothing: when it had its answer. */
export function create({ folder }) {
  const asker = createAsker({ bridge: null, journal: createFileJournal({ folder }) });
  asker.recover();
  let asked = 0;
  return async () => {
    asked += 1;
    const questions = [{ question: `Deploy number ${asked}?` }];
    const { outcome } = await asker.ask({ questions }, { session: "bench" });
    const heardAt = moment();
    if (outcome !== "answered") throw new Error(`The outcome was ${outcome}`);
    return heardAt;
  };
}

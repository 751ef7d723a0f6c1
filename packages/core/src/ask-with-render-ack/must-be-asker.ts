import { mustHave } from "../given.js";

/** Throws an InvalidInputError for what cannot ask: in a tool, the first call of a model would be the first to tell. */
export function mustBeAsker(asker: unknown, whose: string): void {
  mustHave(asker, {
    subject: `asker of ${whose}`,
    methods: ["ask"],
    be: "an asker, which createAsker makes",
  });
}

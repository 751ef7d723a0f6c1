import { askMutations } from "./mutations/ask.mjs";
import { guardMutations } from "./mutations/guard.mjs";
import { instructionMutations } from "./mutations/instruction.mjs";
import { runtimeMutations } from "./mutations/runtime.mjs";
import { textMutations } from "./mutations/text.mjs";
import { verifyMutations } from "./mutations/verify.mjs";

/** One mutation for each bound, limit, order and exact text that the code promises. */
export const mutations = [
  ...askMutations,
  ...guardMutations,
  ...instructionMutations,
  ...verifyMutations,
  ...runtimeMutations,
  ...textMutations,
];

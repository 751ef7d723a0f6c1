// Every test file with properties loads this first. "@fast-check/vitest" would take it a second.
import { configureGlobal, readConfigureGlobal } from "fast-check";
import { positive } from "./positive.js";

/**
 * Set `FC_SEED` to the seed a failure printed to see the same runs again. CI repeats the same runs,
 * so that a red build is the change's own fault; elsewhere every run explores new ones.
 */
const seed = positive("FC_SEED") ?? (process.env.CI ? 20_260_126 : undefined);

if (seed !== undefined) configureGlobal({ ...readConfigureGlobal(), seed });

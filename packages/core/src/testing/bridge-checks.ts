import { refuseUnknown } from "../did-you-mean.js";
import { mustBeFunction } from "../given.js";
import { ACKNOWLEDGEMENT } from "./acknowledgement.js";
import { ANSWERS } from "./answers.js";
import { NotApplicableError } from "./broken-promise.js";
import type { Promised } from "./check.js";
import { CLOSING } from "./closing.js";
import { PRESENCE } from "./presence.js";
import { SEVERAL } from "./several.js";
import { Stand } from "./stand.js";
import {
  type BridgeCapability,
  type BridgeStage,
  type BridgeSubject,
  CAPABILITIES,
} from "./subject.js";

/** One check. It passes when `run` resolves. */
export interface BridgeCheck {
  /** What a bridge promises; for a check that does not apply, the reason stands behind it. */
  readonly name: string;
  /** Why the check does not apply to this surface, else `null`. Report it as skipped: `run` would reject. */
  readonly notApplicable: string | null;
  /** Rejects with a `BrokenPromiseError` that says what was expected and what was seen. */
  run(): Promise<void>;
}

const PROMISES: readonly Promised[] = [
  ...ACKNOWLEDGEMENT,
  ...ANSWERS,
  ...CLOSING,
  ...SEVERAL,
  ...PRESENCE,
];

/**
 * Everything a `QuestionBridge` promises, as checks for any test runner.
 * @example
 * for (const { name, notApplicable, run } of bridgeChecks({ create })) {
 *   test(name, { skip: notApplicable !== null }, run);
 * }
 */
export function bridgeChecks(subject: BridgeSubject): readonly BridgeCheck[] {
  refuseUnknown(
    subject,
    ["create", "cannot", "host", "patience", "quiet"],
    "subject of bridgeChecks",
  );
  mustBeFunction(subject.create, "subject of bridgeChecks", "create");
  refuseUnknown(subject.cannot ?? {}, Object.keys(CAPABILITIES), "cannot of bridgeChecks");
  return PROMISES.map((promised) => {
    const lacking = (promised.needs ?? []).find((one) => subject.cannot?.[one] !== undefined);
    const notApplicable = lacking === undefined ? null : (subject.cannot?.[lacking] ?? null);
    if (notApplicable === null) {
      return { name: promised.name, notApplicable, run: () => check(promised, subject) };
    }
    return {
      name: `${promised.name} (not applicable: ${notApplicable})`,
      notApplicable,
      run: () => Promise.reject(new NotApplicableError(promised.name, notApplicable)),
    };
  });
}

async function check(promised: Promised, subject: BridgeSubject): Promise<void> {
  const stage = await subject.create();
  const stand = new Stand(promised.name, subject, stage);
  try {
    for (const capability of promised.needs ?? []) expectPlayed(stage, capability);
    await stand.start(promised.terms);
    await promised.run(stand);
    stand.expectNoErrors();
  } finally {
    await stand.dispose();
    await stage.dispose?.();
    await stage.after?.();
  }
}

/** The subject has to play what it does not say it lacks. */
function expectPlayed(stage: BridgeStage, capability: BridgeCapability): void {
  const missing =
    capability === "dispose"
      ? stage.dispose === undefined && "dispose"
      : CAPABILITIES[capability].find((method) => stage.person[method] === undefined);
  if (!missing) return;
  const where = capability === "dispose" ? "stage" : "person";
  throw new TypeError(
    `${where}.${missing}: is missing. Give it, or say in cannot.${capability} why the surface has nothing like it`,
  );
}

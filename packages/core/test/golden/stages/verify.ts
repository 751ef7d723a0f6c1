import type { FailureRecord } from "../../../src/formats.js";
import {
  type AttemptRequest,
  type Execution,
  type RunVerifiedOptions,
  runVerified,
  type Verification,
  type VerifiedOutcome,
} from "../../../src/index.js";
import {
  asJson,
  movedTime,
  type Scene,
  type Seen,
  type Stage,
  type Step,
  settled,
} from "../stage.js";

const TASK = { id: "03-01:task-3", name: "Create the class", dependants: ["03-01:task-4"] };

/** A verified run of one task; executor, verifier and person follow a script, then never answer. */
export function verifyStage({ journal, time, settings }: Scene): Stage {
  let seen: { does: unknown[]; outcome?: Seen } = { does: [] };
  let controller = new AbortController();

  function run(script: Step): void {
    controller = new AbortController();
    const {
      executes = [],
      verifies = [],
      person,
      ...options
    } = script as {
      executes?: readonly Execution<string>[];
      verifies?: readonly (boolean | Verification)[];
      person?: readonly string[];
    };
    const next = scripted({ executes, verifies, person: person ?? [] });
    // A process that is gone says nothing any more.
    const { clock } = time;
    const tell = (does: Seen) => clock === time.clock && seen.does.push(does);
    runVerified<string>({
      session: "session",
      task: TASK,
      ...(settings as Partial<RunVerifiedOptions<string>>),
      ...(options as Partial<RunVerifiedOptions<string>>),
      journal,
      clock,
      signal: controller.signal,
      execute(request) {
        tell({ executes: attemptOf(request) });
        return next("executes") as Promise<Execution<string>>;
      },
      verify({ attempt }) {
        tell({ verifies: { attempt } });
        return next("verifies") as Promise<boolean>;
      },
      ...(person && {
        escalate({ reason, failures }) {
          tell({ asksPerson: { reason, failures: failures.map(failureOf) } });
          return next("person") as Promise<string>;
        },
      }),
    }).then(
      (outcome) => {
        if (clock === time.clock) seen.outcome = outcomeOf(outcome);
      },
      (error) => {
        if (clock === time.clock) seen.outcome = { error: String(error) };
      },
    );
  }

  function act(step: Step): void {
    if ("run" in step) run(step.run as Step);
    else if ("abort" in step) controller.abort();
    else if ("restart" in step) time.nextProcess();
    // A run takes up its journal itself.
    else if (!("recover" in step)) throw new Error(`A run knows no step ${JSON.stringify(step)}`);
  }

  return {
    async perform(step) {
      seen = { does: [] };
      if (!movedTime(step, time)) act(step);
      await settled();
      // Without a wait, a retry is due at once; the clock fires it only when told to.
      if ("run" in step) time.clock.advance(0);
      await settled();
      return asJson({ ...seen });
    },
  };
}

/** The next of what each was told to say; after the last, a promise that stays open. */
function scripted(scripts: Readonly<Record<string, readonly unknown[]>>) {
  const said: Record<string, number> = {};
  return (who: string): Promise<unknown> => {
    const index = said[who] ?? 0;
    said[who] = index + 1;
    const script = scripts[who] ?? [];
    return index < script.length ? Promise.resolve(script[index]) : new Promise(() => {});
  };
}

function attemptOf({ attempt, maxAttempts, failures, retryContext }: AttemptRequest): Seen {
  const fix = /User provided fix: (.*)/.exec(retryContext ?? "")?.[1];
  const learned = /<accumulated_learnings>([^<]*)</.exec(retryContext ?? "")?.[1];
  return {
    ...{ attempt, maxAttempts, failures: failures.map(failureOf), fix },
    learned: learned?.trim().split(/\s*\n\s*/),
  };
}

function failureOf({ attempt, failure_type, error_summary }: FailureRecord) {
  return [attempt, failure_type, error_summary];
}

function outcomeOf(outcome: VerifiedOutcome<string>): Seen {
  const { status, cause, attempts, failures } = outcome;
  return {
    ...{ status, cause, attempts, failures: failures.map(failureOf) },
    ...("output" in outcome && { output: outcome.output }),
    ...("reason" in outcome && { reason: outcome.reason }),
    ...("dependants" in outcome && { dependants: outcome.dependants }),
  };
}

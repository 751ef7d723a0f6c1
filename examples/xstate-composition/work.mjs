// What the verify machine wants done: the part that an agent and a test command play.
export function connectWork(run) {
  run.on("verify.execute", ({ attempt, execution, retryContext }) => {
    const told = retryContext?.match(/smoke test[^<\n]*/)?.[0];
    console.log(`work    | attempt ${attempt}${told ? `, told: ${told}` : ""}`);
    queueMicrotask(() => run.send({ type: "EXECUTED", execution }));
  });
  run.on("verify.verify", ({ attempt, execution }) => {
    queueMicrotask(() => {
      if (attempt > 1) run.send({ type: "PASSED", execution });
      else {
        const report = { error: "smoke test failed: no answer on port 443" };
        run.send({ type: "FAILED", failure: "verification_failed", report, execution });
      }
    });
  });
  run.on("verify.ended", ({ status, attempts }) => {
    console.log(`verify  | ${status} after ${attempts} attempts`);
  });
}

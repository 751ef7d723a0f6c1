import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const worker = fileURLToPath(new URL("../worker.mjs", import.meta.url));
const flags = ["--expose-gc", "--max-old-space-size=4096"];

/**
 * Starts a subject in a process of its own, so that no subject pays for the garbage, or for the
 * shape-shifted call sites, of another. `subjects/<name>.mjs` exports `create(options)`, which
 * returns `step()`.
 * Only one subject works at a time: a step begins when it is asked for and ends when it answers.
 */
export async function startSubject(name, options = {}) {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  const child = fork(worker, [name, JSON.stringify(options)], {
    execArgv: flags,
    env,
  });
  const ended = once(child, "exit").then(([code, signal]) => {
    throw new Error(`The subject ${name} ended early (${signal ?? code})`);
  });
  ended.catch(() => {});
  const answer = () => Promise.race([once(child, "message").then(([value]) => value), ended]);
  await answer();

  return {
    step() {
      child.send("step");
      return answer();
    },
    stop: () => child.kill(),
  };
}

/** Starts subjects, each given as `[name, options]`, hands them to `work`, and stops them whatever happens. */
export async function withSubjects(subjects, work) {
  const started = {};
  try {
    for (const [key, [name, options]] of Object.entries(subjects)) {
      started[key] = await startSubject(name, options);
    }
    return await work(started);
  } finally {
    for (const subject of Object.values(started)) subject.stop();
  }
}

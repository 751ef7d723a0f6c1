import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const built = new URL("../../dist/index.js", import.meta.url);

/** Runs a script that uses the built package, in a process of its own. */
function run(script: string) {
  const source = `import { createAsker, createMemoryJournal } from ${JSON.stringify(built.href)};\n${script}`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", source], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    encoding: "utf8",
    timeout: 20_000,
  });
}

const bridge = `
let cancel;
const bridge = {
  sendQuestion({ requestId }) { queueMicrotask(() => react(requestId)); },
  onRenderConfirmed: () => () => {},
  onAnswer: () => () => {},
  onCancel: (callback) => { cancel = callback; return () => {}; },
};`;
const question = `{ questions: [{ question: "Why?" }] }`;

// `pnpm build` makes what this needs; `pnpm test` builds first.
describe.skipIf(!existsSync(built))("a Node process", () => {
  it("ends by itself when only idle windows are left", () => {
    const { status, stdout, signal } = run(`${bridge}
      const react = (requestId) => cancel(requestId);
      const asker = createAsker({ bridge });
      const { outcome } = await asker.ask(${question});
      console.log(outcome, [...asker.runtime.live()].length);
    `);
    expect({ status, signal, stdout }).toEqual({
      status: 0,
      signal: null,
      stdout: "cancelled 1\n",
    });
  }, 30_000);

  it("stays for a call that waits", () => {
    const { status, stdout } = run(`${bridge}
      const react = () => {};
      const asker = createAsker({ bridge, renderTimeout: 300, maxRetries: 1 });
      asker.ask(${question}).then(({ outcome }) => console.log(outcome));
    `);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "not_rendered\n" });
  }, 30_000);
});

import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const isDeep = Boolean(process.env.READBACK_DEEP);

/** Which test files a package runs: `*.deep.test.ts` belongs to `npm run test:deep`. */
export const testFiles = {
  include: ["test/**/*.test.ts"],
  exclude: isDeep ? [] : ["**/*.deep.test.ts"],
  // Tests have a key of their own: a developer's is not for them.
  env: { XDG_STATE_HOME: join(tmpdir(), `readback-tests-${process.getuid?.() ?? "user"}`) },
};

const repeatable = new URL("packages/core/test/support/repeatable.ts", import.meta.url);
/** For a package with properties: its random input can be had again. */
export const properties = { setupFiles: [fileURLToPath(repeatable)] };

/** For real processes and browsers, on a machine that may be busy. Only a test that hangs takes so long. */
const patience = isDeep ? 300_000 : 60_000;
export const patient = { testTimeout: patience, hookTimeout: patience };

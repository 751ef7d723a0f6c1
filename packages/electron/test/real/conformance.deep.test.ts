import { bridgeChecks } from "@readback/core/testing";
import { afterAll, beforeAll, describe, it } from "vitest";
import {
  findElectron,
  installDisplay,
  NO_ELECTRON,
  startElectron,
} from "../support/real-electron.mjs";

const electron = findElectron();
if (!electron) console.warn(NO_ELECTRON);

// The checks run in Electron's main process; here are their names only.
const names = bridgeChecks({ create: () => Promise.reject(new Error("not here")) });

describe.skipIf(!electron)("in a real Electron the bridge keeps the promises of a bridge", () => {
  let app: Awaited<ReturnType<typeof startElectron>>;
  beforeAll(async () => {
    await installDisplay();
    app = await startElectron(electron as string);
  });
  afterAll(() => app?.stop());

  for (const { name } of names) {
    it(name, () => app.run((world, which) => world.check(which), name));
  }
});

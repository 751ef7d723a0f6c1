import { askMachine, createAsker, promptBridge } from "@readback/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firefox as findFirefox } from "../../../../scripts/lib/firefox.mjs";
import { type Firefox, startFirefox } from "../../../web/test/support/firefox.js";
import { addressIn } from "../../../web/test/support/question-page.js";
import { attachVisualizer } from "../../src/node/attach.js";
import { hashOf } from "../../src/page/state/route.js";

const path = await findFirefox();
const patient = { timeout: 30_000 };

describe.skipIf(!path)("in Firefox", () => {
  let firefox: Firefox;
  beforeAll(async () => {
    firefox = await startFirefox(path ?? "");
  });
  afterAll(() => firefox?.quit());

  it("shows live where a question is, and goes on with it", async () => {
    let confirm = () => {};
    const bridge = promptBridge((_, { shown }) => {
      confirm = shown;
      return new Promise(() => {});
    });
    const asker = createAsker({ bridge });
    const visualizer = await attachVisualizer(asker.runtime);
    const seen = (script: string) => expect.poll(() => firefox.run(script), patient);
    const text = "return document.body.innerText";
    const current =
      'return [...document.querySelectorAll(".canvas svg .current")].map((one) => one.dataset.node)';
    try {
      await firefox.goTo(addressIn(visualizer.link()));
      await seen(text).toContain("0 instances");
      const { askId } = asker.open({ questions: [{ question: "Deploy now?" }] });
      await seen(text).toContain("Deploy now?");
      const hash = hashOf({ view: "instance", key: `${askMachine.id}/${askId}`, n: null });
      await firefox.run(`location.hash = ${JSON.stringify(hash)}`);
      await seen(current).toContain("open.presenting");
      confirm();
      await seen(current).toContain("open.rendered");
      await seen(text).toContain("The person owes the agent an answer.");
    } finally {
      await visualizer.stop();
      asker.dispose();
    }
  });
});

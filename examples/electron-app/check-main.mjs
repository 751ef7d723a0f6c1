// The main process of the check: the app itself, and a person who clicks in it.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { app, BrowserWindow } from "electron";
import { startApp } from "./main.mjs";

const screenshot = process.argv.find((arg) => arg.endsWith(".png"));

/** Runs a piece of script in the page until it gives something true. */
async function until(script) {
  const end = Date.now() + 60_000;
  for (;;) {
    const [window] = BrowserWindow.getAllWindows();
    const found = await window?.webContents.executeJavaScript(script).catch(() => false);
    if (found) return found;
    if (Date.now() > end) throw new Error(`It did not happen: ${script}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until something is so in the main process. */
async function became(isSo) {
  const end = Date.now() + 60_000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`It did not happen: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const card = `document.querySelector("readback-questions").shadowRoot`;
const click = (selector, text = "") =>
  until(`(() => {
    const found = [...${card}.querySelectorAll(${JSON.stringify(selector)})]
      .find((one) => one.textContent.includes(${JSON.stringify(text)}) && !one.disabled && one.offsetParent);
    found?.click();
    return found !== undefined;
  })()`);

async function check() {
  const { agent, bridge } = await startApp();
  const story = [];
  bridge.onRenderConfirmed(() => story.push("on screen"));
  bridge.onLost(() => story.push("lost"));
  await until(`document.querySelectorAll("#steps li").length === 4`);
  const running = agent.run();
  await click("label", "Concurrently");
  if (screenshot) {
    await until(`!${card}.querySelector("[type=submit]").disabled`);
    const [window] = BrowserWindow.getAllWindows();
    const image = await window.webContents.capturePage();
    writeFileSync(screenshot, image.toPNG());
  }
  // A reload in the middle: the question comes back, and so does what was chosen.
  await became(() => story.length === 1);
  BrowserWindow.getAllWindows()[0].webContents.reload();
  await until(`${card}.querySelector("input:checked") !== null`);
  await click("[type=submit]", "Next");
  await click("[type=submit]", "Send");
  const result = await running;
  assert.equal(result.outcome, "answered");
  assert.deepEqual(result.answers[0].values, ["Concurrently"]);
  // The answer may overtake the second acknowledgement.
  assert.deepEqual(story.slice(0, 2), ["on screen", "lost"]);
  await until(`document.querySelector("#steps").textContent.includes("Going on: Concurrently.")`);
  console.log("The agent's question was shown, survived a reload, and was answered.");
}

// Not awaited: Electron is ready only when this file is through.
check().then(
  () => app.exit(0),
  (error) => {
    console.error(error);
    app.exit(1);
  },
);

// `npm test`: an agent asks, the object dies with the question on screen, and the answer arrives all the same.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./serve.mjs";

const storage = mkdtempSync(join(tmpdir(), "readback-desk-"));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
let server;

/** A page, played: it is sent questions, and says what happened to them. */
async function openPage() {
  const response = await fetch(`${url}/questions`);
  const messages = response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = "";
  return {
    /** The next call of the element's methods. */
    async next() {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end >= 0) {
          const line = text.slice(0, end);
          text = text.slice(end + 2);
          if (line.startsWith("data: ")) return JSON.parse(line.slice(6));
          continue;
        }
        const { value, done } = await messages.next();
        if (done) throw new Error("The object has gone");
        text += value;
      }
    },
    tell: (event, ...args) => post("/questions", JSON.stringify({ event, args })),
  };
}

const post = (path, body) =>
  fetch(url + path, { method: "POST", body, headers: { "Sec-Fetch-Site": "same-origin" } });
const deploy = async () => (await post("/deploy?call=call-1")).json();

async function start() {
  server = serve({ port, storage });
  for (;;) {
    const is = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (is) return;
    assert.equal(server.exitCode, null, "workerd has ended");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function kill() {
  const gone = once(server, "exit");
  server.kill("SIGKILL");
  await gone;
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}

try {
  await start();
  assert.equal((await deploy()).outcome, "no_surface");
  console.log("Nobody has the page open: the agent is told so.");

  let page = await openPage();
  const lost = deploy().catch(() => "gone");
  const { args } = await page.next();
  await page.tell("onRenderConfirmed", args[0].requestId);
  console.log(`On screen: ${args[0].questions[0].question}`);
  await kill();
  assert.equal(await lost, "gone");
  console.log("The object is killed. The agent's call is lost with it.");

  await start();
  page = await openPage();
  const found = deploy();
  const again = await page.next();
  const [{ requestId, askId, questions }] = again.args;
  assert.equal(askId, args[0].askId, "it is the same question, not another one");
  await page.tell("onRenderConfirmed", requestId);
  await page.tell("onAnswer", requestId, [{ id: questions[0].id, values: ["staging"] }]);
  assert.deepEqual(await found, { outcome: "answered", where: "staging" });
  console.log("The question is there again, and the person's answer arrives: staging");

  await kill();
  await start();
  assert.deepEqual(await deploy(), { outcome: "answered", where: "staging" });
  console.log(
    "The same call, made again after another crash: the same answer, and nobody is asked.",
  );
} finally {
  server?.kill("SIGKILL");
  rmSync(storage, { recursive: true, force: true });
}

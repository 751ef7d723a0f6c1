import { createAsker } from "@readback/core";
import { afterEach, describe, expect, it } from "vitest";
import { createAskUserTools, createSurfaces } from "../src/index.js";
import { useAppHosts } from "./support/app-host/app-host.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";

const hosts = useAppHosts();
const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const input = { questions: [{ id: "q1", question: "Which name?" }] };

async function start(pair: (typeof PAIRS)[number]) {
  const surfaces = createSurfaces();
  const asker = createAsker({ bridge: surfaces });
  const tools = createAskUserTools({ asker, surfaces, app: true });
  const client = await connectInMemory(pair, (server) => tools.register(server), { apps: true });
  ending.push(
    () => client.close(),
    () => tools.dispose(),
    () => asker.dispose(),
  );
  return { client, asker };
}

describe.each(PAIRS)("a question inside a chat client: $server, $client", (pair) => {
  it("is seen, confirmed and answered in the view while the call waits", async () => {
    const { client } = await start(pair);
    const host = await hosts.open(client);
    const call = await host.call("ask_user", input);
    await call.view.getByRole("textbox").fill("Ada");
    await call.view.getByRole("button", { name: "Send" }).click();
    const { result } = await call.result;
    expect(result).toMatchObject({
      outcome: "answered",
      renderConfirmed: true,
      surface: "app",
      answers: [{ id: "q1", values: ["Ada"] }],
    });
  });
});

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type AskUserHostOptions, openAskUser } from "../src/node/open-ask-user.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";
import { rawView } from "./support/raw-view.js";

// Views of servers that share a state folder, as `readback mcp` has them.

const input = { questions: [{ id: "q1", question: "Which name?" }] };
const typed = { q1: { values: ["Ad"], custom: null } };
const [, , pair] = PAIRS;

let dir: string;
const ending: (() => unknown)[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "readback-views-"));
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
  rmSync(dir, { recursive: true });
});

async function serve(surface: NonNullable<AskUserHostOptions["surface"]>) {
  const host = await openAskUser({ dir, surface, openBrowser: false });
  const client = await connectInMemory(pair, (server) => host.register(server), { apps: true });
  const stop = async () => {
    await host.close();
    await client.close();
  };
  ending.push(stop);
  return { host, client, stop };
}

it.each([
  ["auto", true, true],
  ["app", true, false],
  ["no-app", false, true],
  ["page", false, true],
] as const)(
  "with the surface %s: a view is on offer: %s, and a page: %s",
  async (surface, isView, isPage) => {
    const { host, client } = await serve(surface);
    const named = (await client.listTools()).map(({ name }) => name);
    expect(named.includes("readback_view")).toBe(isView);
    expect(await client.listResources().catch(() => [])).toHaveLength(isView ? 1 : 0);
    expect(host.page !== null).toBe(isPage);
  },
);

it("what was typed is there in the next server, as when a client is loaded again and starts its own again", async () => {
  const first = await serve("app");
  first.client.call("ask_user", input, { timeout: 60_000 }).catch(() => {});
  const view = await rawView(first.client);
  const requestId = await vi.waitFor(async () => {
    const found = await view.open(input);
    expect(found).toBeDefined();
    return found as string;
  });
  const askId = requestId.slice(0, requestId.indexOf("~"));
  await view.say({ drafts: { [askId]: typed } });
  await first.stop();

  const second = await serve("app");
  const next = await rawView(second.client);
  const { told } = await next.say({ open: { input } });
  expect(told?.drafts).toEqual({ [askId]: typed });
  // Sent, or wiped out: forgotten, on disk, too.
  await next.say({ drafts: { [askId]: null } });
  const kept = readdirSync(join(dir, "mcp"));
  expect(kept.filter((name) => name.startsWith("view-draft."))).toEqual([]);
});

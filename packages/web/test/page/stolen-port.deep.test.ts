import { createAsker, createMemoryJournal } from "@readback/core";
import { describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser.js";
import { call } from "../support/http.js";
import { canBeOthers, useOtherUser } from "../support/other-user.js";
import { THIEF } from "../support/port-thief.js";
import { addressIn, connected, useQuestionPage } from "../support/question-page.js";

const browser = useBrowser();
const open = useQuestionPage();
const asOtherUser = useOtherUser();
const why = { questions: [{ question: "Why?" }] };
const SAID = "Because of the merger";

interface Got {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
const json = { "content-type": "application/json" };
const greetingTo = (page: { readonly port: number }, greeting: object) =>
  call(page, {
    method: "POST",
    path: "/greet",
    headers: json,
    body: JSON.stringify({ tab: "thief", nonce: "n", ...greeting }),
  });

describe.runIf(canBeOthers)("another user who takes the port when the server has ended", () => {
  it.each(["lie", "relay", "refuse"])(
    "and knows how to %s learns nothing from an open tab, which goes on with the next server",
    async (how) => {
      const journal = createMemoryJournal();
      const first = await open();
      const { port } = first;
      const asker = createAsker({ bridge: first, journal });
      const tab = await browser.page(first.link());
      const unanswered = asker.ask(why);
      await tab.getByRole("textbox").fill(SAID);
      asker.dispose();
      await first.stop();
      await unanswered;
      const elsewhere = await open();
      const thief = asOtherUser(THIEF, String(port), how, String(elsewhere.port));
      await thief.line(/^LISTENING/);
      await tab.getByText("Another program answers at this address").waitFor();
      await tab.getByRole("button", { name: "Send" }).click();
      await tab.locator("[part~=status]", { hasText: "not confirmed yet" }).waitFor();
      // It has been greeted once more since then, and still knows nothing.
      await thief.line(/\/greet/, thief.lines.length);
      expect(await tab.getByText("Your password?").count()).toBe(0);
      expect(elsewhere.tabs).toBe(0);
      await thief.end();
      const lines = thief.lines.filter((line) => line.startsWith("{"));
      const got = lines.map((line) => JSON.parse(line) as Got);
      expect(new Set(got.map(({ method, url }) => `${method} ${url}`))).toEqual(
        new Set(["POST /greet"]),
      );
      expect(thief.lines.join("\n")).not.toContain(SAID);
      for (const { headers, body } of got) {
        expect(headers.authorization).toBeUndefined();
        expect(Object.keys(JSON.parse(body))).toEqual(["key", "id", "tab", "nonce"]);
      }

      const second = await open({ port });
      const again = createAsker({ bridge: second, journal });
      again.recover();
      await connected(tab);
      await tab.locator("[part~=sent]", { hasText: SAID }).waitFor();
      expect(await again.ask(why)).toMatchObject({ answers: [{ values: [SAID] }] });
      // With all that it got, it cannot open a session: the server's own proof is not a tab's.
      for (const { body } of got) {
        const replayed = await call(second, {
          method: "POST",
          path: "/greet",
          headers: json,
          body,
        });
        const { session, proof } = JSON.parse(replayed.body);
        const authorization = `Readback ${session}.${proof}`;
        const reply = await call(second, { path: "/events", headers: { authorization } });
        expect(reply.status).toBe(401);
      }
      again.dispose();
    },
  );

  it("finds nothing that is still good in a tab that is loaded again", async () => {
    const first = await open();
    const { port } = first;
    const tab = await browser.page(first.link());
    await connected(tab);
    await first.stop();
    const thief = asOtherUser(THIEF, String(port), "lie");
    await thief.line(/^LISTENING/);
    await tab.reload();
    await tab.getByText("taken").waitFor();
    const { stored } = lootOf(await thief.line(/\/loot/));
    await thief.end();
    const [id = ""] = JSON.parse(stored["readback:pass"] ?? "[]") as string[];
    expect(id).not.toBe("");
    const second = await open({ port });
    expect((await greetingTo(second, { key: "pass", id })).status).toBe(401);
    // Nor has the person any use of it: the page says what to do.
    await tab.reload();
    await tab.getByText("The server that knew this tab has ended").waitFor();
    await tab.goto(second.link());
    await connected(tab);
  });

  it("gets a key that is worth nothing from a link that leads to it", async () => {
    const first = await open();
    const { port } = first;
    const tab = await browser.page("about:blank");
    const thief = asOtherUser(THIEF, String(port), "lie");
    // As after a crash: the file is still there.
    const address = addressIn(first.link());
    await first.stop();
    await thief.line(/^LISTENING/);
    await tab.goto(address);
    await tab.getByText("taken").waitFor();
    const { hash } = lootOf(await thief.line(/\/loot/));
    await thief.end();
    const [id = ""] = hash.replace("#launch=", "").split(".");
    const second = await open({ port });
    expect((await greetingTo(second, { key: "launch", id })).status).toBe(401);
  });
});

function lootOf(line: string): { hash: string; stored: Record<string, string> } {
  return JSON.parse((JSON.parse(line) as Got).body);
}

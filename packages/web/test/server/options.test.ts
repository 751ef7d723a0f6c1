import { InvalidInputError } from "@readback/core";
import { describe, expect, it } from "vitest";
import { QuestionPageError } from "../../src/server.js";
import { useQuestionPage } from "../support/question-page.js";

const open = useQuestionPage();

describe("the options of the page", () => {
  it.each([
    [{ port: 70_000 }, "port: must be a whole number, 0 to 65535"],
    [{ token: "short" }, "token: must have 16 to 500 letters, digits, - or _"],
    [{ token: "with spaces in it and more" }, "token: must have 16"],
    [{ title: " " }, "title: must have 1 to 100 characters"],
    [{ maxBody: 1 }, "maxBody: must be a whole number"],
    [{ maxTabs: 6 }, "maxTabs: must be a whole number, 1 to 5"],
  ])("are refused by name: %o", async (options, message) => {
    await expect(open(options)).rejects.toThrow(message);
    await expect(open(options)).rejects.toBeInstanceOf(InvalidInputError);
  });

  it("set the port and the token, so that a restart has the same address", async () => {
    const first = await open({ token: "a-token-of-my-own" });
    await first.stop();
    const second = await open({ port: first.port, token: first.token });
    expect(second.url).toBe(first.url);
  });

  it("cannot have a port that is in use, and say so", async () => {
    const { port } = await open();
    const failure = await open({ port }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(QuestionPageError);
    expect(failure).toMatchObject({
      code: "port_in_use",
      message: `port: ${port} is in use: choose another one, or 0 for any free one`,
    });
  });
});

describe("the browser", () => {
  it("is opened when no tab is connected, with a code that is good once", async () => {
    const opened: string[] = [];
    const page = await open({
      opener: async (url) => {
        opened.push(url);
        return true;
      },
    });
    expect(await page.openBrowser()).toBe(true);
    const [url = ""] = opened;
    const code = /^http:\/\/127\.0\.0\.1:\d+\/#launch=([\w-]{43})$/.exec(url)?.[1];
    // Everybody who can list processes sees this address: the token is not in it.
    expect(url).not.toContain(page.token);
    const redeem = (body: object) =>
      fetch(new URL("/launch", url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await redeem({ code: "x".repeat(43) })).status).toBe(401);
    expect(await (await redeem({ code })).json()).toEqual({ token: page.token });
    expect((await redeem({ code })).status).toBe(401);
    expect((await redeem({ code: "" })).status).toBe(401);
  });

  it("is not opened while a tab is connected", async () => {
    const page = await open({ opener: () => expect.fail("must not be opened") });
    const response = await fetch(`http://127.0.0.1:${page.port}/events?tab=t`, {
      headers: { authorization: `Bearer ${page.token}` },
    });
    await response.body?.getReader().read();
    expect(page.tabs).toBe(1);
    expect(await page.openBrowser()).toBe(true);
  });
});

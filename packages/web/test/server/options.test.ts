import { InvalidInputError } from "@readback/core";
import { describe, expect, it } from "vitest";
import { QuestionPageError } from "../../src/server.js";
import { useQuestionPage } from "../support/question-page.js";
import { enter } from "../support/raw-tab.js";

const open = useQuestionPage();

describe("the options of the page", () => {
  it.each([
    [{ port: 70_000 }, "port: must be a whole number, 0 to 65535"],
    [{ secret: "short" }, "secret: must be 32 random bytes or more in base64url"],
    [{ secret: "with spaces ".repeat(9) }, "secret: must be 32 random bytes"],
    [{ title: " " }, "title: must have 1 to 100 characters"],
    [{ maxBody: 1 }, "maxBody: must be a whole number"],
    [{ maxTabs: 6 }, "maxTabs: must be a whole number, 1 to 5"],
  ])("are refused by name: %o", async (options, message) => {
    await expect(open(options)).rejects.toThrow(message);
    await expect(open(options)).rejects.toBeInstanceOf(InvalidInputError);
  });

  it("set the port, so that a restart has the same address", async () => {
    const first = await open();
    const link = first.link();
    await first.stop();
    const second = await open({ port: first.port });
    expect([second.url, second.link()]).toEqual([first.url, link]);
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
  it("is opened when no tab is connected, with the file that only this user can read", async () => {
    const opened: string[] = [];
    const page = await open({ opener: async (url) => opened.push(url) > 0 });
    expect(await page.openBrowser()).toBe(true);
    expect(opened).toEqual([page.link()]);
    expect(page.link()).toMatch(/^file:\/\/\/.+\.html$/);
  });

  it("is not opened while a tab is connected", async () => {
    const page = await open({ opener: () => expect.fail("must not be opened") });
    await enter(page);
    expect(page.tabs).toBe(1);
    expect(await page.openBrowser()).toBe(true);
  });
});

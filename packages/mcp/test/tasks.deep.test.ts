import { afterEach, describe, expect, it } from "vitest";
import { answer, useBrowser, whenConnected } from "./support/browser.js";
import type { RawClient } from "./support/raw-client.js";
import { createProject } from "./support/server.js";

const TASKS = "io.modelcontextprotocol/tasks";
const capabilities = { extensions: { [TASKS]: {} } };
const params = { name: "ask_user", arguments: { questions: [{ question: "Which name?" }] } };

const browser = useBrowser();
let project = createProject();
afterEach(async () => {
  await project.end();
  project = createProject();
});

const statusOf = async (client: RawClient, taskId: unknown) =>
  (await client.request("tasks/get", { taskId })).status;

// Tasks of real servers that die, by what a client that comes back is told.
describe.each(["stdio", "HTTP"] as const)("a task over %s", (over) => {
  it("outlives its server: the next one has it, and brings the answer of the same tab", async () => {
    const first = await project.startRaw(over, {}, { capabilities });
    const tab = await browser.open(first.page);
    await whenConnected(tab);
    const { taskId } = await first.client.request("tools/call", params);
    await tab.getByRole("textbox").fill("Ada");
    await first.kill();

    const second = await project.startRaw(over, {}, { capabilities });
    expect(await statusOf(second.client, taskId)).toBe("working");
    await whenConnected(tab);
    const told = async () =>
      (await second.client.request("tasks/get", { taskId })).statusMessage as string;
    await expect.poll(told, { timeout: 60_000 }).toContain("on screen: page");
    await answer(tab, "Ada");
    const task = await second.client.request("tasks/get", { taskId });
    expect(task).toMatchObject({
      status: "completed",
      result: {
        structuredContent: {
          // The tab confirms the question again, to the server that has not seen it.
          ...{ renderConfirmed: true, attempt: 1, answers: [{ values: ["Ada"] }] },
          evidence: { visibility: "browser", surface: "page" },
        },
      },
    });

    // The answer is in the journal, and nowhere else.
    await second.kill();
    const third = await project.startRaw(over, {}, { capabilities });
    expect((await third.client.request("tasks/get", { taskId })).result).toEqual(task.result);
  });

  it("is answered while no server runs for it, and no other session has it", async () => {
    const first = await project.startRaw(over, {}, { capabilities });
    // Another agent of the project has the page when the first server is gone.
    const other = await project.startRaw(over, {}, { capabilities, name: "another" });
    const tab = await browser.open(first.page);
    await whenConnected(tab);
    const { taskId } = await first.client.request("tools/call", params);
    await tab.getByRole("textbox").waitFor();
    await first.kill();
    await answer(tab, "Ada");
    const unknown = { code: -32_602, message: expect.stringContaining("not a task of this") };
    for (const method of ["tasks/get", "tasks/cancel"]) {
      await expect(other.client.request(method, { taskId })).rejects.toMatchObject(unknown);
    }
    const back = await project.startRaw(over, {}, { capabilities });
    expect(await statusOf(back.client, taskId)).toBe("completed");
  });

  it("is cancelled by the client of another server, and the page says so", async () => {
    const first = await project.startRaw(over, {}, { capabilities });
    const tab = await browser.open(first.page);
    await whenConnected(tab);
    const { taskId } = await first.client.request("tools/call", params);
    await tab.getByRole("textbox").waitFor();
    const second = await project.startRaw(over, {}, { capabilities });
    await second.client.request("tasks/cancel", { taskId });
    expect(await statusOf(second.client, taskId)).toBe("cancelled");
    await expect.poll(() => tab.getByRole("button", { name: "Send" }).count()).toBe(0);
    await expect.poll(() => statusOf(first.client, taskId)).toBe("cancelled");
  });
});

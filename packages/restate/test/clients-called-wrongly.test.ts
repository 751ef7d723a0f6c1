import { promptBridge } from "@readback/core";
import { describe, expect, it } from "vitest";
import {
  connectAsker,
  connectDesk,
  connectGuard,
  connectQueue,
  connectVerify,
  readClusterJournal,
} from "../src/client.js";

const ingress = "http://127.0.0.1:8080";
const clients = { connectAsker, connectDesk, connectGuard, connectQueue, connectVerify };

const told = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_input" });
    return (error as Error).message;
  }
  return expect.fail("It was taken.");
};

describe("a client of the cluster that is called wrongly", () => {
  it.each(Object.entries(clients))("%s says what it needs", (name, connect) => {
    const wrongly = connect as (options?: unknown) => unknown;
    for (const nothing of [undefined, null, ingress]) {
      expect(told(() => wrongly(nothing))).toMatch(`Invalid options of ${name}: must be an object`);
    }
    expect(told(() => wrongly({}))).toContain("ingress: must be the address");
    expect(told(() => wrongly({ ingress: [] }))).toContain("ingress: must be the address");
    expect(told(() => wrongly({ ingres: ingress }))).toContain('did you mean "ingress"?');
  });

  it("names what a desk lacks", () => {
    const bridge = promptBridge(() => []);
    const desk = connectDesk as (options: unknown) => unknown;
    expect(told(() => desk({ ingress, bridge }))).toContain("desk: ");
    expect(told(() => desk({ ingress, desk: "alice" }))).toContain("bridge: must be");
    expect(told(() => desk({ ingress, desk: "alice", bridge: "page" }))).toContain("bridge: must");
  });

  it("refuses a number of shards that is none", async () => {
    await expect(readClusterJournal({ ingress, shards: 0 })).rejects.toThrow("shards: ");
  });
});

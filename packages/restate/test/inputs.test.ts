import { InvalidInputError } from "@readback/core";
import { describe, expect, test } from "vitest";
import { readbackServices } from "../src/index.js";
import { SERVICES } from "../src/names.js";
import { INPUTS } from "../src/services/inputs.js";

type Handler = (context: unknown, input: unknown) => Promise<unknown>;
interface Served {
  readonly name: string;
  readonly object?: Readonly<Record<string, Handler>>;
  readonly service?: Readonly<Record<string, Handler>>;
}

const services = readbackServices({
  ask: {},
  guard: {},
  instructions: {},
  verify: { execute: () => ({ status: "success", output: null }), verify: () => true },
}) as unknown as readonly Served[];

/** Every handler that takes something, whoever may call it. */
const handlers = Object.entries(INPUTS).flatMap(([id, taken]) => {
  const { name } = SERVICES[id as keyof typeof INPUTS];
  const served = services.find((one) => one.name === name);
  const all = { ...served?.object, ...served?.service };
  return Object.keys(taken).map((handler) => [name, handler, all[handler]] as const);
});

/** A context that can say what was called, and fails when anything is done with it. */
const contextOf = (service: string, handler: string, body = new Uint8Array()) => ({
  request: () => ({ target: { service, handler }, body }),
});

describe("every handler of the cluster", () => {
  test("that takes something has a schema for it", () => {
    const takesNothing = ["look", "sweep", "list", "ticked", "forget"];
    for (const { name, object, service } of services) {
      for (const handler of Object.keys({ ...object, ...service })) {
        const isKnown = handlers.some(([of, one]) => of === name && one === handler);
        expect(isKnown || takesNothing.includes(handler), `${name}/${handler}`).toBe(true);
      }
    }
  });

  test.each(handlers)("%s/%s refuses what is no input, and names the field", async (...named) => {
    const [service, handler, run] = named;
    for (const input of [null, undefined, "garbage", 7, { nothing: "of use" }, [null]]) {
      const error = await run?.(contextOf(service, handler), input).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(error, JSON.stringify(input)).toBeInstanceOf(InvalidInputError);
      const { subject, problems } = error as InvalidInputError;
      expect(subject).toBe(`input of ${service}/${handler}`);
      expect(problems.length).toBeGreaterThan(0);
    }
    const isList = handler === "push" || handler === "append";
    const refused = await run?.(contextOf(service, handler), isList ? [{}] : {}).catch(
      (error: InvalidInputError) => error.problems[0]?.field,
    );
    expect(refused).toMatch(/\w/);
  });

  test("refuses what is too long, when it comes from outside", async () => {
    const [, , tell] = handlers.find(([, handler]) => handler === "tell") ?? [];
    const body = new Uint8Array(1_000_001);
    await expect(tell?.(contextOf("ReadbackAsk", "tell", body), {})).rejects.toMatchObject({
      code: 413,
      message: expect.stringContaining("must have at most 1000000 bytes"),
    });
  });
});

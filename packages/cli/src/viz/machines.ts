import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { OUR_MACHINES } from "@readback/visualizer/server";
import type { AnyStateMachine } from "xstate";
import { Failure } from "../failure.js";
import { printable } from "../terminal/text.js";

/** Our machines, and those of a module that a person has named: it is run. */
export async function machinesFor(module: string | undefined): Promise<readonly AnyStateMachine[]> {
  if (module === undefined) return OUR_MACHINES;
  let found: Readonly<Record<string, unknown>>;
  try {
    found = await import(pathToFileURL(resolve(module)).href);
  } catch (error) {
    throw new Failure(
      `--machines: ${printable(module)} cannot be loaded: ${(error as Error).message}`,
    );
  }
  const machines = Object.values(found).filter(isMachine);
  if (machines.length === 0) {
    throw new Failure(
      `--machines: ${printable(module)} exports no XState machine. Export one by name.`,
    );
  }
  const own = new Set(machines.map(({ id }) => id));
  return [...machines, ...OUR_MACHINES.filter(({ id }) => !own.has(id))];
}

function isMachine(value: unknown): value is AnyStateMachine {
  return typeof value === "object" && value !== null && "root" in value && "config" in value;
}

import {
  askMachine,
  guardMachine,
  instructionMachine,
  type JournalEntry,
  verifyMachine,
} from "@readback/core";
import { checkpointOf, createHost, messageOf } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { type Kept, restoredFrom } from "../kept.js";
import { SERVICES } from "../names.js";
import { adminAt } from "./admin.js";

/** What a cluster keeps of its instances, as its admin port shows it. */
export interface ClusterInstances {
  /** A checkpoint of each instance that is under way; its `sequence` is that of the last entry it stands for. */
  readonly checkpoints: readonly JournalEntry[];
  /** What cannot be read, with the reason. */
  readonly problems: readonly string[];
}

/** Where the state of each machine is: under one key, or under one for each instance. */
const PLACES: Readonly<
  Record<string, { readonly machine: AnyStateMachine; readonly key: string }>
> = {
  [SERVICES.ask.name]: { machine: askMachine, key: "state" },
  [SERVICES.task.name]: { machine: verifyMachine, key: "state" },
  [SERVICES.todos.name]: { machine: guardMachine, key: "i:" },
  [SERVICES.queue.name]: { machine: instructionMachine, key: "i:" },
};

const MOST = 5_000;

interface Row {
  readonly service_name: string;
  readonly service_key: string;
  readonly key: string;
  readonly value_utf8: string;
}

/**
 * Reads how every instance stands, also those whose journal is gone, or was never kept. The admin port is for
 * operators: it reads all state.
 * @example
 * const { checkpoints } = await readClusterInstances("http://127.0.0.1:9070");
 */
export async function readClusterInstances(admin: string): Promise<ClusterInstances> {
  const names = Object.keys(PLACES).map((name) => `'${name}'`);
  const rows = await adminAt(admin).rows<Row>(
    `select service_name, service_key, key, value_utf8 from state
     where service_name in (${names.join(", ")}) and (key = 'state' or key like 'i:%')
     order by service_name, service_key, key limit ${MOST + 1}`,
  );
  const checkpoints: JournalEntry[] = [];
  const problems: string[] = [];
  const now = Date.now();
  for (const { service_name, service_key, key, value_utf8 } of rows.slice(0, MOST)) {
    const place = PLACES[service_name];
    if (!place || !key.startsWith(place.key)) continue;
    const id = key === "state" ? service_key : key.slice(place.key.length);
    try {
      const kept = JSON.parse(value_utf8) as Kept;
      const state = restoredFrom(createHost(place.machine), id, kept, now);
      checkpoints.push({ ...checkpointOf(now, { id, ...state }), sequence: kept.moves });
    } catch (error) {
      problems.push(`${service_name}/${service_key}: ${messageOf(error)}`);
    }
  }
  if (rows.length > MOST)
    problems.push(`There are more than ${MOST} instances: these are the first`);
  return { checkpoints, problems };
}

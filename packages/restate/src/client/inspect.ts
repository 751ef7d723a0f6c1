import { SERVICES } from "../names.js";
import { adminAt } from "./admin.js";

/** What a cluster says of itself. */
export interface ClusterReport {
  /** Version of the Restate server that answered. */
  readonly version: string;
  /** The nodes that agree on the cluster's metadata, by their numbers. */
  readonly members: readonly number[];
  /** The endpoints that serve Readback, each with its address and the services it has. */
  readonly endpoints: readonly {
    readonly uri: string;
    readonly services: readonly string[];
    /** Calls that began on it, and are not over: it must not go before they are. */
    readonly running: number;
  }[];
  /** Calls that fail again and again. */
  readonly stuck: readonly {
    readonly target: string;
    readonly retries: number;
    readonly why: string;
  }[];
  /** States that no registered version can read, by service and key. */
  readonly parked: readonly {
    readonly service: string;
    readonly key: string;
    readonly why: string;
  }[];
}

interface Deployment {
  readonly id: string;
  readonly uri?: string;
  readonly services: readonly { readonly name: string }[];
}

const OURS: ReadonlySet<string> = new Set(Object.values(SERVICES).map(({ name }) => name));
const MOST = 100;

/**
 * Asks the admin port of a cluster how it is.
 * @example
 * const { stuck, parked } = await inspectCluster("http://127.0.0.1:9070");
 */
export async function inspectCluster(admin: string): Promise<ClusterReport> {
  const { get, rows } = adminAt(admin);
  const { version } = await get<{ version: string }>("/version");
  const { deployments } = await get<{ deployments: readonly Deployment[] }>("/deployments");
  const running = await rows<{ id: string; calls: number }>(
    `select pinned_deployment_id as id, count(*) as calls from sys_invocation
     where status not in ('completed', 'scheduled') and pinned_deployment_id is not null
     and target_service_name like 'Readback%' group by pinned_deployment_id`,
  );
  const runningOn = new Map(running.map(({ id, calls }) => [id, calls]));
  const stuck = await rows<{ target: string; retry_count: number; last_failure: string | null }>(
    `select target, retry_count, last_failure from sys_invocation
     where status = 'backing-off' and target_service_name like 'Readback%' limit ${MOST}`,
  );
  const parked = await rows<{ service_name: string; service_key: string; value_utf8: string }>(
    `select service_name, service_key, value_utf8 from state
     where key like 'parked:%' and service_name like 'Readback%' limit ${MOST}`,
  );
  const { metadata_cluster_health: health } = await get<{
    metadata_cluster_health?: { members: readonly number[] };
  }>("/cluster-health");
  return {
    version,
    members: health?.members ?? [],
    endpoints: deployments
      .map(({ id, uri = "", services }) => ({
        uri,
        running: runningOn.get(id) ?? 0,
        services: services.map(({ name }) => name).filter((name) => OURS.has(name)),
      }))
      .filter(({ services }) => services.length > 0),
    stuck: stuck.map(({ target, retry_count, last_failure }) => ({
      target,
      retries: retry_count,
      why: last_failure ?? "",
    })),
    parked: parked.map(({ service_name, service_key, value_utf8 }) => ({
      service: service_name,
      key: service_key,
      why: whyIn(value_utf8),
    })),
  };
}

/** Why the newest of the states that were set aside cannot be read. */
function whyIn(text: string): string {
  try {
    const list = JSON.parse(text) as readonly { readonly why: string }[];
    return list.at(-1)?.why ?? "";
  } catch {
    return text.slice(0, 200);
  }
}

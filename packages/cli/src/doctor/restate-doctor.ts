import { messageOf } from "@readback/core/host";
import { type ClusterReport, inspectCluster } from "@readback/restate/client";
import { printableJson } from "../terminal/json.js";
import { screenOf } from "../terminal/screen.js";
import { printable } from "../terminal/text.js";
import { broken, type Check, drawCheck, ok, warning } from "./check.js";

/** `readback doctor --restate`: looks at a cluster through its admin port. */
export async function runClusterDoctor(
  admin: string,
  options: { readonly json?: boolean; readonly "no-color"?: boolean },
): Promise<number> {
  const checks = await clusterChecks(admin);
  const isBroken = checks.some(({ status }) => status === "broken");
  if (options.json) {
    console.log(printableJson({ ok: !isBroken, cluster: admin, checks }));
  } else {
    const screen = screenOf(options["no-color"]);
    const title = screen.style.bold(`The cluster at ${printable(admin)}`);
    console.log([title, "", ...checks.map((check) => drawCheck(check, screen))].join("\n"));
  }
  return isBroken ? 1 : 0;
}

async function clusterChecks(admin: string): Promise<readonly Check[]> {
  try {
    const report = await inspectCluster(admin);
    return [server(report), endpoints(report), stuck(report), parked(report)];
  } catch (error) {
    return [broken("cluster", messageOf(error))];
  }
}

function server({ version, members }: ClusterReport): Check {
  const message = `Restate ${version} answers; ${count(members.length, "node")} in its metadata`;
  const advice = "Replication is not visible from here: restatectl status";
  if (members.length > 2) return ok("cluster", message, advice);
  return warning(
    "cluster",
    `${message}: one that is lost stops everything until it is back`,
    advice,
  );
}

function endpoints({ endpoints }: ClusterReport): Check {
  if (endpoints.length === 0) {
    const next = "Start one with serve(), then: restate deployments register <its url>";
    return broken("endpoints", "No endpoint that serves Readback is registered", next);
  }
  const list = endpoints.map(
    ({ uri, services, running }) =>
      `${uri} (${count(services.length, "service")}, ${count(running, "call")} under way)`,
  );
  return ok("endpoints", list.join(", "));
}

function stuck({ stuck }: ClusterReport): Check {
  const [first] = stuck;
  if (!first) return ok("calls", "No call fails again and again");
  const message = `${count(stuck.length, "call")} failing again and again, such as ${first.target}: ${first.why || "no reason given"}`;
  return warning("calls", message, "Is the endpoint running, and reachable from every node?");
}

function parked({ parked }: ClusterReport): Check {
  const [first] = parked;
  if (!first) return ok("parked", "No state is set aside");
  const message = `${count(parked.length, "key")} with a state that could not be read, such as ${first.service}/${first.key}: ${first.why}`;
  return broken(
    "parked",
    message,
    "The state is kept under the key `parked` of the object: see docs/restate.md",
  );
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;

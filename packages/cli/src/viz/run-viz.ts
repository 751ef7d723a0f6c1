import { basename, dirname } from "node:path";
import { userSecret } from "@readback/node";
import {
  createControl,
  type OpenJournals,
  openJournals,
  type Receiver,
  receiveInspection,
  serve,
  type VisualizerServer,
} from "@readback/visualizer/server";
import { UsageError } from "../arguments.js";
import { Failure } from "../failure.js";
import { requirePerson } from "../guard/person.js";
import { portFlag } from "../number-flags.js";
import { screenOf } from "../terminal/screen.js";
import { printable } from "../terminal/text.js";
import { followCluster } from "./follow-cluster.js";
import { keptLayouts } from "./layout-folder.js";
import { machinesFor } from "./machines.js";
import { placesOf } from "./places.js";
import { forgottenLines, problemLines } from "./problems.js";

export interface VizValues {
  readonly control?: boolean;
  readonly inspect?: string;
  readonly restate?: string;
  readonly admin?: string;
  readonly port?: string;
  readonly "no-open"?: boolean;
  readonly machines?: string;
  readonly dir?: string;
  readonly "no-color"?: boolean;
}

/** Serves the page until a signal comes. */
export async function runViz(values: VizValues, named: readonly string[]): Promise<number> {
  const port = portFlag(values.port, "port");
  const inspect = portFlag(values.inspect, "inspect");
  const cluster = values.restate;
  if (cluster !== undefined && (named.length > 0 || values.dir !== undefined)) {
    throw new UsageError("--restate follows a cluster: name no journal and no --dir.");
  }
  if (values.admin !== undefined && cluster === undefined)
    throw new UsageError("--admin is for --restate.");
  const { paths, state } =
    cluster === undefined ? placesOf(named, values.dir) : { paths: [], state: undefined };
  if (values.control) requirePerson("viz --control");
  if (values.control && state === undefined) {
    throw new UsageError("--control is for the journals of one project: name its folder alone.");
  }
  const machines = await machinesFor(values.machines);
  let server: VisualizerServer | undefined;
  const title =
    cluster === undefined ? titleOf(paths) : `Readback: ${printable(cluster)}`.slice(0, 100);
  const journals = openJournals({
    paths,
    machines,
    title,
    layouts: keptLayouts(),
    onChange: () => server?.changed(),
    ...(values.control && state !== undefined
      ? { control: (store) => createControl(state, store) }
      : {}),
  });
  const stopped = signalled();
  let receiver: Receiver | undefined;
  let stopFollowing = () => {};
  try {
    server = await serve(() => journals, {
      title,
      ...(port === undefined ? {} : { port }),
    });
    if (cluster !== undefined)
      stopFollowing = await followCluster(journals, cluster, () => server?.changed(), values.admin);
    if (inspect !== undefined)
      receiver = await inspected(journals, inspect, () => server?.changed());
    const places = cluster === undefined ? placesIn(paths) : printable(cluster);
    await tell(journals, server, receiver, places, values, stopped);
    return await stopped;
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    if (code === "port_in_use" || code === "listen_failed") throw new Failure(`--${message}`);
    throw error;
  } finally {
    stopFollowing();
    journals.close();
    await receiver?.stop();
    await server?.stop();
  }
}

function inspected(journals: OpenJournals, port: number, onChange: () => void): Promise<Receiver> {
  return receiveInspection({
    port,
    // The same whenever it is started here, so that an app keeps its address.
    token: Buffer.from(userSecret("inspection", process.cwd())).toString("base64url").slice(0, 22),
    to: {
      add(entry) {
        journals.store.add(entry);
        journals.source.changed();
        onChange();
      },
      note(kind, what) {
        journals.store.note(kind, what);
        journals.source.changed();
        onChange();
      },
      define: (machine) => journals.define(machine),
    },
  });
}

async function tell(
  { store, ready }: OpenJournals,
  server: VisualizerServer,
  receiver: Receiver | undefined,
  places: string,
  values: VizValues,
  stopped: Promise<number>,
): Promise<void> {
  const { style } = screenOf(values["no-color"]);
  const say = (text = "") => console.log(text && `  ${text}`);
  const isOpen = values["no-open"] ? false : await server.openBrowser();
  say();
  say(
    isOpen ? "The page is open in your browser. To open it again:" : "Open this file in a browser:",
  );
  say();
  say(`  ${style.bold(server.link())}`);
  say();
  if (receiver) {
    say("XState apps are shown that send inspection events to this address:");
    say(`  ${style.bold(receiver.url)}`);
    say();
  }
  if (values.control) say("What you press on the page is done, and journaled as yours.");
  // Who has seen enough need not wait until a large journal has been read.
  if ((await Promise.race([ready, stopped])) !== undefined) return;
  const instances = [...store.machines.values()].reduce((sum, list) => sum + list.length, 0);
  say(
    store.records === 0
      ? `Nothing yet in ${places}: what is written there appears on the page.`
      : `${store.records} entries of ${instances} instances, in ${places}`,
  );
  for (const line of [...problemLines(store.problems), ...forgottenLines(store)])
    say(style.yellow(line));
  say(style.dim("Following. Ctrl-C stops."));
}

function placesIn([first = "", ...others]: readonly string[]): string {
  return printable(first) + (others.length > 0 ? ` and ${others.length} more` : "");
}

function titleOf(paths: readonly string[]): string {
  const [first = ""] = paths;
  const name = basename(first) === ".readback" ? basename(dirname(first)) : basename(first);
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : "";
  return `Readback: ${printable(name)}${more}`.slice(0, 100);
}

function signalled(): Promise<number> {
  return new Promise((resolve) => {
    // Stopping is how this ends.
    process.once("SIGINT", () => resolve(0));
    process.once("SIGTERM", () => resolve(143));
    process.once("SIGHUP", () => resolve(129));
  });
}

import { execFileSync } from "node:child_process";

/** Where the nodes of a cluster are that can be cut off from each other. */
interface Places {
  /** The address at which the others find this process. */
  readonly host: string;
  readonly nodes: readonly { readonly host: string; readonly run: readonly string[] }[];
  /** Nothing that one of the two sends reaches the other. Everybody else still reaches both. */
  cut(one: number, other: number): void;
  heal(one: number, other: number): void;
  remove(): void;
}

const NET = `10.77.${process.pid % 250}`;
const NOWHERE = "02:00:00:00:00:01";

const ip = (...args: readonly string[]) => execFileSync("ip", args, { stdio: "pipe" });

/** A network namespace for each node, on one bridge. `undefined`: this machine or this user cannot. */
export function networkOf(nodes: number): Places | undefined {
  const bridge = `rbk${process.pid % 100_000}`;
  const names = Array.from({ length: nodes }, (_, index) => `${bridge}n${index}`);
  const hostOf = (index: number) => `${NET}.${11 + index}`;
  const wireOf = (index: number) => `${bridge}v${index}`;
  const remove = () => {
    for (const [index, name] of names.entries()) {
      quietly(() => ip("link", "del", wireOf(index)));
      quietly(() => ip("netns", "del", name));
    }
    quietly(() => ip("link", "del", bridge));
  };
  try {
    ip("link", "add", bridge, "type", "bridge");
    ip("addr", "add", `${NET}.1/24`, "dev", bridge);
    ip("link", "set", bridge, "up");
    for (const [index, name] of names.entries()) {
      const wire = wireOf(index);
      ip("netns", "add", name);
      ip("link", "add", wire, "type", "veth", "peer", "name", "eth0", "netns", name);
      ip("link", "set", wire, "master", bridge, "up");
      ip("-n", name, "addr", "add", `${hostOf(index)}/24`, "dev", "eth0");
      ip("-n", name, "link", "set", "eth0", "up");
      ip("-n", name, "link", "set", "lo", "up");
    }
  } catch {
    remove();
    return undefined;
  }
  const both = (one: number, other: number, say: (from: number, to: number) => void) => {
    say(one, other);
    say(other, one);
  };
  return {
    host: `${NET}.1`,
    nodes: names.map((name, index) => ({
      host: hostOf(index),
      run: ["ip", "netns", "exec", name],
    })),
    // What is sent goes to a card that nobody has: it is lost on the way, and nobody is told so.
    cut: (one, other) =>
      both(one, other, (from, to) =>
        ip(
          ...["-n", String(names[from]), "neigh", "replace", hostOf(to)],
          ...["lladdr", NOWHERE, "nud", "permanent", "dev", "eth0"],
        ),
      ),
    heal: (one, other) =>
      both(one, other, (from, to) =>
        ip("-n", String(names[from]), "neigh", "del", hostOf(to), "dev", "eth0"),
      ),
    remove,
  };
}

function quietly(run: () => void): void {
  try {
    run();
  } catch {
    // It was not there.
  }
}

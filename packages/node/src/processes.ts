import { readFileSync, readlinkSync } from "node:fs";
import type { Processes } from "@readback/core/host";
import { shortLivedSha256 } from "./digest.js";
import { randomName } from "./random-name.js";

/**
 * This process among those that share a journal. Its name tells others how to see whether it still
 * lives, so nobody has to keep a register: where it runs, its number, when it started, and a part of
 * its own for each journal that it opens.
 */
export function joinProcesses(): Processes {
  const self = [here(), process.pid, startOf(process.pid) ?? "", randomName()].join(".");
  return { self, isGone };
}

function isGone(name: string): boolean {
  const [place = "", number = "", start] = name.split(".");
  const pid = Number(number);
  const [machine, boot] = place.split("-");
  const [thisMachine, thisBoot] = here().split("-");
  // Of another computer nothing can be known from here.
  if (machine !== thisMachine) return false;
  // Nobody outlives a restart of the computer.
  if (boot !== thisBoot) return true;
  // Nor of a container beside this one: its process numbers are others.
  if (place !== here() || !Number.isInteger(pid) || pid <= 0) return false;
  if (!isRunning(pid)) return true;
  // Numbers are used again; together with the start time, where that can be read, they are not.
  const began = startOf(pid);
  return began !== undefined && start !== "" && began !== start;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is running, too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process started, in ticks since the boot. Only Linux says. A zombie has ended. */
function startOf(pid: number): string | undefined {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields?.[0] === "Z" ? "ended" : fields?.[19];
}

let place: string | undefined;

/**
 * Where process numbers mean the same: this computer, this boot of it, and this container in it. Each part can be
 * told from the others: `machine-boot-container`.
 */
function here(): string {
  place ??= [
    `${hostname()}\n${textOf("/etc/machine-id")}`,
    textOf("/proc/sys/kernel/random/boot_id"),
    read(() => readlinkSync("/proc/self/ns/pid")) ?? "",
  ]
    .map((part) => shortLivedSha256(part).slice(0, 8))
    .join("-");
  return place;
}

/** Read where that can be done: `node:os` takes longer to load. */
function hostname(): string {
  const name = textOf("/proc/sys/kernel/hostname");
  return name || process.getBuiltinModule("node:os").hostname();
}

function textOf(path: string): string {
  return read(() => readFileSync(path, "utf8").trim()) ?? "";
}

function read(file: () => string): string | undefined {
  try {
    return file();
  } catch {
    return undefined;
  }
}

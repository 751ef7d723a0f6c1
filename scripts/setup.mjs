import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { capture, captureNode } from "./lib/command.mjs";
import { explainNetwork, Failure } from "./lib/failure.mjs";
import { quietly, say } from "./lib/steps.mjs";
import {
  members,
  npmCommand,
  pnpm,
  pnpmFolder,
  pnpmVersion,
  root,
  rootMember,
  toolsFolder,
} from "./lib/workspace.mjs";

const stamp = join(toolsFolder, "installed");
const modulesFolder = join(root, "node_modules");
const npmTrace = join(modulesFolder, ".package-lock.json");

/** Makes a fresh clone ready to build: pnpm first, then the dependencies. Quick if both are there. */
export async function setUp() {
  if (!existsSync(pnpm)) await quietly(`Fetching pnpm ${pnpmVersion}`, fetchPnpm);
  if (isInstalled()) {
    say("Dependencies are up to date");
  } else {
    await quietly("Installing dependencies", installDependencies);
  }
}

async function fetchPnpm() {
  const partial = `${pnpmFolder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, "package.json"), '{ "private": true }\n');
  const [command, args] = npmCommand([
    "install",
    `pnpm@${pnpmVersion}`,
    `--prefix=${partial}`,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
  ]);
  const shell = process.platform === "win32" && command === "npm";
  orExplain(await capture(command, args, { cwd: partial, shell }));
  rmSync(pnpmFolder, { recursive: true, force: true });
  renameSync(partial, pnpmFolder);
}

async function installDependencies() {
  rmSync(stamp, { force: true });
  if (existsSync(npmTrace)) removeInstalled();
  orExplain(await captureNode([pnpm, "install", "--prefer-offline"]));
  writeFileSync(stamp, fingerprint());
}

/** Clears what a stray `npm install` left: its folders would hide the ones that pnpm links. */
function removeInstalled() {
  for (const name of readdirSync(modulesFolder)) {
    const path = join(modulesFolder, name);
    if (path !== toolsFolder) rmSync(path, { recursive: true, force: true });
  }
}

function isInstalled() {
  if (existsSync(npmTrace) || !existsSync(stamp)) return false;
  if (readFileSync(stamp, "utf8") !== fingerprint()) return false;
  // A stamp is not enough: someone may have deleted a node_modules folder since.
  return [rootMember(), ...members()].every(({ folder, manifest }) => {
    const needs = { ...manifest.dependencies, ...manifest.devDependencies };
    return Object.keys(needs).every((name) => existsSync(join(folder, "node_modules", name)));
  });
}

/** Changes whenever another installation could come out different. */
function fingerprint() {
  const files = [
    join(root, "pnpm-lock.yaml"),
    join(root, "pnpm-workspace.yaml"),
    join(root, "package.json"),
    ...members().map(({ folder }) => join(folder, "package.json")),
  ];
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of files.filter((path) => existsSync(path))) {
    hash.update(`\n${file}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function orExplain({ code, output }) {
  if (code === 0) return;
  throw new Failure(explainNetwork(output) ?? `${output.trim()}\n\nThe command above failed.`);
}

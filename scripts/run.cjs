// Every npm script enters here: `node scripts/run.cjs <task or tool> [arguments]`.
// Plain old syntax on purpose, so that an old Node can still say that it is too old.
const found = process.versions.node;
const parts = found.split(".");
const major = Number(parts[0]);
const minor = Number(parts[1]);

// The same range as "engines" in package.json.
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

if (supported) {
  require("./load.cjs");
} else {
  console.error("Readback needs Node 20.19 or newer (on Node 22: 22.12 or newer).");
  console.error(`This is Node ${found}, at ${process.execPath}.`);
  console.error("Install a newer Node from https://nodejs.org and run the command again.");
  process.exit(1);
}

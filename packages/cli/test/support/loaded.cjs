// Tells at the end what a process has loaded: modules of Node, and files.
const { basename } = require("node:path");

const { writeFileSync } = require("node:fs");

process.once("exit", () => {
  const own = process.moduleLoadList.map((name) => name.replace(/^.* /, ""));
  const files = Object.keys(require.cache).map((path) => basename(path));
  writeFileSync(process.env.READBACK_TEST_LOADED, JSON.stringify([...own, ...files]));
});

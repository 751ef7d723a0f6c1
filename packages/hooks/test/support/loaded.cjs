// Tells at the end which modules of Node a process has loaded.
const { writeFileSync } = require("node:fs");

process.once("exit", () => {
  const names = process.moduleLoadList.map((name) => name.replace(/^.* /, ""));
  writeFileSync(process.env.READBACK_TEST_LOADED, JSON.stringify(names));
});

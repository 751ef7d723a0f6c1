// Apart from run.cjs because the oldest versions of Node cannot parse `import()`.
import("./tasks.mjs").then(({ runTask }) => runTask(process.argv[2], process.argv.slice(3)));

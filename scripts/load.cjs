// Apart from run.cjs because the oldest versions of Node cannot parse `import()`.
import("./main.mjs");

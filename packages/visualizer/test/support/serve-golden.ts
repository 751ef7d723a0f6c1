import { serve } from "../../src/node/serve.js";
import { goldenSource } from "./golden-source.js";

// The page over the golden journals, to look at while working on it: prints a link, ends with the process.

const source = goldenSource();
const { epoch, revision } = await source.status();
const server = await serve(() => ({ source, changed: { epoch, revision } }), {
  title: "golden journals",
});
console.log(server.link());

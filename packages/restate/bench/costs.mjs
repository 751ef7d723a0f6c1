// What one ask costs a server, beside its bare twin: `node packages/restate/bench/costs.mjs`.
import { costsOf, onOneNode } from "./lifecycle.mjs";

for (const [name, cost] of Object.entries(await onOneNode(costsOf))) console.log(name, cost);

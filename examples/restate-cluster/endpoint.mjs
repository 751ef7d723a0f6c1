// The endpoint: where the machines run. Any number of these may run, each registered by its address.
import { readbackServices, serve } from "@readback/restate";

const port = Number(process.env.PORT ?? 9080);
const { url } = await serve({ port, services: readbackServices({ ask: {} }) });
console.log(url);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));

// The endpoint: where the machines run. Any number of these may run, each registered by its address.
import { readbackServices, serve } from "@readback/restate";

// On this machine alone, unless HOST says otherwise: then with the public keys of the Restate servers, or in a network
// that nobody else reaches.
const { PORT = "9080", HOST = "127.0.0.1", IDENTITY_KEYS, TRUST_NETWORK } = process.env;
const { url } = await serve({
  port: Number(PORT),
  host: HOST,
  services: readbackServices({ ask: {} }),
  ...(IDENTITY_KEYS && { identityKeys: IDENTITY_KEYS.split(",") }),
  ...(TRUST_NETWORK === "1" && { trustNetwork: true }),
});
console.log(url);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));

// Runs the Worker on this machine, with workerd: the program that runs it at Cloudflare.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import workerd from "workerd";

const own = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Starts it; everything an object keeps is in `storage`. */
export function serve({ port = 8787, storage = own("storage") } = {}) {
  mkdirSync(storage, { recursive: true });
  const place = [`--socket-addr=http=127.0.0.1:${port}`, `--directory-path=storage=${storage}`];
  return spawn(workerd.default, ["serve", own("workerd.capnp"), ...place], { stdio: "inherit" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  serve();
  console.log("Open http://127.0.0.1:8787");
  console.log("Then: curl -X POST 'http://127.0.0.1:8787/deploy?call=1'");
}

import { randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { type Greeting, sessionText, type Welcome } from "../shared/handshake.js";
import { ROUTES } from "../shared/protocol.js";
import { originOf } from "./options.js";
import { isProof, peerKey } from "./sessions.js";

const LONGEST = 1_024;
const PATIENCE = 2_000;

/**
 * Whether the program that has a port of this machine serves a question page with this secret. It has
 * to prove it; the secret is not sent.
 * @example
 * if (await isOurPage(7300, secret)) console.log("Another process of mine serves the page.");
 */
export async function isOurPage(port: number, secret: string): Promise<boolean> {
  const nonce = randomBytes(16).toString("base64url");
  const greeting: Greeting = { key: "peer", id: "peer", tab: "peer", nonce };
  const text = await post(port, JSON.stringify(greeting)).catch(() => "");
  try {
    const { session, proof } = JSON.parse(text) as Welcome;
    const said = sessionText("server", originOf(port), greeting, String(session));
    return isProof(String(proof), peerKey(secret), said);
  } catch {
    return false;
  }
}

/** The reply to a greeting, of whoever is there: short and soon, or none. */
function post(port: number, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: "127.0.0.1",
      port,
      path: ROUTES.greet,
      method: "POST",
      headers: { "content-type": "application/json" },
      agent: false,
      signal: AbortSignal.timeout(PATIENCE),
    });
    request.on("error", reject);
    request.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        if (text.length > LONGEST) request.destroy(new Error("too long"));
      });
      response.on("error", reject);
      response.on("end", () => resolve(text));
    });
    request.end(body);
  });
}

import type { IncomingMessage } from "node:http";
import type { Refusal } from "./access.js";

/** Reads a JSON body of limited size, or says why not. */
export async function readBody(
  request: IncomingMessage,
  maxBody: number,
): Promise<string | Refusal> {
  const { headers } = request;
  if (!/^application\/json(;|$)/i.test(headers["content-type"] ?? "")) {
    return { status: 415, message: "The Content-Type must be application/json" };
  }
  const tooLarge = { status: 413, message: `Too long: at most ${maxBody} bytes can be sent` };
  if (Number(headers["content-length"] ?? 0) > maxBody) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) return tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

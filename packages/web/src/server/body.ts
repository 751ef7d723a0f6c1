import type { IncomingMessage } from "node:http";
import type { SEALED_TYPE } from "../shared/handshake.js";
import type { Refusal } from "./access.js";

/** Reads a body of limited size, or says why not. */
export async function readBody(
  request: IncomingMessage,
  type: "application/json" | typeof SEALED_TYPE,
  maxBody: number,
): Promise<Buffer | Refusal> {
  const { headers } = request;
  if (headers["content-type"]?.split(";")[0]?.toLowerCase() !== type) {
    return { status: 415, message: `The Content-Type must be ${type}` };
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
  return Buffer.concat(chunks);
}

import { fromBase85 } from "./base85.js";

/** The text of an element that holds it deflated, in Base85. */
export async function unpack(id: string): Promise<string> {
  const packed = document.getElementById(id)?.textContent ?? "";
  const stream = new Blob([fromBase85(packed)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** A name nobody else has. `crypto.randomUUID` is not there in a frame that is not a secure context. */
export function newName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

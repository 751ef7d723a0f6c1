/**
 * A random UUID. Put together anew, because V8 builds it from twenty pieces and keeps them all: 430
 * bytes for each name that is remembered.
 */
export function randomId(): string {
  return crypto.randomUUID().split("-").join("-");
}

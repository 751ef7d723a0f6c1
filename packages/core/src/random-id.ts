/**
 * A random UUID. It is in lower case already; but V8 builds it from twenty pieces and keeps them all,
 * 430 bytes for each name that is remembered, until somebody asks for something of it.
 */
export function randomId(): string {
  return crypto.randomUUID().toLowerCase();
}

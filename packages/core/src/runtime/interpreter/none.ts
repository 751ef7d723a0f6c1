/** What a bundler for browsers takes in place of `interpreter.ts` (`browser` in package.json): XState runs every machine. */
export function interpret(): never {
  throw new Error("This bundle has no interpreter: XState runs its machines");
}

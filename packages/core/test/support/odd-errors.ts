const throws = (): never => {
  throw new Error("a getter threw");
};

/** What can be thrown, beyond errors: each with a name for the test. */
export const ODD_ERRORS: readonly (readonly [name: string, thrown: () => unknown])[] = [
  [
    "an error whose message throws",
    () => Object.defineProperty(new Error("x"), "message", { get: throws }),
  ],
  [
    "an error whose stack throws",
    () => Object.defineProperty(new Error("x"), "stack", { get: throws }),
  ],
  [
    "an error whose code throws",
    () => Object.defineProperty(new Error("x"), "code", { get: throws }),
  ],
  [
    "an error whose message is an object",
    () => Object.assign(new Error("x"), { message: { toString: throws } }),
  ],
  ["an error without a message", () => new RangeError()],
  [
    "a proxy that refuses everything",
    () => new Proxy({}, { get: throws, has: throws, getPrototypeOf: throws, ownKeys: throws }),
  ],
  [
    "a proxy that was revoked",
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  ],
  ["an object without a prototype", () => Object.create(null)],
  ["an object that cannot be a text", () => ({ toString: throws, [Symbol.toPrimitive]: throws })],
  ["a function", () => function rocket() {}],
  ["a symbol", () => Symbol("odd")],
  ["nothing", () => undefined],
  ["null", () => null],
];

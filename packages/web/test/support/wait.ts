/** Waits for the next time a callback is called; hand `callback` to whatever calls it. */
export function nextCall<A extends readonly unknown[]>() {
  let settle: (args: A) => void = () => {};
  const called = new Promise<A>((resolve) => {
    settle = resolve;
  });
  return { called, callback: (...args: A) => settle(args) };
}

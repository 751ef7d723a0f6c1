/** The wish to stop, which can come at any time. */
export interface Quit {
  /** Settles when somebody wishes to stop. */
  readonly wished: Promise<void>;
  /**
   * Wishes to stop. The promise it returns never settles: whoever waits for it simply does not go
   * on. Throwing instead would look like a failure to the machine that is running.
   */
  wish(): Promise<never>;
}

export function createQuit(): Quit {
  let settle = () => {};
  const wished = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return {
    wished,
    wish() {
      settle();
      return new Promise<never>(() => {});
    },
  };
}

/** An ask that is presented and waits to be rendered, for 30 s. */
export const presentedAsk = {
  ask: {
    askId: "ask",
    requestBase: "own",
    session: "s",
    from: null,
    title: null,
    questions: [],
    maxRetries: 1,
    retry: "agent",
    concurrency: "queue",
    times: {
      renderTimeout: 30_000,
      responseTimeout: 300_000,
      responseCap: 900_000,
      queueCap: 1,
      idleWindow: 600_000,
      lateAnswerWindow: 1,
      memory: 1,
    },
  },
  call: { caller: "a" },
  at: 0,
};

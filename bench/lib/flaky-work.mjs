/** Work that a check refuses at first: each run of it takes two attempts. */
export function flakyWork() {
  let attempts = 0;
  return {
    execute: async () => {
      attempts += 1;
    },
    verify: async () => attempts % 2 === 0,
  };
}

export const attemptsPerRun = 2;

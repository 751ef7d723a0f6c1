/** A failure that a person can act on: its message is shown without a stack. */
export class Failure extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL|ERR_PNPM_NO_OFFLINE_META/;

/** Says what a failed download means, or undefined if the output shows something else. */
export function explainNetwork(output) {
  const code = unreachable.exec(output)?.[0];
  if (code === undefined) return undefined;
  return (
    `The npm registry could not be reached (${code}).\n` +
    "The first run, and each run after dependencies changed, downloads packages from it.\n" +
    "Check the connection, a proxy, or `npm config get registry`, then run the command again."
  );
}

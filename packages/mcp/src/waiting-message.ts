/** What a waiting client can show. `isShown` is undefined when that is not known. */
export function waitingMessage(isShown: boolean | undefined, seconds: number): string {
  const what =
    isShown === undefined
      ? "Waiting for the person"
      : isShown
        ? "Waiting for the person's answer"
        : "Waiting for the question to appear";
  return `${what} (${inWords(Math.round(seconds))})`;
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60} s`;
  return minutes === 0 ? rest : `${minutes} min ${rest}`;
}

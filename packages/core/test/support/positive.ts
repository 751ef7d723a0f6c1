/** A whole number that an environment variable sets, if it does. */
export function positive(variable: string): number | undefined {
  const value = process.env[variable];
  if (value === undefined || value === "") return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number !== 0) return number;
  throw new Error(`${variable} must be a whole number other than 0 (given: "${value}")`);
}

import { UsageError } from "./arguments.js";

/** The addresses in a flag `--restate`. */
export function addresses(flag: string): readonly string[] {
  return flag.split(",").map((one) => one.trim());
}

/** The flag, where every address in it is one: it is going to be written down. */
export function checkedAddresses(flag: string | undefined): string | undefined {
  for (const one of flag === undefined ? [] : addresses(flag)) {
    if (URL.canParse(one) && /^https?:$/.test(new URL(one).protocol)) continue;
    throw new UsageError(
      `--restate is the address of an ingress, such as http://127.0.0.1:8080, or several with commas (given: ${JSON.stringify(one)}).`,
    );
  }
  return flag;
}

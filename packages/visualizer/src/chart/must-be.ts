/** Throws a `TypeError` that says what to give instead, for what is none of it. */
export function mustBe(isOne: boolean, what: string): void {
  if (!isOne) throw new TypeError(`Not ${what}.`);
}

/** Whether a value is an object with these lists. */
export function hasLists(value: unknown, ...names: readonly string[]): boolean {
  const found = value as Readonly<Record<string, unknown>> | null | undefined;
  return typeof found === "object" && names.every((name) => Array.isArray(found?.[name]));
}

/** Throws for what is no layout of a chart. */
export function mustBeLayout(layout: unknown): void {
  mustBe(hasLists(layout, "nodes", "edges"), "a layout: give what createLayouts made of a chart");
}

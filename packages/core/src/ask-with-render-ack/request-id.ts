/** What the request ids of an ask are made from. */
export interface RequestNames {
  /** Unguessable beginning of its request ids. */
  readonly requestBase: string;
  /** Presentations before the first of `requestBase`. Only asks of version 0.1 have any. */
  readonly offset?: number | undefined;
  /** Bases of earlier generations, each for the presentations after `offset` and up to `upTo`. Only asks of version 0.1 have any. */
  readonly former?:
    | readonly { readonly requestBase: string; readonly offset: number; readonly upTo: number }[]
    | undefined;
}

/**
 * The grammar of request ids, in one place: `<askId>~<name>.<presentation>`. The askId says which ask
 * a message of a surface belongs to; the name is unguessable; presentations count from 1 over the whole
 * life of the ask. (Ids of version 0.1 have no askId, and a base for each generation.)
 */
export function requestIdOf(
  { requestBase, offset = 0 }: RequestNames,
  presentation: number,
): string {
  return `${requestBase}.${presentation - offset}`;
}

/** The base of the request ids of a new ask; `name` is unguessable. */
export function requestBaseOf(askId: string, name: string): string {
  return `${askId}~${name}`;
}

/** Whether it can be a request id at all: a UI may say anything. */
export function isRequestId(said: unknown): said is string {
  return typeof said === "string";
}

/** The ask a request id names, or `undefined`. Such an ask may not exist: request ids come from outside. */
export function askIdOf(requestId: string): string | undefined {
  if (!isRequestId(requestId)) return undefined;
  const end = requestId.indexOf("~");
  return end > 0 ? requestId.slice(0, end) : undefined;
}

/** The base of a request id: the same for all presentations of one ask. */
export function baseOf(requestId: string): string {
  return requestId.slice(0, Math.max(0, requestId.lastIndexOf(".")));
}

/** Whether an ask has, or had, this base. */
export function hasBase({ requestBase, former = [] }: RequestNames, base: string): boolean {
  return requestBase === base || former.some((one) => one.requestBase === base);
}

/** Which presentation of an ask a request id names, of those made so far; 0 when it names none. */
export function presentationOf(names: RequestNames, made: number, requestId: unknown): number {
  if (typeof requestId !== "string") return 0;
  const number = numbered(names, made, requestId);
  if (number > 0 || !names.former) return number;
  for (const one of names.former) {
    const earlier = numbered(one, one.upTo, requestId);
    if (earlier > 0) return earlier;
  }
  return 0;
}

function numbered(names: RequestNames, made: number, requestId: string): number {
  const { requestBase, offset = 0 } = names;
  if (!requestId.startsWith(requestBase)) return 0;
  const number = offset + Number(requestId.slice(requestBase.length + 1));
  const isOne = Number.isInteger(number) && number > offset && number <= made;
  // Only the one spelling: "01", "1e0" and " 1" are numbers, too.
  return isOne && requestId === requestIdOf(names, number) ? number : 0;
}

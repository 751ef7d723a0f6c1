import type { Changed, SourceMethod } from "./source.js";

/**
 * How the page speaks with a server. A tab proves itself as a tab of the question page does (`/greet`, then
 * `/events`); its posts are sealed and the replies are proven.
 *
 * - `POST /api/<method>`: the body is a JSON array with the arguments. The reply is the JSON value with
 *   status 200, or `{ "error": "…" }` with 400 (a bad argument) or 500.
 * - `GET /events`: lines of JSON. First `keys`, then `hello`, then `changed` whenever something has, at
 *   most some times a second. Who reconnects compares `hello` with what was seen last.
 */
export const apiPath = (method: SourceMethod) => `/api/${method}`;

/** A line of the stream, besides `keys`, `rest` and `ping`. */
export type StreamLine = Changed & { readonly type: "hello" | "changed" };

/** A chart could not be laid out or made an image of. The message says what to do. */
export class ChartError extends Error {
  override readonly name = "ChartError";

  constructor(
    readonly code: "layout_timeout" | "layout_failed" | "no_browser" | "image_failed",
    message: string,
  ) {
    super(message);
  }
}

import { type Clock, InvalidInputError, type QuestionRequest, systemClock } from "@readback/core";
import { functionSchema, parse } from "@readback/core/host";
import * as z from "zod";
import { type TrustsPage, trustedPages } from "./trusted-page.js";

/** Settings of `createElectronBridge`. */
export interface ElectronBridgeOptions {
  /**
   * The page that may show questions and answer them, by address: an origin (`app://ui`) trusts all of
   * it, an address with a path (`pathToFileURL("index.html").href`) that path only. Several: a list.
   */
  readonly page: string | readonly string[];
  /**
   * Whether to show a desktop notification for a question that nobody sees; its click takes the person to
   * the window. A function gives the words: they come from a model, so trust nothing in them. Default false.
   */
  readonly notification?:
    | boolean
    | ((request: QuestionRequest) => { readonly title: string; readonly body: string });
  /** Whether the app's icon shows how many questions wait, where the system can do that. Default false. */
  readonly badge?: boolean;
  /**
   * What to do with the window for a question that nobody sees: nothing, `flash` it, or `show` it and take
   * the focus. Default `nothing`.
   */
  readonly window?: "nothing" | "flash" | "show";
  /** Told of errors nobody else can see. Default `console.error`. */
  readonly onError?: (error: unknown) => void;
  /** Where time comes from. Default: the system. */
  readonly clock?: Clock;
}

/** The settings, with their defaults. */
export interface Settings {
  readonly trusts: TrustsPage;
  readonly notification: NonNullable<ElectronBridgeOptions["notification"]>;
  readonly badge: boolean;
  readonly window: NonNullable<ElectronBridgeOptions["window"]>;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
}

const schema = z.strictObject({
  onError: functionSchema<Settings["onError"]>().optional(),
  clock: z.custom<Clock>().optional(),
  page: z.union([z.string(), z.array(z.string()).min(1)], {
    error: 'must be the address of your page, such as "app://ui", or a list of such',
  }),
  notification: z
    .custom<Settings["notification"]>(
      (value) => typeof value === "boolean" || typeof value === "function",
      "must be true, false or a function",
    )
    .default(false),
  badge: z.boolean("must be true or false").default(false),
  window: z
    .enum(["nothing", "flash", "show"], { error: 'must be "nothing", "flash" or "show"' })
    .default("nothing"),
});

/** Fills in the defaults, or throws an error that names each field. */
export function settingsOf(options: ElectronBridgeOptions): Settings {
  const data = parse(schema, options ?? {}, "Electron bridge options");
  const trusts = trustedPages([data.page].flat());
  if (typeof trusts === "string") {
    throw new InvalidInputError("Electron bridge options", [{ field: "page", problem: trusts }]);
  }
  const { onError = (thrown: unknown) => console.error(thrown), clock = systemClock } = options;
  return { ...data, trusts, onError, clock };
}

import { randomBytes } from "node:crypto";
import { type InputProblem, InvalidInputError } from "@readback/core";

/**
 * An application's own part of the page, above the questions. Its script finds `#panel`, hears
 * `readback-panel` events on `document` (the state in `detail`), dispatches `readback-panel-ready`
 * once it listens, and `readback-panel-say` with whatever it has to say in `detail`.
 */
export interface PagePanel {
  /** An ES module, as text. */
  readonly script: string;
  /** CSS, as text. */
  readonly style: string;
  /** Takes what the script said. It comes from a browser: check it, and throw to refuse it. */
  readonly onMessage: (message: unknown) => void;
}

/** Settings of `openQuestionPage`. */
export interface QuestionPageOptions {
  /** Port to listen on. Default 0: any free one. */
  readonly port?: number;
  /**
   * What this server and its tabs know each other by: 32 random bytes or more in base64url. Processes
   * that serve the page in turn share it. It is never sent. Default: a new one.
   */
  readonly secret?: string;
  /** Name of the page, shown in the tab. Default `Readback`. */
  readonly title?: string;
  /** The longest message a tab can send, in bytes. Default 4 MiB. */
  readonly maxBody?: number;
  /** How many tabs can be connected; beyond that the oldest rests. Default 5. */
  readonly maxTabs?: number;
  /**
   * Folder for the file that opens the page. One that others can read is not used. Default: one of
   * this user.
   */
  readonly folder?: string;
  /** The application's own part of the page. Default: none. */
  readonly panel?: PagePanel;
  /** Opens a file in a browser, given its address; `false` when it cannot. Default: what the system has for that. */
  readonly opener?: (url: string) => Promise<boolean>;
  /** Told how many tabs are connected, whenever that changes. Default: nobody. */
  readonly onTabs?: (count: number) => void;
  /** Told of errors nobody else can see. Default `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** The page cannot be served. */
export class QuestionPageError extends Error {
  readonly code: "port_in_use" | "listen_failed";

  constructor(code: QuestionPageError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "QuestionPageError";
    this.code = code;
  }
}

/** What every page of this machine needs to be told. */
export interface PageSettings {
  readonly port: number;
  readonly secret: string;
  readonly maxBody: number;
  readonly maxTabs: number;
}

/** Fills in the defaults, or throws an error that names each field. */
export function pageSettings(
  {
    port = 0,
    secret = randomBytes(32).toString("base64url"),
    title = "Readback",
    maxBody = 4 * 1024 * 1024,
    maxTabs = 5,
  }: Pick<QuestionPageOptions, "port" | "secret" | "title" | "maxBody" | "maxTabs">,
  owner = "question page options",
): PageSettings & { readonly title: string } {
  const problems: InputProblem[] = [];
  const check = (isRight: boolean, field: string, problem: string) => {
    if (!isRight) problems.push({ field, problem });
  };
  check(isWhole(port, 0, 65_535), "port", "must be a whole number, 0 to 65535");
  check(
    typeof secret === "string" && /^[\w-]{43,500}$/.test(secret),
    "secret",
    "must be 32 random bytes or more in base64url, 43 to 500 characters: leave it out for a new one",
  );
  check(
    typeof title === "string" && title.trim() !== "" && title.length <= 100,
    "title",
    "must have 1 to 100 characters",
  );
  check(isWhole(maxBody, 1_024, 2 ** 30), "maxBody", "must be a whole number, 1024 to 1073741824");
  check(isWhole(maxTabs, 1, 5), "maxTabs", "must be a whole number, 1 to 5");
  if (problems.length > 0) throw new InvalidInputError(owner, problems);
  return { port, secret, title, maxBody, maxTabs };
}

/** The origin of the page, as browsers call it. */
export const originOf = (port: number) => new URL(`http://127.0.0.1:${port}`).origin;

/** Says what to do about a port that cannot be had. */
export function listenError(error: unknown, port: number): QuestionPageError {
  const { code, message } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  return code === "EADDRINUSE"
    ? new QuestionPageError(
        "port_in_use",
        `port: ${port} is in use: choose another one, or 0 for any free one`,
        options,
      )
    : new QuestionPageError(
        "listen_failed",
        `port: cannot listen on 127.0.0.1:${port} (${message}): choose another one`,
        options,
      );
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  openQuestionPage,
  type QuestionPage,
  QuestionPageError,
  type QuestionPageOptions,
} from "@readback/web/server";
import { secretFile } from "./secret-file.js";

/** Settings of the question page; the token is kept in a file. */
export type PageSettings = Omit<QuestionPageOptions, "token">;

/**
 * Opens the question page where it was the last time, with the same token: a tab that is still open
 * from before a restart comes back by itself.
 */
export async function openPage(folder: string, settings: PageSettings): Promise<QuestionPage> {
  const token = secretFile(join(folder, "page-token")).toString("base64url");
  const portFile = join(folder, "page-port");
  const page = await openAgain({ ...settings, token }, lastPort(portFile));
  writeFileSync(portFile, String(page.port), { mode: 0o600 });
  return page;
}

/** On the port that was asked for, else on the one of the last time if it is free, else on any. */
async function openAgain(options: QuestionPageOptions, last = 0): Promise<QuestionPage> {
  if (options.port !== undefined) return openQuestionPage(options);
  try {
    return await openQuestionPage({ ...options, port: last });
  } catch (error) {
    if (!(error instanceof QuestionPageError && error.code === "port_in_use")) throw error;
    return openQuestionPage(options);
  }
}

function lastPort(path: string): number | undefined {
  try {
    const port = Number(readFileSync(path, "utf8"));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openQuestionPage, type QuestionPage } from "@readback/web/server";
import { secretFile } from "./secret-file.js";

/** Settings of the question page. */
export interface PageSettings {
  /** Default: the port of the last time, if it is free, else any. */
  readonly port?: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Opens the question page where it was the last time, with the same token: a tab that is still open
 * from before a restart comes back by itself.
 */
export async function openPage(folder: string, settings: PageSettings): Promise<QuestionPage> {
  const { port, onError } = settings;
  const token = secretFile(join(folder, "page-token")).toString("base64url");
  const portFile = join(folder, "page-port");
  const page = await (port === undefined
    ? openAgain({ token, onError }, lastPort(portFile))
    : openQuestionPage({ token, onError, port }));
  writeFileSync(portFile, new URL(page.url).port, { mode: 0o600 });
  return page;
}

type PageOptions = Omit<NonNullable<Parameters<typeof openQuestionPage>[0]>, "port">;

async function openAgain(options: PageOptions, port: number | undefined): Promise<QuestionPage> {
  if (port === undefined) return openQuestionPage(options);
  try {
    return await openQuestionPage({ ...options, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
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

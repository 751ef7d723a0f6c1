import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Asker, type AskerOptions, createAsker } from "@readback/core";
import { createFileJournal, journalFolder, stateFolder } from "@readback/node";
import type { QuestionPage } from "@readback/web/server";
import { type AskUserToolsOptions, createAskUserTools } from "../ask-user-tools.js";
import type { McpServerLike } from "../mcp-server.js";
import { pageSurface } from "../page-surface.js";
import { createSurfaces } from "../surfaces.js";
import type { ToolCall } from "../tool-call.js";
import { type ClaimedFolder, claimFolder } from "./claim-folder.js";
import type { PageSettings } from "./open-page.js";
import { noteTab, withReturningTab } from "./returning-tab.js";
import { secretFile } from "./secret-file.js";

/** Settings of {@link openAskUser}. Durations are in milliseconds. */
export interface AskUserHostOptions
  extends Pick<AskUserToolsOptions, "patience" | "patienceWithProgress" | "heartbeat"> {
  /** Where the state is kept. Default: `READBACK_DIR`, else `.readback` in the working folder. */
  readonly dir?: string;
  /** Whose questions these are. Default: the MCP session over HTTP, else the client's name and the working folder. */
  readonly session?: string;
  /** Where questions are shown. Default `auto`: the page, else the client's own form. */
  readonly surface?: "auto" | "page" | "elicitation";
  /** Settings of the page. Its port is by default the one of the last time, else any. */
  readonly page?: PageSettings;
  /** Whether to open a browser when no tab is open. Default true. */
  readonly openBrowser?: boolean;
  /** Settings of the asker, such as its times. */
  readonly asker?: Omit<AskerOptions, "bridge" | "journal">;
  /** Told of errors nobody waits for. Default: they go to stderr. */
  readonly onError?: (error: unknown) => void;
}

/** Everything that asking a person through MCP needs, open and ready. */
export interface AskUserHost {
  readonly asker: Asker;
  /** The question page, unless only the client's form is used. */
  readonly page: QuestionPage | null;
  /** The folder of the state that all servers of the project share. */
  readonly folder: string;
  /** Adds `ask_user` and `ask_user_question` to a server; one for each connection, if you like. */
  register(server: McpServerLike): void;
  /** Lets go of everything. Open questions are kept for the next server. */
  close(): Promise<void>;
}

/**
 * Opens the question page and the durable journal, takes up the questions of before a restart, and
 * makes the tools to register on an `McpServer`.
 * @example
 * const readback = await openAskUser();
 * readback.register(server);
 */
export async function openAskUser(options: AskUserHostOptions = {}): Promise<AskUserHost> {
  const { onError = (error: unknown) => console.error(error) } = options;
  const folder = join(stateFolder(process.cwd(), options.dir), "mcp");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const claimed = claimFolder(folder);
  try {
    return await openIn(claimed, folder, { ...options, onError });
  } catch (error) {
    claimed.release();
    throw error;
  }
}

async function openIn(
  claimed: ClaimedFolder,
  folder: string,
  options: AskUserHostOptions & { readonly onError: (error: unknown) => void },
): Promise<AskUserHost> {
  const { surface = "auto", openBrowser = true, session = sessionOf, onError } = options;
  const page =
    surface === "elicitation" ? null : await openPage(claimed.path, { onError, ...options.page });
  const tabFile = join(claimed.path, "page-tab");
  const surfaces = createSurfaces({
    local: page ? [withReturningTab(pageSurface(page, { open: openBrowser }), page, tabFile)] : [],
    elicitation: surface !== "page",
  });
  const journal = createFileJournal({ folder: journalFolder(claimed.path) });
  const asker = createAsker({ onError, ...options.asker, bridge: surfaces, journal });
  const requestStateKey = secretFile(join(folder, "request-state-key"));
  const tools = createAskUserTools({ ...options, asker, surfaces, session, requestStateKey });
  asker.recover();
  return {
    asker,
    page,
    folder,
    register: tools.register,
    async close() {
      asker.dispose();
      if (page && page.tabs > 0) noteTab(tabFile, true);
      await page?.stop();
      journal.close();
      claimed.release();
    },
  };
}

/** Who needs no page does not load one. */
async function openPage(folder: string, settings: PageSettings): Promise<QuestionPage> {
  const page = await import("./open-page.js");
  return page.openPage(folder, settings);
}

/** A restarted server goes on with the same sessions, where the protocol lets it. */
function sessionOf({ sessionId, client }: ToolCall): string {
  return (sessionId ?? `${client?.name ?? "client"}@${process.cwd()}`).slice(0, 1_000);
}

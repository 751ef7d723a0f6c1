import { basename, dirname, join } from "node:path";
import { type Asker, type AskerOptions, createAsker, type Journal } from "@readback/core";
import { refuseUnknown } from "@readback/core/host";
import {
  adoptableIn,
  createFileJournal,
  deletionToTell,
  journalFolder,
  privateFolder,
  stateFolder,
  userSecret,
} from "@readback/node";
import type { AskUserToolsOptions } from "../ask-user-settings.js";
import { createAskUserTools } from "../ask-user-tools.js";
import type { McpServerLike } from "../mcp-server.js";
import { createSurfaces, type SurfacesOptions } from "../surfaces.js";
import type { ToolCall } from "../tool-call.js";
import type { PageSettings, SharedPage } from "./shared-page.js";
import { openTerminals, type Terminals, withTerminals } from "./terminals.js";
import { viewDrafts } from "./view-drafts.js";
import { viewMemory } from "./view-memory.js";

/** Settings of {@link openAskUser}. Durations are in milliseconds. */
export interface AskUserHostOptions
  extends Pick<AskUserToolsOptions, "patience" | "patienceWithProgress" | "heartbeat">,
    Pick<SurfacesOptions, "quickestReply"> {
  /** Where the state is kept. Default: `READBACK_DIR`, else `.readback` in the working folder. */
  readonly dir?: string;
  /** Whose questions these are. Default: the client's name and the working folder. */
  readonly session?: string;
  /**
   * Where questions are shown. Default `auto`: inside a client that shows views (MCP Apps), else on the page and
   * in every terminal with `readback answer`, else in the client's own form. `app`: inside the client alone.
   * `no-app`: as `auto`, without that. `terminal`: the terminal this process was started from, if nobody uses it,
   * and every terminal with `readback answer`.
   */
  readonly surface?: "auto" | "app" | "no-app" | "page" | "elicitation" | "terminal";
  /** Settings of the page. Its port is by default the one of the last time, else any. */
  readonly page?: PageSettings;
  /** Whether to open a browser when no tab is open. Default true. */
  readonly openBrowser?: boolean;
  /** Settings of the asker, such as its times. */
  readonly asker?: Omit<AskerOptions, "bridge" | "journal">;
  /** Wraps the journal, such as `withTelemetry` of `@readback/core/opentelemetry`. */
  readonly observe?: <J extends Journal>(journal: J) => J;
  /** Told of errors nobody waits for. Default: they go to stderr. */
  readonly onError?: (error: unknown) => void;
}

/** What a server of the tools needs of what is behind them. */
export type ServedTools = Pick<AskUserHost, "register" | "cancelled">;

const OPTIONS = [
  "dir",
  "session",
  "surface",
  "page",
  "openBrowser",
  "asker",
  "observe",
  "onError",
  "patience",
  "patienceWithProgress",
  "heartbeat",
  "quickestReply",
] satisfies (keyof AskUserHostOptions)[];

/** Everything that asking a person through MCP needs, open and ready. */
export interface AskUserHost {
  readonly asker: Asker;
  /** The project's question page, served by this process or another one, unless only the client's form is used. */
  readonly page: SharedPage | null;
  /** What a person can do to see questions where there is no page, or `null`. */
  readonly hint: string | null;
  /** The folder of the state that all servers of the project share. */
  readonly folder: string;
  /** Whether a person can see a question on this machine now. It may open a browser first. */
  isReachable(): Promise<boolean>;
  /** Adds `ask_user` and `ask_user_question` to a server; one for each connection, if you like. */
  register(server: McpServerLike): void;
  /** The client has cancelled the call of this name: should its result be under way, it counts as not received. */
  cancelled(name: string): void;
  /** Lets go of everything. Open questions are kept for the next server. */
  close(): Promise<void>;
}

/**
 * Opens the question page and the durable journal, takes up the questions from before a restart, and
 * makes the tools to register on an `McpServer`.
 * @example
 * const readback = await openAskUser();
 * readback.register(server);
 */
export async function openAskUser(options: AskUserHostOptions = {}): Promise<AskUserHost> {
  refuseUnknown(options, OPTIONS, "options of the ask_user host");
  const { onError = (error: unknown) => console.error(error) } = options;
  const { surface = "auto", openBrowser = true, session = sessionOf } = options;
  const folder = join(stateFolder(process.cwd(), options.dir), "mcp");
  privateFolder(journalFolder(folder));
  // Several servers of the project may share it, and it may be deleted under all of them.
  const { observe = (one) => one } = options;
  const journal = observe(
    createFileJournal({
      folder: journalFolder(folder),
      whenDeleted: "begin again",
      onProblem: onError,
    }),
  );
  for (const problem of leftBehind(folder)) onError(problem);
  const settings = { onError, ...options.page };
  const onServe = () => asker.show();
  const { processes } = journal;
  const page =
    surface === "elicitation" || surface === "terminal" || surface === "app"
      ? null
      : await openPage({ folder, settings, processes, openBrowser, onServe, onError }).catch(
          (error) => {
            journal.close();
            throw error;
          },
        );
  const terminals = openTerminals(folder, processes);
  const terminal = surface === "terminal" ? await openTerminal(terminals) : null;
  const local = page
    ? [withTerminals(page.surface, terminals)]
    : terminal
      ? [terminal.surface]
      : [];
  const surfaces = createSurfaces({
    local,
    elicitation: surface !== "page" && surface !== "terminal" && surface !== "app",
    ...(options.quickestReply !== undefined && { quickestReply: options.quickestReply }),
  });
  const { onError: onAskerError = onError } = options.asker ?? {};
  const asker = createAsker({
    ...options.asker,
    onError(error) {
      const notice = deletionToTell(folder, error, Date.now());
      if (notice !== undefined) page?.tell(notice);
      onAskerError(error);
    },
    ...{ bridge: surfaces, journal },
  });
  const requestStateKey = userSecret("request-state", folder);
  const from = (call: ToolCall) => whoAsks(call, options.session);
  const { patience, patienceWithProgress, heartbeat } = options;
  const tools = createAskUserTools({
    ...(patience !== undefined && { patience }),
    ...(patienceWithProgress !== undefined && { patienceWithProgress }),
    ...(heartbeat !== undefined && { heartbeat }),
    ...clientLimit(),
    isAttended,
    ...{ asker, surfaces, session, from, requestStateKey },
    ...{ app: surface === "auto" || surface === "app", viewMemory: viewMemory(folder) },
    viewDrafts: viewDrafts(folder),
  });
  asker.recover();
  return {
    asker,
    page,
    hint: terminal?.surface.hint ?? null,
    folder,
    async isReachable() {
      for (const surface of local) if (await surface.isReachable()) return true;
      return false;
    },
    register: tools.register,
    cancelled: tools.cancelled,
    async close() {
      tools.dispose();
      asker.dispose();
      terminal?.close();
      await page?.stop();
      journal.close();
    },
  };
}

/** Nothing shows who wrote the folders that servers of version 0.1 had: a person has to say so. */
function leftBehind(folder: string): readonly Error[] {
  const into = journalFolder(folder);
  return adoptableIn(dirname(folder)).flatMap((one) => {
    if (one.into !== into || one.folder === into) return [];
    const where = `Questions in ${one.folder} are not shown: nothing proves that you wrote them`;
    return new Error(
      `${where}. If they are yours (of version 0.1): readback adopt; else remove it`,
    );
  });
}

/** Who needs no page does not load one. */
async function openPage(
  options: Parameters<typeof import("./shared-page.js")["openSharedPage"]>[0],
): Promise<SharedPage> {
  const { openSharedPage } = await import("./shared-page.js");
  return openSharedPage(options);
}

/** The same for a terminal. */
async function openTerminal(terminals: Terminals) {
  const { terminalSurface } = await import("./terminal-surface.js");
  return terminalSurface(terminals);
}

/** Claude Code tells its servers how long a call of theirs may take. */
function clientLimit(): Pick<AskUserToolsOptions, "clientTimeout"> {
  const clientTimeout = Number(process.env.MCP_TOOL_TIMEOUT);
  return clientTimeout > 0 ? { clientTimeout } : {};
}

/**
 * `claude -p` has no person, says that it shows forms, and dismisses them itself. It tells the programs it starts how
 * it was started; of clients over HTTP this environment says nothing.
 */
function isAttended({ client, isHttp }: ToolCall): boolean {
  const isClaude = client?.name === "claude-code" && !isHttp;
  return !(isClaude && process.env.CLAUDE_CODE_ENTRYPOINT === "sdk-cli");
}

/**
 * A client that connects again, to this server or to one that was started again, has the same session. The session
 * of an MCP transport would not be: that ends with the connection, and the question is still on screen.
 */
function sessionOf({ client }: ToolCall): string {
  return `${client?.name ?? "client"}@${process.cwd()}`.slice(0, 1_000);
}

/**
 * All agents of a project have one page: a person has to see which one asks. Without a session of its own, an agent
 * is its client in this folder; the beginning of an MCP session's id is enough to tell two of them apart.
 */
function whoAsks({ client, sessionId }: ToolCall, session: string | undefined): string | undefined {
  if (!client) return undefined;
  const who = `${client.title} in ${basename(process.cwd())}`;
  const which = session ?? sessionId?.slice(0, 8);
  return which === undefined ? who : `${who} (${which})`;
}

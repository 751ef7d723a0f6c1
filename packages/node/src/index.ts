export { type Adoptable, type Adopted, adoptableIn, adoptJournal } from "./adopt.js";
export {
  type CommandExecutorOptions,
  type CommandOutput,
  commandExecutor,
} from "./commands/command-executor.js";
export { type CommandVerifierOptions, commandVerifier } from "./commands/command-verifier.js";
export { type ExecutorResult, resultIn } from "./commands/result-in.js";
export { type CommandOptions, type CommandResult, runCommand } from "./commands/run-command.js";
export { CONFIG_FILE, type GuardSettings, type ReadbackConfig, readConfig } from "./config.js";
export { configSchema } from "./config-schema.js";
export { createFileJournal } from "./create-file-journal.js";
export { deletionToTell, lastDeletion, WHAT_IT_MEANS } from "./deletion.js";
export { type Captured, type CaptureOptions, captureFailure } from "./failures/capture-failure.js";
export type { CauseRule } from "./failures/cause-rules.js";
export type { OutputFormat, OutputReading } from "./failures/output-format.js";
export {
  type FileJournal,
  type FileJournalOptions,
  type FileJournalReport,
  openFileJournal,
} from "./file-journal.js";
export { JournalError, type JournalErrorCode } from "./journal-error.js";
export { type OwnNotes, ownNotes } from "./own-notes.js";
export { type PlainFile, readOwnFile, readPlainFile } from "./plain-file.js";
export { privateFolder, writePrivateFile } from "./private-files.js";
export type { PruneLimits } from "./prune.js";
export { type LinesRead, type Reading, type ReadLinesOptions, readLines } from "./read-lines.js";
export type { Damage } from "./record.js";
export {
  type OpenRetryFilesOptions,
  openRetryFiles,
  type RetryFiles,
  type RetryFilesOptions,
  type RetryFilesReport,
  writeRetryFiles,
} from "./retry-files.js";
export { journalFolder, projectFolder, stateFolder } from "./state-folder.js";
export { keyFolder } from "./user-key.js";
export { userSecret, writeUserSecret } from "./user-secret.js";

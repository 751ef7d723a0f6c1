// The visualizer in Node: journals, running programs and XState apps, on a page of this machine.

export { attachVisualizer } from "./node/attach.js";
export { createControl } from "./node/control/control.js";
export { type ExportOptions, exportRun } from "./node/export-run.js";
export { entriesInExport } from "./node/exported-file.js";
export { type ReceiveOptions, type Receiver, receiveInspection } from "./node/inspect/receive.js";
export type { Recording } from "./node/inspect/recorder.js";
export { createLiveView, type LiveView, type LiveViewOptions } from "./node/live-view.js";
export { OUR_MACHINES } from "./node/machines.js";
export { type OpenJournals, type OpenJournalsOptions, openJournals } from "./node/open-journals.js";
export {
  type JournalReader,
  type JournalReaderOptions,
  readJournals,
} from "./node/read-journals.js";
export { createRedaction } from "./node/redact.js";
export { roomForEntries } from "./node/room.js";
export { type ServeOptions, type Shown, serve, type VisualizerServer } from "./node/serve.js";
export type { ActionOffer, ActionTaken } from "./source/action.js";
export type { Control } from "./source/local-source.js";

import {
  createAsker,
  createSimulatedClock,
  type QuestionBridge,
  type RunVerifiedOptions,
  runVerified,
} from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import type { FileJournal } from "../src/file-journal.js";
import { withLock } from "../src/file-lock.js";
import { ownNotes } from "../src/own-notes.js";
import { joinProcesses } from "../src/processes.js";
import { useJournalFolder } from "./support/journal-folder.js";

const place = useJournalFolder();
const opened: FileJournal[] = [];
afterEach(() => {
  for (const journal of opened.splice(0)) journal.close();
});

function open(): FileJournal {
  const journal = createFileJournal({ folder: place.path });
  opened.push(journal);
  return journal;
}

/** The name that a living process has, had it run in another place: `machine-boot-container`. */
function nameIn(part: "machine" | "boot" | "container"): string {
  const [where = "", ...rest] = joinProcesses().self.split(".");
  const parts = where.split("-");
  parts[["machine", "boot", "container"].indexOf(part)] = "0123abcd";
  return [parts.join("-"), ...rest].join(".");
}

/** A journal as a process had it open when the power went: nothing more is heard of that process. */
function asBefore(journal: FileJournal): FileJournal {
  const processes = { ...journal.processes, self: nameIn("boot") };
  return Object.create(journal, { processes: { value: processes } }) as FileJournal;
}

/** A page on which every question is on screen at once. */
function page(): QuestionBridge {
  const { methods, emit } = createBridgeListeners();
  return { ...methods, sendQuestion: ({ requestId }) => emit("onRenderConfirmed", requestId) };
}

describe("a process from before the computer was started again", () => {
  it("has ended, whatever its number; of other machines and containers nothing is known", () => {
    const { isGone } = joinProcesses();
    expect(isGone(nameIn("boot"))).toBe(true);
    expect(isGone(nameIn("machine"))).toBe(false);
    expect(isGone(nameIn("container"))).toBe(false);
  });

  it("holds no lock", () => {
    ownNotes(place.parent).write("lock", nameIn("boot"));
    const run = vi.fn();
    withLock(`${place.parent}/lock`, joinProcesses(), run);
    expect(run).toHaveBeenCalledOnce();
  });

  it("works on no task: another one takes it over", async () => {
    const settings = { task: { id: "task", name: "Do it" }, session: "s", verify: () => true };
    const started = vi.fn();
    const endless: RunVerifiedOptions<unknown>["execute"] = () => {
      started();
      return new Promise(() => {});
    };
    const clock = createSimulatedClock(Date.now());
    void runVerified({ ...settings, clock, journal: asBefore(open()), execute: endless });
    await vi.waitFor(() => expect(started).toHaveBeenCalled());
    const { status } = await runVerified({ ...settings, journal: open(), execute: () => {} });
    expect(status).toBe("done");
  });

  it("waits for no answer, and shows no question", async () => {
    const clock = createSimulatedClock(Date.now());
    const before = createAsker({ bridge: page(), journal: asBefore(open()), clock });
    before.ask({ questions: [{ question: "Deploy now?" }] }, { session: "s" }).catch(() => {});
    await vi.waitFor(() => expect(eventsIn("RENDERED")).toHaveLength(1));
    const later = createSimulatedClock(Date.now());
    const asker = createAsker({ bridge: null, journal: open(), clock: later });
    asker.recover();
    await later.advance(10_000);
    expect(eventsIn("LEAVE")).toEqual([
      expect.objectContaining({ payload: expect.objectContaining({ how: "gone" }) }),
    ]);
    expect(eventsIn("LOST")).toHaveLength(1);
    await asker.dispose();
  });
});

function eventsIn(type: string) {
  return [...open().read()].filter(({ event }) => event === type);
}

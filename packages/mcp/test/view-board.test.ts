import type { QuestionRequest } from "@readback/core";
import { IDLE_PING, VIEW_PING } from "@readback/web/view";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createViewBoard } from "../src/views/board.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const request: QuestionRequest = {
  ...{ requestId: "ask~name.1", askId: "ask", replaces: null, caller: null, session: "s" },
  ...{ from: null, title: null, questions: [], attempt: 1, maxRetries: 3, notice: null },
};
const said = { key: "", view: "a-view-of-a-test" };

function open() {
  const board = createViewBoard({ askIdsOf: () => undefined, onOpen: () => {} });
  const lost = vi.fn();
  board.bridge.onLost(lost);
  board.bridge.onAnswer(() => {});
  board.take({ ...said, open: {} }, "s");
  return { board, lost };
}

it("keeps a view without a question that looks as seldom as it may", () => {
  const { board } = open();
  for (let looks = 0; looks < 10; looks += 1) {
    // And a busy host may be late.
    vi.advanceTimersByTime(2 * IDLE_PING);
    expect(board.take(said, "s")).toEqual({ events: [] });
  }
  vi.advanceTimersByTime(5 * IDLE_PING);
  expect(board.take(said, "s").again).toBe(true);
});

it("loses one that showed a question and says nothing more, much sooner", () => {
  const { board, lost } = open();
  board.bridge.sendQuestion(request);
  const rendered = { id: "1", tab: said.view, requestId: request.requestId, type: "rendered" };
  board.take({ ...said, say: [rendered as never] }, "s");
  vi.advanceTimersByTime(14 * VIEW_PING);
  expect(lost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2 * VIEW_PING);
  expect(lost).toHaveBeenCalledWith(request.requestId);
});

it("takes a question that is over for no question", () => {
  const { board } = open();
  board.bridge.sendQuestion(request);
  board.take(said, "s");
  board.bridge.close(request.requestId, "answered");
  board.take(said, "s");
  vi.advanceTimersByTime(2 * IDLE_PING);
  expect(board.take(said, "s").again).toBeUndefined();
});

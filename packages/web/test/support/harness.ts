// Runs in the browser: the element in a plain page, and an asker beside it for those who ask.
import type { AskInput, AskResult, createAsker, QuestionRequest } from "@readback/core";
import { defineReadbackQuestions, type ReadbackQuestions } from "../../src/index.js";

defineReadbackQuestions();
const element = document.querySelector("readback-questions") as ReadbackQuestions;

type Told = readonly [name: string, requestId: string, ...rest: unknown[]];
const told: Told[] = [];
element.onRenderConfirmed((requestId) => told.push(["rendered", requestId]));
element.onAnswer((requestId, answers) => told.push(["answer", requestId, answers]));
element.onCancel((requestId, how) => told.push(["cancel", requestId, how]));
element.onQueued((requestId, queued) => told.push(["queued", requestId, queued]));
element.onActivity((requestId) => told.push(["activity", requestId]));

/** Waits until that many frames have been drawn. */
async function frames(count: number): Promise<void> {
  for (let drawn = 0; drawn < count; drawn += 1) await new Promise(requestAnimationFrame);
}

const harness = {
  element,
  told,
  frames,
  define: defineReadbackQuestions,
  send: (request: QuestionRequest) => element.sendQuestion(request),
  async ask(input: AskInput, options = {}): Promise<AskResult> {
    const address = "/core.js";
    const core: { createAsker: typeof createAsker } = await import(address);
    return core.createAsker({ bridge: element, ...options }).ask(input);
  },
};

export type Harness = typeof harness;

declare global {
  interface Window {
    harness: Harness;
  }
}
window.harness = harness;

export type { ReadbackEvents } from "./element/events.js";
export { LABELS, type Labels } from "./element/labels.js";
export { defineReadbackQuestions, ReadbackQuestions } from "./element/readback-questions.js";

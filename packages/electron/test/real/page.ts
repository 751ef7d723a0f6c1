import { connectQuestions, defineReadbackQuestions } from "../../src/renderer.js";

defineReadbackQuestions();
const element = document.querySelector("readback-questions");
if (element) connectQuestions(element);

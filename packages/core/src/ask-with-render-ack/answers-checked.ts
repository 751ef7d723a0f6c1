import { mustFit } from "../must-fit.js";
import * as answers from "./answers.js";

const QUESTIONS = [{ id: "text", type: "text", options: [{ label: "text" }] }] as const;

/** Checks answers against the questions and puts them in the questions' order, or throws. */
export const checkAnswers: typeof answers.checkAnswers = (questions, input) => {
  mustFit(questions, QUESTIONS, "questions of checkAnswers");
  return answers.checkAnswers(questions, input);
};

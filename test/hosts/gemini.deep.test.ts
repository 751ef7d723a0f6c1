import { playAll } from "./suite.js";

playAll("gemini");

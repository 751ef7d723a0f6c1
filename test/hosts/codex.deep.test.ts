import { playAll } from "./suite.js";

playAll("codex");

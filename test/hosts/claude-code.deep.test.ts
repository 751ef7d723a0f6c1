import { playAll } from "./suite.js";

playAll("claude-code");

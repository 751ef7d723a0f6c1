import { playAll } from "./suite.js";

playAll("opencode");

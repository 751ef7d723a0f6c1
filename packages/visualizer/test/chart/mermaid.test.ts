import { describe, expect, it } from "vitest";
import { chartOf } from "../../src/chart/chart-of.js";
import { mermaidOf } from "../../src/chart/mermaid.js";
import { hostileMachine, playerMachine } from "./support/machines.js";

describe("a chart as Mermaid", () => {
  const lines = mermaidOf(chartOf(playerMachine))
    .split("\n")
    .map((line) => line.trim());

  it("has parallel regions, history, delays and composed guards", () => {
    expect(lines).toContain("[*] --> empty");
    expect(lines).toContain('state "playing" as playing {');
    expect(lines.filter((line) => line === "--")).toHaveLength(2);
    expect(lines).toContain('state "H*" as playing_everything');
    expect(lines).toContain("playing_motor_paused --> playing_motor_over: after bufferTime (2 s)");
    expect(lines).toContain("loading --> playing: done#58; fetch");
    expect(lines).toContain("broken --> playing_sound_last: BACK");
    expect(lines).toContain("broken --> broken: ignores LOAD");
  });

  it("has one line for each thing, whatever the names are", () => {
    const hostile = mermaidOf(chartOf(hostileMachine)).split("\n").slice(1, -1);
    const line =
      /^ {4}(\[\*\] --> \w+|\w+ --> \[\*\]|state "[^"<>\n;{}]*((#\d+;)[^"<>;{}]*)*" as \w+|\w+ --> \w+: [^:"<>{}]*)$/;
    expect(hostile.filter((one) => !line.test(one))).toEqual([]);
  });
});

import { expect, it } from "vitest";
import { unlikeFixtures } from "./inputs.js";

const stop = { hook_event_name: "Stop", session_id: "s1", stop_hook_active: false };
const write = { hook_event_name: "PreToolUse", tool_name: "TodoWrite", tool_input: { todos: [] } };

it.each([
  ["a field that is new", { ...stop, effort: {} }],
  ["a field that is gone", { hook_event_name: "Stop", session_id: "s1" }],
  ["another type", { ...stop, session_id: null }],
  ["a list", { ...write, tool_input: [] }],
])("what a host writes is unlike its fixture: %s", (_, input) => {
  expect(unlikeFixtures("codex", [input, input], [stop, write])).toEqual([
    expect.stringMatching(
      /^codex writes at (Stop|PreToolUse TodoWrite) \{.*\}, and no fixture does/,
    ),
  ]);
});

it.each([
  ["other values", { ...stop, session_id: "s2", stop_hook_active: true }],
  ["another input of the model", { ...write, tool_input: { todos: [1], more: true } }],
  ["an event without fixtures", { hook_event_name: "SessionEnd" }],
  ["a sub-agent, of which there is none", { ...stop, agent_id: "a1" }],
])("what a host writes is like its fixture: %s", (_, input) => {
  expect(unlikeFixtures("codex", [input], [stop, write])).toEqual([]);
});

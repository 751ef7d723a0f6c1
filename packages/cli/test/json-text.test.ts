import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { problemWithJson, withItem, without } from "../src/hook/json-text.js";

const item = { matcher: "A|B", hooks: [{ type: "command", command: 'x "y"', timeout: 5 }] };

describe("changes of a JSON text", () => {
  it.each([
    ["an empty object", "{}\n", '{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}\n'],
    ["tabs", '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t1\n\t\t]\n\t}\n}'],
    ["one line", '{"a":1}', '{"a":1,"hooks":{"Stop":[1]}}'],
    ["one airy line", '{ "a": 1 }', '{ "a": 1, "hooks": {"Stop": [1]} }'],
    [
      "a list on one line",
      '{\n  "hooks": { "Stop": [{"a": 1}] },\n  "z": 1.0\n}\n',
      '{\n  "hooks": { "Stop": [{"a": 1}, 1] },\n  "z": 1.0\n}\n',
    ],
    [
      "line ends of Windows",
      '{\r\n    "hooks": {\r\n        "Stop": []\r\n    }\r\n}',
      '{\r\n    "hooks": {\r\n        "Stop": [\r\n            1\r\n        ]\r\n    }\r\n}',
    ],
    [
      "comments and a trailing comma",
      '{\n  // mine\n  "a": 1,\n}\n',
      '{\n  // mine\n  "a": 1,\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  },\n}\n',
    ],
  ])("keep the style of %s", (_, before, after) => {
    expect(withItem(before, ["hooks", "Stop"], 1)).toBe(after);
  });

  const key = fc.string({ maxLength: 6 }).filter((name) => name !== "__proto__");
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 3 }),
    ),
  })).value;
  const settings = fc.record(
    {
      model: json,
      hooks: fc.record(
        { Stop: fc.array(json, { maxLength: 3 }), Other: json },
        { requiredKeys: [] },
      ),
      zz: json,
    },
    { requiredKeys: [] },
  );
  const indent = fc.constantFrom(0, 1, 2, 4, "\t");

  it("add an item and change nothing else, and taking it out restores every character", () => {
    fc.assert(
      fc.property(settings, indent, fc.boolean(), (value, blanks, isWindows) => {
        const unix = JSON.stringify(value, null, blanks);
        const before = isWindows ? unix.replaceAll("\n", "\r\n") : unix;
        const after = withItem(before, ["hooks", "Stop"], item);
        const stop = [...(value.hooks?.Stop ?? []), item];
        expect(JSON.parse(after)).toEqual({
          ...JSON.parse(before),
          hooks: { ...JSON.parse(before).hooks, Stop: stop },
        });
        const path = !value.hooks
          ? ["hooks"]
          : !value.hooks.Stop
            ? ["hooks", "Stop"]
            : ["hooks", "Stop", stop.length - 1];
        expect(without(after, path)).toBe(before);
      }),
    );
  });
});

describe("a settings file that cannot be used", () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', "line 3, column 3: comma expected"],
    ['{ "a": ', "value expected"],
    ["", "value expected"],
    ["[]", "it holds no JSON object"],
    ["null", "it holds no JSON object"],
    ['{ "hooks": {}, "hooks": {} }', '"hooks" stands in it twice'],
    ['{ "hooks": { "Stop": [], "Stop": [] } }', '"Stop" stands in it twice'],
    ['{ "a": 1, }', "property name expected"],
    ['{ "a": 1 // mine\n }', "invalid comment token"],
  ])("says what is wrong with %j", (text, problem) => {
    expect(problemWithJson(text, false)).toContain(problem);
  });

  it("is none when comments are allowed there", () => {
    expect(problemWithJson('{ "a": 1, // mine\n }', true)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { refused } from "../src/dialog/press.js";
import { draftOf } from "../src/dialog/state.js";
import { KEYS, Person, pasted } from "./support/person.js";
import { database, features } from "./support/request.js";

const { enter, down, up, left, backtab, tab } = KEYS;
const esc = KEYS.escape;

describe("one choice", () => {
  it("Enter chooses, and sends after the last question", () => {
    expect(new Person([database]).press(down, enter).answers).toEqual([
      { id: "db", values: ["SQLite"], custom: null },
    ]);
  });

  it("Enter chooses, and goes on before the last question", () => {
    const person = new Person([database, features]).press(enter);
    expect(person.effects).toEqual([]);
    expect(person.screen()).toContain("2/2: Features");
  });

  it("Space marks without going on", () => {
    const person = new Person([database]).press(down, " ");
    expect(person.effects).toEqual([]);
    expect(person.screen()).toContain("› (•) SQLite");
    expect(person.screen()).toContain("( ) PostgreSQL");
  });

  it("goes around at both ends", () => {
    expect(new Person([database]).press(up).screen()).toContain("› ( ) Other");
    expect(new Person([database]).press(down, down, down).screen()).toContain("› ( ) PostgreSQL");
  });

  it("a number chooses its row", () => {
    expect(new Person([database]).press("2").answers?.[0]?.values).toEqual(["SQLite"]);
    expect(new Person([database]).press("7").effects).toEqual([]);
  });
});

describe("several choices", () => {
  it("Space toggles, Enter confirms", () => {
    const person = new Person([features]).press(" ", down, " ", down, " ", " ");
    expect(person.screen()).toContain("[x] Search");
    expect(person.screen()).toContain("[ ] Audit log");
    expect(person.press(enter).answers).toEqual([
      { id: "features", values: ["Search", "Export"], custom: null },
    ]);
  });

  it("nothing selected is an error", () => {
    const person = new Person([features]).press(enter);
    expect(person.effects).toEqual([]);
    expect(person.screen()).toContain("Select at least one option");
    expect(person.press(" ").screen()).not.toContain("Select at least one");
  });

  it("a number toggles its row", () => {
    expect(new Person([features]).press("1", "3", enter).answers?.[0]?.values).toEqual([
      "Search",
      "Audit log",
    ]);
  });
});

describe("an answer of one's own", () => {
  it("Other opens a line, and Enter sends it", () => {
    const person = new Person([database]).press(up, enter, "My own");
    expect(person.state.mode).toBe("text");
    expect(person.press(enter).answers).toEqual([{ id: "db", values: [], custom: "My own" }]);
  });

  it("of several choices it is one", () => {
    const person = new Person([features]).press(" ", up, " ", "Mine", enter);
    expect(person.effects).toEqual([]);
    expect(person.screen()).toContain("[x] Other: Mine");
    expect(person.press(enter).answers?.[0]).toMatchObject({ values: ["Search"], custom: "Mine" });
  });

  it("without words it is an error, and stays", () => {
    const person = new Person([database]).press(up, enter, "  ", enter);
    expect(person.effects).toEqual([]);
    expect(person.state.mode).toBe("text");
    expect(person.screen()).toContain("Other selected but no text entered");
  });

  it("Esc in the line returns to the list, and what was typed stays", () => {
    const person = new Person([database]).press(up, enter, "Half", esc);
    expect(person.effects).toEqual([]);
    expect(person.state.mode).toBe("list");
    expect(person.press(enter).screen()).toContain("› Half");
  });

  it("Esc in an empty line takes the mark away", () => {
    expect(new Person([features]).press(up, " ", esc).screen()).toContain("[ ] Other");
  });

  it("is told apart from an option of the same name", () => {
    const person = new Person([{ question: "Which?", options: ["other", "more"] }]).press(
      up,
      enter,
      "x",
      enter,
    );
    expect(person.answers?.[0]).toMatchObject({ values: [], custom: "x" });
    expect(new Person([{ question: "Which?", options: ["other", "more"] }]).screen()).toContain(
      "Your own answer",
    );
  });

  it("is not offered where the question takes none", () => {
    expect(new Person([{ ...database, custom: false }]).screen()).not.toContain("Other");
  });
});

describe("text and confirm", () => {
  it("Enter sends a text; without words it is an error", () => {
    const person = new Person([{ id: "name", question: "Name?" }]).press(enter);
    expect(person.screen()).toContain("Type an answer");
    expect(person.press("Ada", enter).answers).toEqual([
      { id: "name", values: ["Ada"], custom: null },
    ]);
  });

  it("a paste of several lines is text, and sends nothing", () => {
    const person = new Person([{ question: "Name?" }]).press(pasted("one\r\ntwo\r"), "x\ry\r");
    expect(person.effects).toEqual([]);
    expect(person.press(enter).answers?.[0]?.values).toEqual(["one\ntwo\nx\ny\n"]);
  });

  it("a paste says nothing about a list", () => {
    const person = new Person([database]).press(pasted("2\r"), "1\r2\r");
    expect(person.effects).toEqual([]);
    expect(person.screen()).toContain("› ( ) PostgreSQL");
  });

  it.each([
    ["y", "yes"],
    ["N", "no"],
  ])("%s answers a confirm with %s", (key, value) => {
    const person = new Person([{ id: "go", question: "Deploy?", type: "confirm" }]).press(key);
    expect(person.answers).toEqual([{ id: "go", values: [value], custom: null }]);
  });
});

describe("going back, leaving open, cancelling", () => {
  it.each([left, backtab])("goes back with %j, and the answer is still there", (key) => {
    const person = new Person([database, features]).press(down, enter, key);
    expect(person.screen()).toContain("1/2: Database");
    expect(person.screen()).toContain("› (•) SQLite");
    person.press(enter, " ", enter);
    expect(person.answers?.map(({ values }) => values)).toEqual([["SQLite"], ["Search"]]);
  });

  it("Tab leaves an optional question open; a required one not", () => {
    const optional = new Person([{ ...database, required: false }, features]).press(tab);
    expect(optional.screen()).toContain("2/2");
    expect(new Person([database, features]).press(tab).screen()).toContain("1/2");
  });

  it("Esc in the list cancels", () => {
    expect(new Person([database]).press(esc).effects).toEqual([{ type: "cancel" }]);
  });

  it("keeps what was entered, to go on with it later", () => {
    const person = new Person([database, features]).press(enter, up, " ", "Half");
    const draft = draftOf(person.state);
    const again = new Person([database, features], {}, draft);
    expect(again.screen()).toContain("What you entered before is still here.");
    expect(again.screen()).toContain("2/2: Features");
    expect(again.screen()).toContain("[x] Other: Half");
    expect(draftOf(new Person([database]).press(down).state)).toBeUndefined();
  });
});

describe("what was filled in beforehand", () => {
  it("is selected when the dialog opens", () => {
    const initial = { values: ["Export"], custom: "Mine" };
    const screen = new Person([{ ...features, initial }]).screen();
    expect(screen).toContain("› [x] Export");
    expect(screen).toContain("[x] Other: Mine");
  });

  it("shows what a text hides", () => {
    const screen = new Person([{ question: "Name?", initial: { values: ["a\u202eb"] } }]).screen();
    expect(screen).toContain("a\\u202eb");
  });
});

describe("a long list", () => {
  const long = {
    question: "Which?",
    options: Array.from({ length: 40 }, (_, nth) => `Option ${nth + 1}`),
  };

  it("is filtered with /, and Enter chooses from what is left", () => {
    const person = new Person([long]).press("/", "ION 37", enter);
    expect(person.effects).toEqual([]);
    expect(person.screen()).not.toContain("Option 1");
    expect(person.press(enter).answers?.[0]?.values).toEqual(["Option 37"]);
  });

  it("says when nothing matches, and Esc shows all again", () => {
    const person = new Person([{ ...long, custom: false }]).press("/", "zzz");
    expect(person.screen()).toContain("Nothing matches");
    expect(person.press(enter, enter).effects).toEqual([]);
    expect(person.press(esc).screen()).toContain("Option 1");
    expect(person.effects).toEqual([]);
  });
});

describe("a question that has just appeared", () => {
  it("is not answered or cancelled by keys that were meant for something else", () => {
    const person = new Person([database, features], {}, undefined, 250);
    person.at += 249;
    person.press(enter, esc, " ", "2");
    expect(person.effects).toEqual([]);
    expect(person.screen()).toContain("1/2");
    // Each of them puts that off.
    person.at += 249;
    person.press(enter);
    expect(person.screen()).toContain("1/2");
    person.at += 250;
    person.press(enter);
    expect(person.screen()).toContain("2/2");
    person.press(" ", enter);
    expect(person.effects).toEqual([]);
    person.at += 250;
    expect(person.press(" ", enter).answers).toBeDefined();
  });

  it("can be looked at in the list for as long as one likes: moving puts nothing off", () => {
    const person = new Person([database], {}, undefined, 250);
    for (let nth = 0; nth < 3; nth += 1) {
      person.at += 100;
      person.press(down);
    }
    expect(person.press(enter).answers).toBeDefined();
  });

  it.each([60, 90, 120, 200])("is not answered by a key that repeats every %i ms", (every) => {
    const three = ["One?", "Two?", "Three?"].map((question) => ({ ...database, question }));
    const named = three.map((question, nth) => ({ ...question, id: `q${nth}` }));
    const person = new Person(named, {}, undefined, 250);
    person.at += 1_000;
    person.press(enter);
    for (let held = 0; held < 5_000; held += every) {
      person.at += every;
      person.press(enter);
    }
    expect(person.screen()).toContain("2/3");
  });
});

describe("answers that were not taken", () => {
  it("come back with the reason, and everything is still there", () => {
    const person = new Person([features]).press(" ", enter);
    expect(person.press(enter, esc).effects).toHaveLength(1);
    person.state = refused(person.state, "features: needs another answer");
    expect(person.screen()).toContain("needs another answer");
    expect(person.screen()).toContain("[x] Search");
    person.press(enter);
    expect(person.effects).toHaveLength(2);
  });
});

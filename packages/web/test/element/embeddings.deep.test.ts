import { describe, expect, it } from "vitest";
import { request } from "../support/ask.js";
import { useBrowser } from "../support/browser.js";
import { elementPage, untilTold } from "../support/element-page.js";

const browser = useBrowser();
const ELEMENT = "<readback-questions></readback-questions>";
const styled = (style: string) => `<div style="${style}">${ELEMENT}</div>`;
const itself = (style: string) => `<readback-questions style="${style}"></readback-questions>`;

/** Places in which apps put an element; in most, the width follows the content. */
const PLACES: readonly (readonly [name: string, body: string])[] = [
  ["a block", styled("")],
  ["a flex row", styled("display: flex")],
  ["a flex row with a neighbour", `<div style="display: flex"><p>Beside</p>${ELEMENT}</div>`],
  [
    "a flex column at the start",
    styled("display: flex; flex-direction: column; align-items: start"),
  ],
  ["a centred flex column", styled("display: flex; flex-direction: column; align-items: center")],
  ["a grid", styled("display: grid")],
  ["a grid that centres", styled("display: grid; place-items: center")],
  ["grid columns", styled("display: grid; grid-template-columns: auto 1fr")],
  ["a dialog", `<dialog open>${ELEMENT}</dialog>`],
  ["a modal dialog", `<dialog data-modal>${ELEMENT}</dialog>`],
  ["a popover", `<div popover>${ELEMENT}</div>`],
  ["position: fixed", styled("position: fixed; right: 10px; bottom: 10px")],
  ["position: fixed of its own", itself("position: fixed; right: 10px; bottom: 10px")],
  ["position: absolute", styled("position: absolute; top: 0; left: 0")],
  ["a float", styled("float: right")],
  ["inline-block", styled("display: inline-block")],
  ["inline-block of its own", itself("display: inline-block")],
  ["fit-content", styled("width: fit-content")],
  ["max-content", styled("width: max-content")],
  ["a table cell", `<table><tr><td>Asked:</td><td>${ELEMENT}</td></tr></table>`],
  ["columns", styled("columns: 2")],
  [
    "a shadow root",
    `<div style="float: left"><template shadowrootmode="open"><slot></slot></template>${ELEMENT}</div>`,
  ],
];

describe("the element shows and confirms a question wherever an app puts it", () => {
  it.each(PLACES)("%s", async (_, body) => {
    const page = await elementPage(browser, body);
    await page.evaluate(
      (it) => {
        document.querySelector<HTMLDialogElement>("[data-modal]")?.showModal();
        document.querySelector<HTMLElement>("[popover]")?.showPopover();
        window.harness.send(it);
      },
      request([
        {
          question: "Where should this run first?",
          type: "select",
          custom: true,
          options: [{ label: "Europe", description: "Frankfurt" }, { label: "Asia" }],
        },
      ]),
    );
    await untilTold(page, "rendered");
    const card = page.locator("[part~=card]");
    const wide = await card.boundingBox();
    expect(wide?.width).toBeGreaterThanOrEqual(300);
    expect(wide?.x).toBeGreaterThanOrEqual(0);
    expect((wide?.x ?? 0) + (wide?.width ?? 0)).toBeLessThanOrEqual(800);
    // A phone: as wide as it can be, without scrolling sideways.
    await page.setViewportSize({ width: 320, height: 700 });
    const narrow = await card.boundingBox();
    expect(narrow?.width).toBeGreaterThanOrEqual(body.includes("columns: 2") ? 120 : 200);
    expect(narrow?.x).toBeGreaterThanOrEqual(0);
    expect((narrow?.x ?? 0) + (narrow?.width ?? 0)).toBeLessThanOrEqual(320);
  });
});

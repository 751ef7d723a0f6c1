import type { Asker, QuestionBridge, QuestionRequest } from "@readback/core";
import { type BridgeStage, bridgeChecks } from "@readback/core/testing";
import type { FrameLocator } from "playwright-core";
import { describe, it } from "vitest";
import { answerCard } from "../../web/test/support/answer-card.js";
import { offerViews } from "../src/views/offer.js";
import { createViews } from "../src/views/views.js";
import { useAppHosts } from "./support/app-host/app-host.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";

const hosts = useAppHosts();
const [, , pair] = PAIRS;

/** A view in a chat client in a real browser, and a person who uses it by what is on screen. */
async function create(): Promise<BridgeStage> {
  let bridge: QuestionBridge | undefined;
  // The kit is the asker; a view that was not told what it is for shows whatever its session asks.
  const asker = {
    addSurface(_: string, added: QuestionBridge) {
      bridge = added;
      return () => {};
    },
  } as unknown as Asker;
  const views = createViews({
    asker,
    sessionOf: () => "default",
    parseAskUser: () => ({ questions: [] }),
  });
  const client = await connectInMemory(pair, (server) => offerViews(server as never, views, []), {
    apps: true,
  });
  const host = await hosts.open(client, { input: "after" });
  let { id, view } = await host.mount("ask_user", null);

  const cards = ({ questions }: QuestionRequest, state: "open" | "closed") =>
    view.locator(`[part~=card][part~=${state}]`, { hasText: questions[0]?.question ?? "" });
  const sees = (request: QuestionRequest) => cards(request, "open").first().isVisible();
  const all = async (of: FrameLocator) => {
    const texts = await of.locator("[part~=card]").allInnerTexts();
    const typed = await of
      .locator("textarea, input")
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    return [...texts, ...typed].join("\n");
  };

  return {
    bridge: bridge as unknown as QuestionBridge,
    person: {
      sees,
      reads: () => all(view),
      answer: (request, text) => answerCard((state) => cards(request, state), text),
      type: (request, text) =>
        cards(request, "open").first().getByRole("textbox").pressSequentially(text),
      cancel: (request) => cards(request, "open").first().locator("[part~=dismiss]").click(),
      decline: (request) => cards(request, "open").first().locator("[part~=decline]").click(),
      hide: () => host.style(id, "visibility: hidden"),
      show: () => host.style(id, "visibility: visible"),
      lose: () => host.unmount(id),
      async find() {
        ({ id, view } = await host.mount("ask_user", null));
      },
    },
    async after() {
      views.stop();
      await client.close();
    },
  };
}

const cannot = {
  dispose: "views keep their questions when the server ends, and send answers when it is back",
};

describe("a view inside a chat client, as a bridge", () => {
  const subject = { create, cannot, patience: 20_000, quiet: 1_500 };
  for (const { name, notApplicable, run } of bridgeChecks(subject)) {
    it.skipIf(notApplicable)(name, run);
  }
});

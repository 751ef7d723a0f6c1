import type { QuestionBridge } from "@readback/core";
import type { BridgeHost, HostedTerms } from "@readback/core/testing";
import { createIngress } from "../../src/client/ingress.js";
import { connectAsker, connectDesk } from "../../src/client.js";
import { readbackServices, type Serving, serve } from "../../src/index.js";
import { SERVICES } from "../../src/names.js";
import { type Helper, startHelper } from "./cluster.js";
import { startNode, type TestNode } from "./node.js";

/** What the checks of bridges go through: a desk of a real server, whose asks have a clock of their own. */
export interface DeskHosting {
  readonly host: (bridge: QuestionBridge, terms: HostedTerms) => Promise<BridgeHost>;
  stop(): Promise<void>;
}

export async function startDesks(): Promise<DeskHosting> {
  const node: TestNode = await startNode();
  const endpoints: Serving[] = [];
  const { ingress } = node;
  const words = wordsUnderWay();
  let served = "";

  /** What the terms of new questions are is told by the latest endpoint. */
  async function serveTerms(terms: Omit<HostedTerms, "onError">): Promise<void> {
    if (served === JSON.stringify(terms)) return;
    served = JSON.stringify(terms);
    const services = readbackServices({ ask: terms, journal: false });
    const isFirst = endpoints.length === 0;
    const endpoint = await serve({
      port: 0,
      services: isFirst ? services : services.filter(({ name }) => name === SERVICES.asker.name),
      onProblem: () => {},
    });
    endpoints.push(endpoint);
    await node.register(endpoint.url);
  }

  let asks: Helper | undefined;
  /** Only they are ahead of the time: a desk would miss its surfaces. */
  async function asksAhead(): Promise<Helper> {
    if (!asks) {
      asks = await startHelper("./shifted-endpoint.mjs", []);
      await node.register(asks.said);
    }
    return asks;
  }

  return {
    async host(bridge, { onError, ...terms }) {
      await serveTerms(terms);
      const clock = await asksAhead();
      const session = crypto.randomUUID();
      const asked = new Set<string>();
      const client = createIngress({ ingress });
      const desk = connectDesk({ ingress, desk: session, bridge, onError });
      const asker = connectAsker({ ingress, onError });
      await desk.ready;
      let ending: Promise<unknown> | undefined;
      return {
        open(input, options) {
          const handle = asker.open(input as never, { ...options, session });
          asked.add(handle.askId);
          return handle as never;
        },
        show() {},
        async advance(ms) {
          await words.arrived();
          clock.send(String(ms));
          await clock.ask();
          // What is due comes before whatever is said: here it is of nobody.
          const nothing = { type: "LEAVE", caller: crypto.randomUUID() } as const;
          for (const askId of asked) await client.object(SERVICES.ask, askId, "said", nothing);
        },
        async dispose() {
          ending ??= Promise.all([desk.close(), asker.dispose()]);
          await ending;
        },
      };
    },
    async stop() {
      words.stop();
      await Promise.all(endpoints.map((one) => one.close()));
      await asks?.end();
      await node.stop();
    },
  };
}

/** Whether something that a surface or a caller says is on its way to the server: told by the requests of this process. */
function wordsUnderWay() {
  const { fetch } = globalThis;
  let count = 0;
  globalThis.fetch = async (...request) => {
    const isWord = /\/(tell|said|failed)$/.test(String(request[0]));
    if (isWord) count += 1;
    try {
      return await fetch(...request);
    } finally {
      if (isWord) count -= 1;
    }
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    async arrived() {
      // What has just been said is sent in the next turn.
      for (let quiet = 0; quiet < 2; ) {
        await turn();
        quiet = count === 0 ? quiet + 1 : 0;
      }
    },
    stop() {
      globalThis.fetch = fetch;
    },
  };
}

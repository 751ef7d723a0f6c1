import { DurableObject } from "cloudflare:workers";
import { createAsker } from "@readback/core";
import app from "../dist/app.txt";
import page from "../public/index.html";
import { createPageBridge } from "./bridge.js";
import { sqlJournal } from "./journal.js";

/** One desk for a team: it asks, and remembers what it asked, however often it is evicted. */
export class Desk extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    this.pages = createPageBridge();
    const journal = sqlJournal(ctx.storage.sql);
    // `host`: a question that did not appear is shown again inside the call. No model has to call again.
    this.asker = createAsker({ bridge: this.pages.bridge, journal, retry: "host" });
    this.asker.recover(); // what was open before the object went goes on
  }

  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "GET") {
      const response = this.pages.connect(request.signal);
      this.asker.show();
      return response;
    }
    if (pathname === "/questions") {
      this.pages.receive(await request.json());
      return new Response(null, { status: 204 });
    }
    return Response.json(await this.deploy(searchParams.get("call"), request.signal));
  }

  /** What an agent calls. `call` names the call: made again after a crash, it finds its question or its answer. */
  async deploy(call, signal) {
    const { outcome, values } = await this.asker.ask(
      {
        questions: [{ id: "where", question: "Deploy where?", options: ["staging", "production"] }],
      },
      { from: "Deploy agent", key: call, signal },
    );
    return { outcome, where: values.where };
  }
}

export default {
  fetch(request, { DESK }) {
    const { method, url } = request;
    const { pathname } = new URL(url);
    const html = (body, type) => new Response(body, { headers: { "Content-Type": type } });
    if (method === "GET" && pathname === "/") return html(page, "text/html; charset=utf-8");
    if (method === "GET" && pathname === "/app.js") return html(app, "text/javascript");
    const isQuestions = pathname === "/questions";
    // Put your own login here: who can open the page can answer. Pages of others cannot.
    const isOwn = request.headers.get("sec-fetch-site") === "same-origin";
    const mayPass = isQuestions
      ? method === "GET" || (method === "POST" && isOwn)
      : method === "POST" && pathname === "/deploy";
    if (!mayPass) return new Response("Not found", { status: 404 });
    return DESK.get(DESK.idFromName("team")).fetch(request);
  },
};

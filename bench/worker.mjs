// A subject in a process of its own: makes it, then does one step whenever the parent says so.
const subjects = {
  "lifecycle/runtime": () => import("./subjects/lifecycle/runtime.mjs"),
  "lifecycle/actor": () => import("./subjects/lifecycle/actor.mjs"),
  "lifecycle/asker": () => import("./subjects/lifecycle/asker.mjs"),
  "lifecycle/hand-written": () => import("./subjects/lifecycle/hand-written.mjs"),
  "lifecycle/cockatiel": () => import("./subjects/lifecycle/cockatiel.mjs"),
  "lifecycle/p-retry": () => import("./subjects/lifecycle/p-retry.mjs"),
  "heap/runtime": () => import("./subjects/heap/runtime.mjs"),
  "heap/actor": () => import("./subjects/heap/actor.mjs"),
  "heap/asker": () => import("./subjects/heap/asker.mjs"),
  "heap/input": () => import("./subjects/heap/input.mjs"),
  "pending/activity": () => import("./subjects/pending/activity.mjs"),
  "pending/answer": () => import("./subjects/pending/answer.mjs"),
  "replay/write": () => import("./subjects/replay/write.mjs"),
  "replay/replay": () => import("./subjects/replay/replay.mjs"),
  "replay/bare": () => import("./subjects/replay/bare.mjs"),
  "replay/check": () => import("./subjects/replay/check.mjs"),
  "million/runtime": () => import("./subjects/million/runtime.mjs"),
  "million/asker": () => import("./subjects/million/asker.mjs"),
  "durable/bare": () => import("./subjects/durable/bare.mjs"),
  "durable/readback": () => import("./subjects/durable/readback.mjs"),
  "durable/sqlite": () => import("./subjects/durable/sqlite.mjs"),
  "reopen/write": () => import("./subjects/reopen/write.mjs"),
  "reopen/reopen": () => import("./subjects/reopen/reopen.mjs"),
  "reopen/parse": () => import("./subjects/reopen/parse.mjs"),
  "mcp/calls": () => import("./subjects/mcp/calls.mjs"),
  "mcp/pending": () => import("./subjects/mcp/pending.mjs"),
  "shared/idle": () => import("./subjects/shared/idle.mjs"),
  "shared/page": () => import("./subjects/shared/page.mjs"),
  "shared/caller": () => import("./subjects/shared/caller.mjs"),
  "shared/page-server": () => import("./subjects/shared/page-server.mjs"),
  "viz/open": () => import("./subjects/viz/open.mjs"),
  "viz/parse-all": () => import("./subjects/viz/parse-all.mjs"),
  "viz/seek": () => import("./subjects/viz/seek.mjs"),
  "viz/follow": () => import("./subjects/viz/follow.mjs"),
  "viz/follow-with-page": () => import("./subjects/viz/follow-with-page.mjs"),
  "viz/moments": () => import("./subjects/viz/moments.mjs"),
  "viz/write": () => import("./subjects/viz/write.mjs"),
  "verified/bare": () => import("./subjects/verified/bare.mjs"),
  "verified/run-verified": () => import("./subjects/verified/run-verified.mjs"),
  "verified/cockatiel": () => import("./subjects/verified/cockatiel.mjs"),
  "verified/p-retry": () => import("./subjects/verified/p-retry.mjs"),
  "instructions/tracked": () => import("./subjects/instructions/tracked.mjs"),
  "terminal/clack": () => import("./subjects/terminal/clack.mjs"),
  "terminal/dialog": () => import("./subjects/terminal/dialog.mjs"),
  "terminal/waiting": () => import("./subjects/terminal/waiting.mjs"),
};

const [name, options] = process.argv.slice(2);
process.on("disconnect", () => process.exit());

const { create } = await subjects[name]();
const step = await create(JSON.parse(options));
process.on("message", async () => process.send(await step()));
process.send("ready");

import { chromium } from "playwright-core";
import { chromiumFlags, findChromium } from "../../../../scripts/lib/chromium.mjs";
import { signal, stopFor } from "./fate.js";
import { type Answers, playInTab, playPerson } from "./person.js";
import { type Connect, type Connected, createServers } from "./servers.js";
import { pause, type Row, type Storm } from "./tally.js";

// Agents that ask a person, each through `readback mcp`, while the servers are killed and stopped.

/** How long an agent tries to get one answer, from the moment in which its server was last killed. */
const LIMIT = 300_000;

interface Agent {
  readonly name: string;
  readonly row: Row;
  readonly connect: Connect;
}

/** What an agent was told. */
interface Told {
  readonly question: string;
  readonly value: string;
}

export async function stormAsks(storm: Storm, rows: { stdio: Row; http: Row }, asks: number) {
  const { random } = storm;
  const servers = createServers();
  const answers: Answers = new Map();
  const told: Told[] = [];
  const ports = new Set<number>();
  /** What is asked through a server now. */
  const open = new Map<number, Set<string>>();
  /** Questions whose server was killed while it waited: the result may have been on its way. */
  const cut = new Set<string>();
  /** What the agents did about each question, for the one that goes wrong. */
  const trails = new Map<string, string[]>();
  const began = Date.now();
  const leaveTrail = (question: string, what: string) => {
    trails.set(question, [...(trails.get(question) ?? []), `${Date.now() - began} ms: ${what}`]);
  };
  const storyOf = (question: string) =>
    `\n  ${(trails.get(question) ?? []).join("\n  ")}\n  ${person.story(question)}`;
  let inTheAir = 0;

  const killed = new Set<number>();
  function kill(pid: number, row: Row): void {
    if (killed.has(pid) || !signal(pid, "SIGKILL")) return;
    killed.add(pid);
    row.killed += 1;
    for (const question of open.get(pid) ?? []) {
      cut.add(question);
      leaveTrail(question, `${pid} is killed`);
    }
  }

  /** Which agent gave up a call for a question. */
  const givenUp = new Map<string, string>();
  const http = servers.overHttp("web", rows.http);
  const agents: readonly Agent[] = [
    { name: "one", row: rows.stdio, connect: servers.overStdio("v1", "one", rows.stdio) },
    { name: "two", row: rows.stdio, connect: servers.overStdio("v2", "two", rows.stdio) },
    {
      name: "three",
      row: rows.stdio,
      connect: servers.overStdio("v2 2026-07-28", "three", rows.stdio),
    },
    { name: "four", row: rows.http, connect: http("v1") },
    { name: "five", row: rows.http, connect: http("v2 2026-07-28") },
  ];

  // Somebody has to serve the page before a person can come.
  const doorman = await servers.overStdio("v1", "doorman", rows.stdio)();
  const person = playPerson(doorman.link, doorman.port, (text) => text.includes("(raw)"), {
    storm,
    answers,
  });
  for (let left = 200; !person.isConnected() && left > 0; left -= 1) await pause(50);
  const executablePath = findChromium() ?? "chromium";
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const tab = await browser.newPage();
  await tab.goto(doorman.link);
  await tab.locator("#connection[data-state=connected]").waitFor({ state: "attached" });
  let isOver = false;
  const playing = playInTab(
    tab,
    (text) => text.includes("(tab)"),
    () => isOver,
    answers,
  );
  ports.add(doorman.port);
  kill(doorman.pid, rows.stdio);

  /** One call, which may be given up, and whose server may be stopped or killed meanwhile. */
  async function call({ name, row }: Agent, { client, pid, gone }: Connected, question: string) {
    const dice = random.next();
    const after = random.below(700);
    const giveUp = new AbortController();
    if (dice < 0.35) setTimeout(() => kill(pid, row), after);
    else if (dice < 0.6) {
      const hold = 50 + random.below(1_000);
      setTimeout(async () => {
        const hasStopped = await stopFor(pid, hold);
        if (hasStopped) row.stopped += 1;
        leaveTrail(question, `${pid} was stopped for ${hold} ms: ${hasStopped}`);
      }, after);
    } else if (dice < 0.72) {
      setTimeout(() => giveUp.abort(), after);
      givenUp.set(question, name);
    }
    const asking = client.call(
      "ask_user",
      { questions: [{ question }] },
      { signal: giveUp.signal, timeout: LIMIT },
    );
    asking.catch(() => {});
    const asked = open.get(pid) ?? new Set();
    open.set(pid, asked.add(question));
    leaveTrail(question, `${name} asks ${pid}`);
    const came = await Promise.race([asking, gone.then(() => undefined)]).catch((error) => {
      leaveTrail(question, `${name} hears ${error}`);
    });
    asked.delete(question);
    leaveTrail(question, `${name} is told ${came?.result.outcome}`);
    return came?.result;
  }

  async function ask(
    agent: Agent,
    question: string,
    held: { at: Connected | undefined },
  ): Promise<boolean> {
    for (let until = Date.now() + LIMIT; Date.now() < until; ) {
      held.at ??= await agent
        .connect()
        .catch((error) => void leaveTrail(question, `cannot connect: ${error}`));
      if (!held.at) continue;
      const { at } = held;
      ports.add(at.port);
      const result = await call(agent, at, question);
      if (result?.outcome === "answered") {
        told.push({ question, value: String(result.answers[0]?.values[0]) });
        return true;
      }
      const isGone = await Promise.race([at.gone.then(() => true), pause(50).then(() => false)]);
      if (!isGone) continue;
      held.at = undefined;
      // Whoever is killed again and again comes to no end, and that is nobody's fault.
      until = Date.now() + LIMIT;
      void at.client.close().catch(() => {});
    }
    return false;
  }

  let asked = 0;
  async function work(agent: Agent): Promise<void> {
    const held: { at: Connected | undefined } = { at: undefined };
    while (asked < asks) {
      asked += 1;
      inTheAir += 1;
      const question = `Question ${asked} (${random.chance(0.15) ? "tab" : "raw"})?`;
      agent.row.work += 1;
      if (!(await ask(agent, question, held))) {
        agent.row.stuck += 1;
        storm.note(`${agent.name} got no answer to ${question}:${storyOf(question)}`);
      }
      inTheAir -= 1;
      if (asked % 25 === 0) {
        console.log(`storm: ${told.length} of ${asks} asks answered, ${inTheAir} open`);
      }
    }
  }

  try {
    await Promise.all(agents.map(work));
    // What was sent last may not be acknowledged yet.
    await pause(500);
  } finally {
    isOver = true;
    await playing;
    await person.leave();
    await browser.close();
    await servers.end();
  }

  if (ports.size !== 1) storm.note(`more than one page: ${[...ports].join()}`);
  for (const { value, question } of told) {
    if (answers.get(value)?.question === question) continue;
    rows.stdio.lost += 1;
    storm.note(`${question} got ${value}, which nobody typed for it`);
  }
  const values = told.map(({ value }) => value);
  rows.stdio.twice += values.length - new Set(values).size;
  let onTheWay = 0;
  for (const { value, question, isAcknowledged } of answers.values()) {
    if (!isAcknowledged || values.includes(value)) continue;
    // The process that had the result was killed before its client had read it.
    if (cut.has(question)) {
      onTheWay += 1;
      continue;
    }
    rows.stdio.lost += 1;
    const by = givenUp.get(question);
    const how = by ? ` (a call for it was given up by ${by})` : "";
    const story = storyOf(question);
    storm.note(`${value} was acknowledged for ${question}, and no agent got it${how}:${story}`);
  }
  console.log(
    `storm: ${answers.size} answers, ${onTheWay} on their way to a process that was killed`,
  );
}

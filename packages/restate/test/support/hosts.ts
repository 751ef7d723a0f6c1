import {
  type AskCallOptions,
  type AskHandle,
  type AskInput,
  createAsker,
  createInstructionQueue,
  createMemoryJournal,
  createTodoGuard,
  type JournalEntry,
  type QuestionBridge,
  type QuestionRequest,
  runVerified,
} from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import {
  connectAsker,
  connectDesk,
  connectGuard,
  connectQueue,
  connectVerify,
  readClusterJournal,
} from "../../src/client.js";
import { readbackServices, serve } from "../../src/index.js";
import { startNode } from "./node.js";

// The same machines on this machine alone, and on a cluster: for tests that are the same for both.

/** A user interface that a test plays. */
export function stagedBridge(how: { readonly renders?: boolean; readonly fails?: unknown } = {}) {
  const listeners = createBridgeListeners();
  const sent: QuestionRequest[] = [];
  const closed: string[] = [];
  const acknowledged: string[] = [];
  const refused: string[] = [];
  const bridge: QuestionBridge = {
    ...listeners.methods,
    surfaceOf: () => "test",
    sendQuestion(request) {
      sent.push(request);
      if (how.fails !== undefined) throw how.fails;
      if (how.renders ?? true) listeners.emit("onRenderConfirmed", request.requestId);
    },
    close: (_, reason) => void closed.push(reason),
    acknowledge: (requestId) => void acknowledged.push(requestId),
    refuse: (_, problem) => void refused.push(problem),
  };
  return { bridge, emit: listeners.emit, sent, closed, acknowledged, refused };
}

/** How the validator and the tasks of these tests behave: by their names. */
const work = {
  guard: {
    maxRetryAttempts: 3,
    validate: ({ todo }: { readonly todo: string }) =>
      todo.startsWith("good") ? true : { passed: false, reason: "the tests fail" },
  },
  verify: {
    maxAttempts: 2,
    retryDelay: 0,
    execute: ({ attempt }: { readonly attempt: number }) =>
      ({ status: "success", output: { attempt } }) as const,
    verify({
      output,
      task,
    }: {
      readonly output: unknown;
      readonly task: { readonly name: string };
    }) {
      const { attempt } = output as { attempt: number };
      if (task.name === "passes later") return attempt === 2;
      return task.name === "passes" ? true : { passed: false, error: "still red" };
    },
    escalate: () => "skip",
  },
} as const;

/** What one test uses: its own question, session and names. */
export interface Stage {
  open(input: AskInput, options?: AskCallOptions): AskHandle;
  show(bridge: QuestionBridge): void;
  readonly guard: Pick<ReturnType<typeof connectGuard>, "check" | "approve" | "reset" | "list">;
  readonly queue: Pick<
    ReturnType<typeof connectQueue>,
    | ("queueInstruction" | "queueInstructionWithAck" | "take" | "tick" | "isIdle")
    | ("acknowledgeInstruction" | "getFailedInstructions" | "redrive" | "stats")
  >;
  run(name: string): Promise<{ readonly status: string; readonly attempts: number }>;
  /** Everything that has happened in this test. */
  journal(): Promise<readonly JournalEntry[]>;
  end(): Promise<void>;
}

export interface Hosting {
  readonly name: string;
  start(): Promise<void>;
  /** `session`: a name that no other test has. */
  stage(session: string): Stage;
  stop(): Promise<void>;
}

/** Within this process. */
export function here(): Hosting {
  return {
    name: "on one machine",
    start: async () => {},
    stage(session) {
      const journal = createMemoryJournal();
      const asker = createAsker({ journal, bridge: null });
      const guard = createTodoGuard({ journal: createMemoryJournal(), ...work.guard });
      const queue = createInstructionQueue({ journal: createMemoryJournal() });
      return {
        open: (input, options) => asker.open(input as never, { session, ...options }) as never,
        show(bridge) {
          asker.addSurface("test", bridge);
          asker.show();
        },
        guard: {
          check: (call) => guard.check(call),
          approve: async (which) => guard.approve(which),
          reset: async (which) => guard.reset(which),
          list: async (of) => guard.list(of),
        },
        queue: {
          queueInstruction: async (content) => queue.queueInstruction(content),
          queueInstructionWithAck: async (...args) => queue.queueInstructionWithAck(...args),
          take: async () => queue.take(),
          tick: async () => queue.tick(),
          isIdle: async () => queue.isIdle(),
          acknowledgeInstruction: async (id) => queue.acknowledgeInstruction(id),
          getFailedInstructions: async () => queue.getFailedInstructions(),
          redrive: async (id) => queue.redrive(id),
          stats: async () => queue.stats(),
        },
        run: (name) => runVerified({ ...work.verify, task: { id: "t", name }, session }) as never,
        journal: async () => [...journal.read()],
        async end() {
          asker.dispose();
          guard.dispose();
          queue.dispose();
        },
      };
    },
    stop: async () => {},
  };
}

/** On a Restate server of its own. */
export function onCluster(): Hosting {
  let node: Awaited<ReturnType<typeof startNode>> | undefined;
  let endpoint: Awaited<ReturnType<typeof serve>> | undefined;
  return {
    name: "on a cluster",
    async start() {
      node = await startNode();
      const services = readbackServices({ ask: {}, instructions: {}, ...work });
      endpoint = await serve({ port: 0, services, onProblem: () => {} });
      await node.register(endpoint.url);
    },
    stage(session) {
      const ingress = String(node?.ingress);
      const asker = connectAsker({ ingress });
      const desks: ReturnType<typeof connectDesk>[] = [];
      const guard = connectGuard({ ingress });
      return {
        open: (input, options) => asker.open(input as never, { session, ...options }) as never,
        show(bridge) {
          desks.push(connectDesk({ ingress, desk: session, bridge }));
        },
        guard: {
          check: guard.check,
          approve: guard.approve,
          reset: guard.reset,
          list: guard.list,
        },
        queue: connectQueue({ ingress, queue: session }),
        run: (name) => connectVerify({ ingress }).run({ session, task: { id: "t", name } }),
        async journal() {
          const { entries } = await readClusterJournal({ ingress });
          const first = entries.filter(({ payload }) => {
            const { ask } = (payload?.input ?? {}) as { ask?: { session?: string } };
            return ask?.session === session;
          });
          const mine = new Set(first.map(({ instance }) => instance));
          return entries.filter(({ instance }) => mine.has(instance));
        },
        async end() {
          await asker.dispose();
          await Promise.all(desks.map((desk) => desk.close()));
        },
      };
    },
    async stop() {
      await endpoint?.close();
      await node?.stop();
    },
  };
}

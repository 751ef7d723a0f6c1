import {
  CHANNEL,
  type FromPage,
  type Push,
  type ReadbackApi,
  type Reply,
} from "../shared/protocol.js";

/** What the preload script needs of Electron's `ipcRenderer`, which the page never gets. */
export interface Ipc {
  invoke(channel: string, message: FromPage): Promise<unknown>;
  on(channel: string, listener: (event: unknown, push: Push) => void): unknown;
}

type Distributed<T> = T extends unknown ? Omit<T, "nonce"> : never;

/** The page's side of the channel. `nonce` is this document's, and never leaves the preload script's world. */
export function createApi(ipc: Ipc, nonce: string): ReadbackApi {
  let listener: Parameters<ReadbackApi["connect"]>[0] | undefined;

  async function send(message: Distributed<FromPage>): Promise<Reply> {
    try {
      return (await ipc.invoke(CHANNEL, { ...message, nonce } as FromPage)) as Reply;
    } catch (error) {
      // No handler in the main process, or what was to be sent cannot be cloned.
      const text = error instanceof Error ? error.message : String(error);
      return { ok: false, error: { code: "unreachable", message: text } };
    }
  }

  ipc.on(CHANNEL, (_event, push) => {
    // For a document that was here before.
    if (push.nonce !== nonce || !listener) return;
    let problem: string | null = null;
    try {
      listener(push.message);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    void send({ type: "got", number: push.number, problem });
  });

  return {
    connect(onMessage) {
      listener = onMessage;
      return send({ type: "connect" });
    },
    say: (said) => send({ type: "say", said }),
  };
}

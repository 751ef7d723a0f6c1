import type { QuestionRequest } from "../ask-with-render-ack/ask.js";
import type { QuestionBridge, Unsubscribe } from "../ask-with-render-ack/bridge.js";

/** What a bridge told, or was told. */
export interface Word {
  readonly call: string;
  readonly requestId: string;
  readonly args: readonly unknown[];
}

/** What crosses between an asker and a bridge. */
export interface Recorder {
  /** The bridge, for the asker. */
  readonly bridge: QuestionBridge;
  /** The presentations, in the order they were sent. */
  readonly sent: QuestionRequest[];
  /** The open questions that were asked once more. */
  readonly joined: QuestionRequest[];
  /** What the bridge told. */
  readonly told: Word[];
  /** What the bridge was told, without the questions. */
  readonly heard: Word[];
  /** What the bridge told those who had unsubscribed. */
  readonly unwanted: Word[];
  /** Called at the moment of each acknowledgement. */
  onAcknowledged: (requestId: string) => void;
  /** Whether acknowledgements are kept from the asker, as if they had got lost. */
  isDeaf: boolean;
}

/** Puts a recorder between an asker and a bridge. It changes nothing, unless it is deaf. */
export function record(bridge: QuestionBridge): Recorder {
  const sent: QuestionRequest[] = [];
  const joined: QuestionRequest[] = [];
  const told: Word[] = [];
  const heard: Word[] = [];
  const unwanted: Word[] = [];

  /** Listens for somebody, and notes what comes, also after that somebody has unsubscribed. */
  function listen<A extends unknown[]>(
    call: string,
    subscribe: (callback: (requestId: string, ...args: A) => void) => Unsubscribe,
    callback: (requestId: string, ...args: A) => void,
  ): Unsubscribe {
    let isListening = true;
    const stop = subscribe((requestId, ...args) => {
      (isListening ? told : unwanted).push({ call, requestId, args });
      if (!isListening) return;
      if (call === "onRenderConfirmed") {
        recorder.onAcknowledged(requestId);
        if (recorder.isDeaf) return;
      }
      callback(requestId, ...args);
    });
    return () => {
      isListening = false;
      stop();
    };
  }

  const hear = (call: string, requestId: string, ...args: unknown[]) =>
    heard.push({ call, requestId, args });

  const recorder: Recorder = {
    sent,
    joined,
    told,
    heard,
    unwanted,
    onAcknowledged: () => {},
    isDeaf: false,
    bridge: {
      sendQuestion(request) {
        sent.push(request);
        return bridge.sendQuestion(request);
      },
      join(request) {
        joined.push(request);
        return bridge.join?.(request);
      },
      onRenderConfirmed: (callback) =>
        listen("onRenderConfirmed", (each) => bridge.onRenderConfirmed(each), callback),
      onAnswer: (callback) => listen("onAnswer", (each) => bridge.onAnswer(each), callback),
      onCancel: (callback) => listen("onCancel", (each) => bridge.onCancel(each), callback),
      onLost: (callback) => listen("onLost", (each) => bridge.onLost?.(each) ?? nothing, callback),
      onQueued: (callback) =>
        listen("onQueued", (each) => bridge.onQueued?.(each) ?? nothing, callback),
      onActivity: (callback) =>
        listen("onActivity", (each) => bridge.onActivity?.(each) ?? nothing, callback),
      close(requestId, reason) {
        hear("close", requestId, reason);
        bridge.close?.(requestId, reason);
      },
      acknowledge(requestId) {
        hear("acknowledge", requestId);
        bridge.acknowledge?.(requestId);
      },
      refuse(requestId, problem) {
        hear("refuse", requestId, problem);
        bridge.refuse?.(requestId, problem);
      },
    },
  };
  return recorder;
}

const nothing = () => {};

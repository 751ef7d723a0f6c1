import { describe, expect, it } from "vitest";
import { createBridgeListeners } from "../../src/ask-with-render-ack/bridge-listeners.js";

describe("the listeners of a bridge", () => {
  it("are told, each of what it listens to, until they stop", () => {
    const { methods, emit, has } = createBridgeListeners();
    const heard: unknown[] = [];
    const stops = [
      methods.onRenderConfirmed((...told) => heard.push(["rendered", ...told])),
      methods.onAnswer((...told) => heard.push(["answer", ...told])),
      methods.onCancel((...told) => heard.push(["cancel", ...told])),
      methods.onQueued((...told) => heard.push(["queued", ...told])),
      methods.onActivity((...told) => heard.push(["activity", ...told])),
      methods.onActivity((...told) => heard.push(["also", ...told])),
    ];
    const tell = () => {
      emit("onRenderConfirmed", "r.1");
      emit("onAnswer", "r.1", [{ id: "q1" }]);
      emit("onCancel", "r.1", "declined");
      emit("onQueued", "r.1", true);
      emit("onActivity", "r.1");
    };
    tell();
    const told = [
      ["rendered", "r.1"],
      ["answer", "r.1", [{ id: "q1" }]],
      ["cancel", "r.1", "declined"],
      ["queued", "r.1", true],
      ["activity", "r.1"],
      ["also", "r.1"],
    ];
    expect(heard).toEqual(told);
    expect(has("onAnswer")).toBe(true);
    for (const stop of stops) stop();
    tell();
    expect(heard).toEqual(told);
    expect(has("onAnswer")).toBe(false);
  });

  it("hear what another bridge tells, whatever it can tell, until that is stopped", () => {
    const inner = createBridgeListeners();
    const outer = createBridgeListeners();
    const heard: unknown[] = [];
    outer.methods.onCancel((...told) => heard.push(told));
    outer.methods.onActivity((...told) => heard.push(told));
    const { onRenderConfirmed, onAnswer, onCancel } = inner.methods;
    const stop = outer.relay({ sendQuestion() {}, onRenderConfirmed, onAnswer, onCancel });
    inner.emit("onCancel", "r.1", "cancelled");
    inner.emit("onActivity", "r.1");
    stop();
    inner.emit("onCancel", "r.1");
    expect(heard).toEqual([["r.1", "cancelled"]]);
  });

  it("that throw stop what tells them", () => {
    const { methods, emit } = createBridgeListeners();
    methods.onAnswer(() => {
      throw new Error("disk full");
    });
    expect(() => emit("onAnswer", "r.1", [])).toThrow("disk full");
  });
});

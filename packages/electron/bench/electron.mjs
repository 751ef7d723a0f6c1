// How quickly a window shows a question, beside the least that Electron takes. Run by `npm run bench`.
import { findElectron, installDisplay, startElectron } from "../test/support/real-electron.mjs";

/**
 * Milliseconds in a real Electron, by turns: `bare` from sending a message to a page to its reply after two
 * frames, `asked` from handing a question to the bridge to the acknowledgement. `undefined` without Electron.
 */
export async function timesInElectron(rounds) {
  const electron = findElectron();
  if (!electron) return undefined;
  await installDisplay();
  const app = await startElectron(electron);
  try {
    await app.run(async (world) => {
      await world.open({ x: 20, width: 600, height: 600 });
      world.start(60_000);
      const bare = new world.BrowserWindow({
        x: 640,
        y: 50,
        width: 600,
        height: 600,
        webPreferences: { preload: world.file("bare-preload.cjs") },
      });
      await bare.loadFile(world.file("bare.html"));
      world.bare = bare;
    });
    await app.until((world) => world.bridge.connected === 1);
    return await app.run(async ({ bridge, bare }, count) => {
      const times = { bare: [], asked: [] };
      const question = (round) => ({
        requestId: `bench.${round}`,
        askId: `bench-${round}`,
        replaces: null,
        caller: null,
        session: "bench",
        from: "Benchmark",
        title: null,
        questions: [
          {
            id: "go",
            question: `Round ${round}: deploy now?`,
            type: "confirm",
            options: [],
            required: true,
            custom: false,
          },
        ],
        attempt: 1,
        maxRetries: 3,
        notice: null,
      });
      // Both wait for frames: begun at the same point of one each time, they would be quick or slow by chance.
      const anyMoment = () =>
        new Promise((resolve) => setTimeout(resolve, 40 + 20 * Math.random()));
      const timed = async (start, end) => {
        await anyMoment();
        const ended = new Promise(end);
        const startedAt = performance.now();
        start();
        await ended;
        return performance.now() - startedAt;
      };
      // The first ones warm the pages up.
      for (let round = -5; round < count; round += 1) {
        const contents = bare.webContents;
        const least = await timed(
          () => contents.send("bare"),
          (resolve) => contents.ipc.once("bare", resolve),
        );
        const request = question(round);
        let stop = () => {};
        const asked = await timed(
          () => bridge.sendQuestion(request),
          (resolve) => {
            stop = bridge.onRenderConfirmed((id) => id === request.requestId && resolve());
          },
        );
        stop();
        bridge.close(request.requestId, "aborted");
        if (round < 0) continue;
        times.bare.push(least);
        times.asked.push(asked);
      }
      return times;
    }, rounds);
  } finally {
    await app.stop();
  }
}

const quietMs = 10_000;

/** Shows how far a measure is: one changing line at a terminal, a line now and then elsewhere. */
export function progress(title) {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
  const live = process.stdout.isTTY;
  let shownAt = startedAt;

  const show = (text) => {
    if (live) process.stdout.write(`\r\x1b[K▸ ${title}: ${text}`);
    else if (performance.now() - shownAt > quietMs) {
      shownAt = performance.now();
      console.log(`  ${text} (${seconds()})`);
    }
  };
  show.rounds = (done, of) => show(`round ${done} of ${of}`);
  show.done = () =>
    console.log(live ? `\r\x1b[K▸ ${title}: ${seconds()}` : `  done (${seconds()})`);

  if (live) show("…");
  else console.log(`▸ ${title} …`);
  return show;
}

/**
 * Lets subjects take turns, one short step each, so that whatever disturbs the machine disturbs all
 * of them. Returns the values of each, round by round.
 */
export async function interleave(subjects, rounds, onRound) {
  const names = Object.keys(subjects);
  const values = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Another order each round: nobody always follows the same neighbour.
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length];
      values[name].push(await subjects[name].step());
    }
    onRound(round + 1, rounds);
  }
  return values;
}

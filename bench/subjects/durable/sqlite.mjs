import Database from "libsql";
import { cpuMs } from "../../lib/cpu.mjs";

/** The same in SQLite: one transaction that counts the attempt and remembers the tool call. */
export function create({ file, name, rounds, todos }) {
  const db = new Database(file);
  db.exec("PRAGMA busy_timeout = 60000");
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = FULL");
  db.exec(`
    CREATE TABLE IF NOT EXISTS todo (session TEXT, todo TEXT, attempt INTEGER, PRIMARY KEY (session, todo));
    CREATE TABLE IF NOT EXISTS claim (tool_use_id TEXT, todo TEXT, time INTEGER, attempt INTEGER, PRIMARY KEY (tool_use_id, todo));
  `);
  const known = db.prepare("SELECT attempt FROM claim WHERE tool_use_id = ? AND todo = ?");
  const raise = db.prepare(
    "INSERT INTO todo VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET attempt = attempt + 1",
  );
  const read = db.prepare("SELECT attempt FROM todo WHERE session = ? AND todo = ?");
  const remember = db.prepare("INSERT INTO claim VALUES (?, ?, ?, ?)");
  const decide = (toolUseId, todo) => {
    // Immediate: two that read before they write would have to start again.
    db.exec("BEGIN IMMEDIATE");
    const before = known.get(toolUseId, todo);
    if (before === undefined) {
      raise.run("bench", todo);
      const { attempt } = read.get("bench", todo);
      remember.run(toolUseId, todo, Date.now(), attempt);
      db.exec("COMMIT");
      return attempt;
    }
    db.exec("COMMIT");
    return before.attempt;
  };
  let steps = 0;
  return () => {
    steps += 1;
    if (steps % 2 === 1) {
      db.exec("DELETE FROM todo; DELETE FROM claim");
      return null;
    }
    const times = [];
    const given = [];
    const cpuBefore = cpuMs();
    for (let round = 1; round <= rounds; round += 1) {
      for (const todo of todos) {
        const startedAt = performance.now();
        const attempt = decide(`${name}-${steps}-${round}`, todo);
        times.push(performance.now() - startedAt);
        given.push(`${steps} ${todo} ${attempt}`);
      }
    }
    return { times, given, cpu: cpuMs() - cpuBefore };
  };
}

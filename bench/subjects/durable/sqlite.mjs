import Database from "libsql";

/** The same in SQLite: one transaction that counts the attempt and remembers the tool call. */
export function create({ file, name, claims, todos }) {
  const db = new Database(file);
  db.exec("PRAGMA busy_timeout = 60000");
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = FULL");
  db.exec(`
    CREATE TABLE IF NOT EXISTS todo (session TEXT, todo TEXT, attempt INTEGER, PRIMARY KEY (session, todo));
    CREATE TABLE IF NOT EXISTS claim (tool_use_id TEXT PRIMARY KEY, time INTEGER, todo TEXT, attempt INTEGER);
  `);
  const known = db.prepare("SELECT attempt FROM claim WHERE tool_use_id = ?");
  const raise = db.prepare(
    "INSERT INTO todo VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET attempt = attempt + 1",
  );
  const read = db.prepare("SELECT attempt FROM todo WHERE session = ? AND todo = ?");
  const remember = db.prepare("INSERT INTO claim VALUES (?, ?, ?, ?)");
  const decide = (toolUseId, todo) => {
    // Immediate: two that read before they write would have to start again.
    db.exec("BEGIN IMMEDIATE");
    const before = known.get(toolUseId);
    if (before === undefined) {
      raise.run("bench", todo);
      const { attempt } = read.get("bench", todo);
      remember.run(toolUseId, Date.now(), todo, attempt);
      db.exec("COMMIT");
      return attempt;
    }
    db.exec("COMMIT");
    return before.attempt;
  };
  let made = 0;
  return () => {
    const times = [];
    const given = [];
    const until = made + claims;
    while (made < until) {
      made += 1;
      const todo = todos[made % todos.length];
      const startedAt = performance.now();
      const attempt = decide(`${name}-${made}`, todo);
      times.push(performance.now() - startedAt);
      given.push(`${todo} ${attempt}`);
    }
    return { times, given };
  };
}

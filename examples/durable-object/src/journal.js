/** The journal of an asker in the SQLite of a Durable Object. It answers at once, as a journal must. */
export function sqlJournal(sql) {
  const listeners = new Set();
  sql.exec("CREATE TABLE IF NOT EXISTS journal (place INTEGER PRIMARY KEY, entry TEXT NOT NULL)");
  return {
    append(entry) {
      sql.exec("INSERT INTO journal (entry) VALUES (?)", JSON.stringify(entry));
      for (const listener of listeners) listener(entry);
      return [];
    },
    *read() {
      for (const { entry } of sql.exec("SELECT entry FROM journal ORDER BY place")) {
        yield JSON.parse(entry);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// A stand-in for your agent: it works, asks the person, and acts on what the person said.

const QUESTIONS = {
  title: "Before I touch the database",
  questions: [
    {
      id: "migration",
      header: "Migration",
      question: "The orders table has 2.1 million rows. How should I add the index?",
      type: "select",
      options: [
        { label: "Concurrently", description: "Slower, and nothing is locked" },
        { label: "In a maintenance window", description: "Tonight at 02:00" },
      ],
    },
    {
      id: "note",
      header: "Note",
      question: "Anything to tell the team?",
      type: "text",
      required: false,
    },
  ],
};

/** Tells its steps to whoever listens, and runs when told to. */
export function startAgent() {
  const steps = [
    { kind: "person", text: "Orders are slow to load. Find out why, and fix it." },
    { kind: "agent", text: "Reading the slow query log." },
    { kind: "tool", text: "explain analyze select * from orders where customer_id = $1" },
    { kind: "agent", text: "A sequential scan over orders: customer_id has no index." },
  ];
  const listeners = new Set();
  let ask = async () => undefined;

  function say(kind, text) {
    steps.push({ kind, text });
    for (const listener of listeners) listener({ kind, text });
  }

  return {
    onRun(callback) {
      ask = callback;
    },
    /** Calls back with every step so far, and with each that comes. Returns how to stop. */
    listen(listener) {
      for (const step of steps) listener(step);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async run() {
      say("agent", "I have a migration ready, and a question first.");
      const result = await ask(QUESTIONS);
      if (result?.outcome === "answered") {
        const [how, note] = result.answers;
        say("agent", `Going on: ${how.values[0] ?? how.custom}.`);
        if (note.values[0]) say("agent", `I will tell the team: ${note.values[0]}`);
      } else {
        say("agent", `No answer (${result?.outcome}), so I leave the database alone.`);
      }
      return result;
    },
  };
}

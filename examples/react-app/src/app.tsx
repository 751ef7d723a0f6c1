import { type Asker, approve } from "@readback/core";
import { useState } from "react";
import { Questions } from "./questions.js";

/** What the agent wants to do; put your agent's tool call here. */
const transfer = { tool: "transfer_money", input: { to: "Harbour Ltd", amount: "120.00 EUR" } };

export function App() {
  const [asker, setAsker] = useState<Asker>();
  const [log, setLog] = useState<readonly string[]>([]);

  async function pay() {
    if (!asker) return;
    const call = { ...transfer, callId: crypto.randomUUID() };
    const approval = await approve(asker, call, { from: "Payments agent" });
    const line = approval.approved ? "Paid." : `Not paid. ${approval.reason}`;
    setLog((before) => [...before, line]);
  }

  return (
    <main>
      <h1>Ledger</h1>
      <button type="button" disabled={!asker} onClick={pay}>
        Let the agent pay
      </button>
      <ul aria-live="polite">
        {log.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end.
          <li key={index}>{line}</li>
        ))}
      </ul>
      <Questions onAsker={setAsker}>Your agents have nothing to ask.</Questions>
    </main>
  );
}

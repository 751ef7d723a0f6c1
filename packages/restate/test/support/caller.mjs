// A replica that asks, as a process of its own, to be killed: `node caller.mjs <ingress> <session> <question>…`.
import { connectAsker } from "@readback/restate/client";

const [ingress, session, ...texts] = process.argv.slice(2);
const asker = connectAsker({ ingress: ingress.split(",") });
for (const question of texts) asker.ask({ questions: [{ id: "q", question }] }, { session });
console.log("asking");
process.stdin.resume().on("end", () => process.exit(0));

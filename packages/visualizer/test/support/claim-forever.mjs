// Claims todos on a journal until it is killed, and compacts now and then.
import { createTodoGuard } from "@readback/core";
import { createFileJournal } from "@readback/node";

const [folder, name] = process.argv.slice(2);
const journal = createFileJournal({ folder, compactAt: 40_000, durable: false });
const guard = createTodoGuard({ journal });
guard.recover();
for (let n = 0; ; n += 1) {
  const completing = [`todo ${n % 20} of ${name}`];
  await guard.check({ session: "s", toolUseId: `${name}-${n}`, completing });
  if (n === 0) process.stdout.write("claims\n");
  await new Promise((resolve) => setTimeout(resolve, 1));
}

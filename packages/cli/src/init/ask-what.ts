import { createAsker } from "@readback/core";
import { createTerminalBridge } from "@readback/terminal";
import type { Example } from "./examples.js";

/** What is to be copied, and where to. */
export interface Wanted {
  readonly example: Example;
  readonly into: string;
}

/** Asks the person at this terminal, with our own dialog; `undefined` when they leave it. */
export async function askWhat(
  examples: readonly Example[],
  given: { readonly example?: Example | undefined; readonly into?: string | undefined },
): Promise<Wanted | undefined> {
  const bridge = createTerminalBridge();
  const asker = createAsker({ bridge, retry: "host" });
  try {
    const example = given.example ?? (await askWhich());
    if (!example) return undefined;
    const into = given.into ?? (await askWhere(example));
    return into === undefined ? undefined : { example, into };
  } finally {
    asker.dispose();
    bridge.dispose();
  }

  async function askWhich(): Promise<Example | undefined> {
    const options = examples.map(({ name, title }) => ({ label: name, description: title }));
    const { values } = await asker.ask({
      questions: [
        { id: "example", question: "Which example?", type: "select", options, custom: false },
      ],
    });
    return examples.find(({ name }) => name === values.example);
  }

  async function askWhere({ name }: Example): Promise<string | undefined> {
    const { values } = await asker.ask({
      questions: [
        {
          id: "folder",
          question: "Into which folder?",
          type: "text",
          initial: { values: [name] },
        },
      ],
    });
    return values.folder?.trim() || undefined;
  }
}

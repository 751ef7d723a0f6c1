// An agent in a terminal. What a model would do is written out: it calls the tool, and goes on with the answers.
import { createAskUserQuestionTool } from "@readback/terminal";

const { tool, missing, dispose } = createAskUserQuestionTool();
const tools = [...(tool ? [tool] : [])];
console.log(`Tools: ${tools.map(({ name }) => name).join(", ") || "none"}`);
if (missing !== null) console.log(missing);

if (tool) {
  const call = {
    questions: [
      {
        header: "Database",
        question: "Which database should the new service use?",
        options: [
          { label: "PostgreSQL", description: "Relational, we run it already" },
          { label: "SQLite", description: "One file, no server" },
        ],
      },
      {
        header: "Features",
        question: "Which features come first?",
        multiSelect: true,
        options: [
          { label: "Search", description: "Full text, over all projects" },
          { label: "Export", description: "CSV and JSON" },
          { label: "Audit log", description: "Who did what, and when" },
        ],
      },
    ],
  };
  console.log(`${tool.name} (${tool.title(call)})`);
  try {
    const { content } = await tool.execute("call-1", call);
    console.log(content[0].text);
  } catch (error) {
    // For the model: why there are no answers.
    console.log(`error: ${error.message}`);
  }
}
dispose();

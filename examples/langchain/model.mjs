// The fake model of LangChain, told what to do. Put your model here: "openai:gpt-5", new ChatAnthropic(…), …
import { fakeModel } from "@langchain/core/testing";
import { AIMessage } from "langchain";

const args = { todos: [{ content: "Clean up", status: "completed" }] };
const questions = [{ question: "Which folder?", options: ["drafts", "old"] }];

export const model = fakeModel()
  .respondWithTools([{ id: "call-1", name: "ask_user", args: { questions } }])
  .respondWithTools([{ id: "call-2", name: "delete_file", args: { path: "drafts/a.txt" } }])
  .respondWithTools([{ id: "call-3", name: "write_todos", args }])
  .respondWithTools([{ id: "call-4", name: "write_todos", args }])
  .respond(new AIMessage("The drafts are gone."));

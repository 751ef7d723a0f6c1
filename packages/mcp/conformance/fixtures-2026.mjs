// What the suite calls by name since protocol 2026-07-28: most of it asks with `input_required` results.
import { randomBytes } from "node:crypto";
import {
  acceptedContent,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import * as z from "zod";

const codec = createRequestStateCodec({ key: randomBytes(32) });
const text = (value) => ({ type: "text", text: value });
const done = (value) => ({ content: [text(value)] });

const elicit = (message, field, type = "string") =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: { type } }, required: [field] },
  });
const sample = (prompt, maxTokens) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: text(prompt) }], maxTokens });
const askName = () => elicit("What is your name?", "name");
const confirm = () => elicit("Please confirm", "ok", "boolean");

const accepted = ({ inputResponses }, key, field, type = z.string()) =>
  acceptedContent(inputResponses, key, z.object({ [field]: type }))?.[field];
const sampled = ({ inputResponses }, key) => {
  const response = inputResponse(inputResponses, key);
  return response.kind === "sampling" ? response.result.content.text : undefined;
};
const rootsOf = ({ inputResponses }, key) => inputResponse(inputResponses, key).roots;

/** What was sealed for this call, or undefined in the first round; throws when it was changed. */
const stateOf = async (context) => {
  const state = context.mcpReq.requestState();
  return state === undefined ? undefined : codec.verify(state, context);
};

/** Adds everything to a server that is not connected yet. */
export function registerFixtures2026(server) {
  const add = (name, call) =>
    server.registerTool(name, { description: `Asks by result: ${name}` }, call);
  registerSingles(add);
  registerStates(add);
  registerCapabilities(add);
  registerPrompt(server);
  registerPlain(server);
}

function registerSingles(add) {
  const greet = ({ mcpReq }) => {
    const name = accepted(mcpReq, "user_name", "name");
    if (name !== undefined) return done(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: askName() } });
  };
  add("test_input_required_result_elicitation", greet);
  add("test_streaming_elicitation", greet);
  const capital = ({ mcpReq }) => {
    const answer = sampled(mcpReq, "capital_question");
    if (answer !== undefined) return done(`LLM response: ${answer}`);
    const capital_question = sample("What is the capital of France?", 100);
    return inputRequired({ inputRequests: { capital_question } });
  };
  add("test_input_required_result_sampling", capital);
  // Needs sampling, and the suite calls it without.
  add("test_missing_capability", capital);
  add("test_input_required_result_list_roots", ({ mcpReq }) => {
    const roots = rootsOf(mcpReq, "client_roots");
    if (roots) return done(`Roots: ${roots.map(({ uri }) => uri).join(", ")}`);
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
}

function registerStates(add) {
  const confirmed = async (context) => {
    const state = await stateOf(context);
    const ok = accepted(context.mcpReq, "confirm", "ok", z.boolean());
    if (state && ok !== undefined) return done(`state-ok: ${ok}`);
    const requestState = await codec.mint({ asked: "confirm" });
    return inputRequired({ inputRequests: { confirm: confirm() }, requestState });
  };
  add("test_input_required_result_request_state", confirmed);
  add("test_input_required_result_tampered_state", confirmed);
  add("test_input_required_result_multiple_inputs", async (context) => {
    const { mcpReq } = context;
    const state = await stateOf(context);
    const name = accepted(mcpReq, "user_name", "name");
    const greeting = sampled(mcpReq, "greeting");
    const roots = rootsOf(mcpReq, "client_roots");
    if (state && name && greeting && roots) return done(`${greeting} ${name}, ${roots.length}`);
    const inputRequests = {
      user_name: askName(),
      greeting: sample("Generate a greeting", 50),
      client_roots: inputRequired.listRoots(),
    };
    return inputRequired({ inputRequests, requestState: await codec.mint({ asked: "all" }) });
  });
  add("test_input_required_result_multi_round", async (context) => {
    const state = await stateOf(context);
    const color = accepted(context.mcpReq, "step2", "color");
    if (state?.name !== undefined && color !== undefined) return done(`${state.name}: ${color}`);
    const name = state && (state.name ?? accepted(context.mcpReq, "step1", "name"));
    const inputRequests =
      name === undefined
        ? { step1: elicit("Step 1: What is your name?", "name") }
        : { step2: elicit("Step 2: What is your favorite color?", "color") };
    return inputRequired({ inputRequests, requestState: await codec.mint({ name }) });
  });
}

function registerCapabilities(add) {
  add("test_input_required_result_capabilities", ({ mcpReq }) => {
    const capabilities = mcpReq.envelope?.["io.modelcontextprotocol/clientCapabilities"] ?? {};
    const inputRequests = {
      ...(capabilities.elicitation && { user_name: askName() }),
      ...(capabilities.sampling && { greeting: sample("Generate a greeting", 50) }),
      ...(capabilities.roots && { client_roots: inputRequired.listRoots() }),
    };
    const isAnswered = Object.keys(mcpReq.inputResponses ?? {}).length > 0;
    if (isAnswered || Object.keys(inputRequests).length === 0) return done("Nothing to ask.");
    return inputRequired({ inputRequests });
  });
}

function registerPrompt(server) {
  const description = "Asks for its context";
  server.registerPrompt("test_input_required_result_prompt", { description }, ({ mcpReq }) => {
    const context = accepted(mcpReq, "user_context", "context");
    if (context !== undefined) return { messages: [{ role: "user", content: text(context) }] };
    const user_context = elicit("What context should the prompt use?", "context");
    return inputRequired({ inputRequests: { user_context } });
  });
}

function registerPlain(server) {
  const add = (name, description, field) => {
    const inputSchema = fromJsonSchema({ type: "object", properties: field });
    server.registerTool(name, { description, inputSchema }, (args) =>
      done(`Hello, ${Object.values(args).join()}!`),
    );
  };
  add("greet", "Greets, without a task", { name: { type: "string" } });
  const region = { type: "string", "x-mcp-header": "Region" };
  add("test_custom_headers", "Has an argument that is also a header", { region });
}

// The tools, resources and prompts that the conformance suite calls by name.
import { completable, fromJsonSchema, ResourceTemplate } from "@modelcontextprotocol/server";
import * as z from "zod";
import { registerFixtures2026 } from "./fixtures-2026.mjs";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const text = (value) => ({ type: "text", text: value });
const image = { type: "image", data: PNG, mimeType: "image/png" };
const resource = (uri, mimeType, value) => ({
  type: "resource",
  resource: { uri, mimeType, text: value },
});
const user = (content) => ({ role: "user", content });

/** Adds everything to a server that is not connected yet. */
export function registerFixtures(server) {
  server.server.registerCapabilities({ logging: {}, resources: { subscribe: true } });
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
  registerContents(server);
  registerTalkers(server);
  registerForms(server);
  registerResources(server);
  registerPrompts(server);
  registerFixtures2026(server);
}

function registerContents(server) {
  const contents = {
    test_simple_text: [text("This is a simple text response for testing.")],
    test_image_content: [image],
    test_audio_content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }],
    test_embedded_resource: [
      resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
    ],
    test_multiple_content_types: [
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: `Returns fixed content: ${name}` }, () => ({
      content,
    }));
  }
  server.registerTool("test_error_handling", { description: "Always fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  const address = {
    $anchor: "addressDef",
    type: "object",
    properties: { street: { type: "string" }, city: { type: "string" } },
  };
  const inputSchema = fromJsonSchema({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  });
  const description = "Tool with JSON Schema 2020-12 features";
  server.registerTool("json_schema_2020_12_tool", { description, inputSchema }, (args) => ({
    content: [text(JSON.stringify(args))],
  }));
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

function registerTalkers(server) {
  const log = async ({ mcpReq }) => {
    const lines = ["Tool execution started", "Tool processing data", "Tool execution completed"];
    for (const line of lines) {
      await mcpReq.log("info", line);
      await pause();
    }
    return { content: [text("Logged.")] };
  };
  server.registerTool("test_tool_with_logging", { description: "Logs" }, log);
  server.registerTool("test_logging_tool", { description: "Logs" }, log);
  server.registerTool("test_tool_with_progress", { description: "Tells" }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100 };
      if (progressToken !== undefined)
        await mcpReq.notify({ method: "notifications/progress", params });
      await pause();
    }
    return { content: [text("Told.")] };
  });
  const inputSchema = z.object({ prompt: z.string() });
  server.registerTool(
    "test_sampling",
    { description: "Samples", inputSchema },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: "user", content: text(prompt) }];
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
      return { content: [text(`LLM response: ${content.text}`)] };
    },
  );
}

function registerForms(server) {
  const add = (name, prefix, inputSchema, properties, required = []) =>
    server.registerTool(
      name,
      { description: `Asks with a form: ${name}`, inputSchema },
      async ({ message = "Please answer." }, { mcpReq }) => {
        const requestedSchema = { type: "object", properties, required };
        const { action, content } = await mcpReq.elicitInput({ message, requestedSchema });
        return {
          content: [text(`${prefix}: action=${action}, content=${JSON.stringify(content)}`)],
        };
      },
    );
  add(
    "test_elicitation",
    "User response",
    z.object({ message: z.string() }),
    {
      username: { type: "string", description: "User's response" },
      email: { type: "string", description: "User's email address" },
    },
    ["username", "email"],
  );
  add("test_elicitation_sep1034_defaults", "Elicitation completed", z.object({}), {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  });
  const plain = ["option1", "option2", "option3"];
  const titled = (word) =>
    ["First", "Second", "Third"].map((nth, index) => ({
      const: `value${index + 1}`,
      title: `${nth} ${word}`,
    }));
  add("test_elicitation_sep1330_enums", "Elicitation completed", z.object({}), {
    untitledSingle: { type: "string", enum: plain },
    titledSingle: { type: "string", oneOf: titled("Option") },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: plain } },
    titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
  });
}

function registerResources(server) {
  const add = (name, mimeType, content) => {
    const uri = `test://${name}`;
    const about = { description: `A fixed resource: ${name}`, mimeType };
    const contents = [{ uri, mimeType, ...content }];
    server.registerResource(name, uri, about, () => ({ contents }));
  };
  add("static-text", "text/plain", { text: "This is the content of the static text resource." });
  add("static-binary", "image/png", { blob: PNG });
  add("watched-resource", "text/plain", { text: "Watched." });
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  const mimeType = "application/json";
  server.registerResource(
    "template",
    template,
    { description: "By id", mimeType },
    (uri, { id }) => {
      const data = { id, templateTest: true, data: `Data for ID: ${id}` };
      return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(data) }] };
    },
  );
}

function registerPrompts(server) {
  const add = (name, argsSchema, messages) =>
    server.registerPrompt(name, { description: `A prompt: ${name}`, argsSchema }, (args) => ({
      messages: messages(args),
    }));
  add("test_simple_prompt", undefined, () => [user(text("This is a simple prompt for testing."))]);
  const suggest = (value) => ["paris", "park", "party"].filter((word) => word.startsWith(value));
  add(
    "test_prompt_with_arguments",
    z.object({ arg1: completable(z.string(), suggest), arg2: z.string() }),
    ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  );
  add("test_prompt_with_embedded_resource", z.object({ resourceUri: z.string() }), (args) => [
    user(resource(args.resourceUri, "text/plain", "Embedded resource content for testing.")),
    user(text("Please process the embedded resource above.")),
  ]);
  add("test_prompt_with_image", undefined, () => [
    user(image),
    user(text("Please analyze the image above.")),
  ]);
}

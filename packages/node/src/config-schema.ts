/**
 * The JSON Schema of `readback.config.json`: what editors complete from, and what the file is
 * checked against. Plain data, because a hook has no time to load a validation library.
 */
export const configSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "readback.config.json",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    guard: {
      type: "object",
      description: "The todo guard.",
      additionalProperties: false,
      properties: {
        maxRetryAttempts: {
          type: "integer",
          minimum: 1,
          maximum: 10,
          default: 5,
          description:
            "Attempts allowed per todo: n allows n, the next one is stopped for a person.",
        },
        onGuardFailure: {
          type: "string",
          enum: ["block", "allow"],
          default: "block",
          description: "What a failure of the guard itself means for a claim.",
        },
        validationTimeout: {
          type: "integer",
          minimum: 1,
          maximum: 2_147_483_647,
          default: 60_000,
          description: "How long a validation may take, in milliseconds.",
        },
        retention: {
          type: "integer",
          minimum: 1,
          maximum: 2_147_483_647,
          default: 604_800_000,
          description:
            "How long the guard of a todo that nobody claims any more is kept, in milliseconds.",
        },
        validate: {
          type: ["string", "null"],
          minLength: 1,
          default: null,
          description:
            "The command that judges claims, run in the project. null: claims are allowed.",
        },
      },
    },
  },
} as const;

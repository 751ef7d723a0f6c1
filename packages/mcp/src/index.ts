export type { AskerOfTools, AskUserToolsOptions } from "./ask-user-settings.js";
export { type AskUserTools, createAskUserTools } from "./ask-user-tools.js";
export type { McpServerLike } from "./mcp-server.js";
export { type PageLike, type PageSurfaceOptions, pageSurface } from "./page-surface.js";
export { registerAskUser } from "./register-ask-user.js";
export {
  type AskUserToolResult,
  askUserQuestionResultSchema,
  askUserResultSchema,
} from "./schemas.js";
export {
  createSurfaces,
  type LocalSurface,
  type Surfaces,
  type SurfacesOptions,
} from "./surfaces.js";
export type { Elicitation, ToolCall } from "./tool-call.js";
export type { ViewDrafts } from "./views/drafts.js";
export type { ViewHabits, ViewMemory } from "./views/memory.js";
export {
  type InstructedServer,
  type RidingInstructions,
  type SeenToolCall,
  type WithInstructionsOptions,
  withInstructions,
} from "./with-instructions.js";

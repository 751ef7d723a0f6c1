import type { ServiceDefinition, VirtualObjectDefinition } from "@restatedev/restate-sdk";
import { commonOf, type SharedOptions } from "./options.js";
import { askObject } from "./services/ask.js";
import { type AskServiceOptions, askerService } from "./services/asker.js";
import { deskObject, surfacesService } from "./services/desk.js";
import { type GuardServiceOptions, guardService, todosObject } from "./services/guard.js";
import { journalObject } from "./services/journal.js";
import { type QueueServiceOptions, queueObject } from "./services/queue.js";
import {
  taskObject,
  tasksService,
  type VerifyServiceOptions,
  workService,
} from "./services/verify.js";

/** Which machines a cluster runs, and how. A machine that is not named is not served. */
export interface ReadbackServicesOptions extends SharedOptions {
  readonly ask?: AskServiceOptions;
  readonly guard?: GuardServiceOptions;
  readonly instructions?: QueueServiceOptions;
  readonly verify?: VerifyServiceOptions;
}

/** Something to bind to a Restate endpoint. */
export type Bindable =
  | ServiceDefinition<string, unknown>
  | VirtualObjectDefinition<string, unknown>;

/**
 * The services of the machines, for `serve` or for an endpoint of your own.
 * @example
 * await serve({ port: 9080, services: readbackServices({ ask: { maxRetries: 3 } }) });
 */
export function readbackServices(options: ReadbackServicesOptions): readonly Bindable[] {
  const common = commonOf(options);
  const { ask, guard, instructions, verify } = options;
  return [
    ...(common.journaling.shards > 0 ? [journalObject(common)] : []),
    ...(ask
      ? [askObject(common), askerService(ask), deskObject(common), surfacesService(common)]
      : []),
    ...(guard ? [todosObject(guard, common), guardService(guard)] : []),
    ...(instructions ? [queueObject(instructions, common)] : []),
    ...(verify ? [taskObject(common), tasksService(verify), workService(verify)] : []),
  ] as Bindable[];
}

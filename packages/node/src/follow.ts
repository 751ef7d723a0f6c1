export { followFile } from "./follow/follow-file.js";
export { followFolder } from "./follow/follow-folder.js";
export type {
  Follow,
  FollowOptions,
  FollowProblem,
  FollowProgress,
} from "./follow/follow-options.js";
export { journalsIn } from "./follow/journals-in.js";

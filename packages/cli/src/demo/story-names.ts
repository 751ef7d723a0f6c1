/** The stories, in the order they are played. */
export const STORY_NAMES = ["ask", "guard", "instruction", "verify"] as const;

export type StoryName = (typeof STORY_NAMES)[number];

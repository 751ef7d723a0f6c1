/** The chapters, in the order they are played. */
export const CHAPTER_NAMES = ["ask", "guard", "instruction", "verify"] as const;

export type ChapterName = (typeof CHAPTER_NAMES)[number];

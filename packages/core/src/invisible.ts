/** Takes no room, or looks like nothing: tags, fillers, zero-width, bidirectional controls, soft hyphens. */
export const INVISIBLE = "[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]";

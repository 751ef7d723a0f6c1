/** In place of the model's: what is in an exported file was read before. */
export function wrongEntry(): string {
  return "the file was changed after it was exported";
}

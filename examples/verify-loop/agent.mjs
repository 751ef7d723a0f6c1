// Plays a coding agent that knows nothing but its input: what it needs stands in <retry_context>.
import { readFileSync, writeFileSync } from "node:fs";

const input = readFileSync(0, "utf8");
const knowsWhatFailed = input.includes("got &quot;a b&quot;") || input.includes('got "a b"');
const body = knowsWhatFailed ? 'text.toLowerCase().replaceAll(" ", "-")' : "text.toLowerCase()";
writeFileSync("slug.mjs", `export const slug = (text) => ${body};\n`);
console.log(knowsWhatFailed ? "I replace the spaces, too." : "I make it lower case.");

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { execute } from "./execute.js";
import { installTarballs } from "./install.js";
import { type Package, pack, packages, withDependencies } from "./packages.js";

// Servers of the SDK's first version, whose own tools are described with zod 3 or 4.

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  folders.push(mkdtempSync(join(tmpdir(), "readback-sdk-v1-")));
  return folders.at(-1) as string;
}

let packed: Promise<readonly string[]> | undefined;
function tarballs(): Promise<readonly string[]> {
  const mcp = packages.find(({ folderName }) => folderName === "mcp") as Package;
  const destination = folder();
  packed ??= Promise.all(withDependencies(mcp).map((one) => pack(one, destination)));
  return packed;
}

const fixture = join(import.meta.dirname, "fixtures/mcp-sdk-v1/server.mjs");

describe.for([
  { sdk: "1.23.0", zod: "3.25.76" },
  { sdk: "1.23.0", zod: "4" },
  { sdk: "1", zod: "3.25.76" },
])("a server of @modelcontextprotocol/sdk@$sdk with tools in zod $zod", ({ sdk, zod }) => {
  it("keeps its own tools, and asks", async () => {
    const project = folder();
    writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
    cpSync(fixture, join(project, "server.mjs"));
    const others = [`@modelcontextprotocol/sdk@${sdk}`, `zod@${zod}`];
    await installTarballs(project, [...(await tarballs()), ...others]);
    const said = await execute(project, process.execPath, ["server.mjs"]);
    expect(JSON.parse(said)).toEqual({
      tools: ["ask_user", "ask_user_question", "deploy"],
      required: ["to"],
      deployed: "deployed to staging",
      answered: ["yes"],
    });
  });
});

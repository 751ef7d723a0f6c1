import packageJson from "../../package.json" with { type: "json" };

/** How the server calls itself. */
export const serverInfo = {
  name: "readback",
  title: "Readback",
  version: packageJson.version,
};

// What a build left behind goes before the next begins: tsup's own `clean` runs beside the builds
// of the same package, and took what they had just made.
require("node:fs").rmSync("dist", { recursive: true, force: true });

import { unpack } from "./unpack.js";

// An exported file begins here: its style and its program are in it, packed.

try {
  for (const name of ["style", "script"] as const) {
    const element = document.createElement(name);
    element.textContent = await unpack(`readback-${name}`);
    if (name === "script") element.setAttribute("type", "module");
    document.head.append(element);
  }
} catch (error) {
  const app = document.getElementById("app");
  if (app) app.textContent = `This file needs a browser from 2023 or later. (${error})`;
}

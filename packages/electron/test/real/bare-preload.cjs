// The least that a page can do: told something, it waits for two frames and says so.
const { ipcRenderer } = require("electron");

ipcRenderer.on("bare", () => {
  requestAnimationFrame(() => requestAnimationFrame(() => ipcRenderer.send("bare")));
});

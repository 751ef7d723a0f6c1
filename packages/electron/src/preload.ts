import { contextBridge, ipcRenderer } from "electron";
import { createApi } from "./preload/api.js";

// Everything that a page gets of Electron: two functions, as `window.readback`.

const bytes = crypto.getRandomValues(new Uint8Array(16));
const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

contextBridge.exposeInMainWorld("readback", createApi(ipcRenderer, nonce));

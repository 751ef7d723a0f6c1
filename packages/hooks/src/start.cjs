// What starts a program quickly, and at the end, as a comment in a function, which is the quickest to pass
// over, the program itself. Compiling that takes as long as all its work (a coding agent starts the hook with
// every tool call), so V8's result is kept for the next start, in the user's cache folder.
// `NODE_DISABLE_COMPILE_CACHE=1` turns that off, as it does Node's own.
"use strict";
const fs = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");

/** Node has read this file already: a function knows its own text. */
const PROGRAM = String(program).slice("function program() {/*".length, -"*/}".length);
/** Another one for every build: V8 itself tells programs apart by their length only. */
const KEY = "%KEY%";

const folder = cacheFolder();
const file =
  folder === undefined
    ? undefined
    : join(folder, `%NAME%-${KEY}-${process.version}-${process.arch}`);
const cachedData = file === undefined ? undefined : kept(file);
const script = new Script(PROGRAM, { filename: __filename, cachedData });
script.runInThisContext()(exports, require, module, __filename, __dirname);
if (file !== undefined && (!cachedData || script.cachedDataRejected)) {
  process.once("exit", () => {
    // Only what has run is in it: a run that did nothing would leave out the best part.
    if (module.exports.hasWorked) keep(file);
  });
}

function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME, NODE_DISABLE_COMPILE_CACHE } = process.env;
  if (NODE_DISABLE_COMPILE_CACHE) return undefined;
  const base = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  if (base) return join(base, "readback");
  return HOME ? join(HOME, ".cache", "readback") : undefined;
}

/**
 * What was kept, if it is ours and whole. V8 does not check that and would crash, so it is there
 * twice: comparing is the quickest check there is.
 */
function kept(path) {
  let fd;
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
    fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fs.fstatSync(fd);
    const { size, uid, mode } = stat;
    if (!stat.isFile()) return undefined;
    if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) return undefined;
    const both = Buffer.allocUnsafe(size);
    const half = size / 2;
    if (fs.readSync(fd, both) !== size || !Number.isInteger(half) || half === 0) return undefined;
    const one = both.subarray(0, half);
    return one.equals(both.subarray(half)) ? one : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** Without it the next start is slower, and that is all: no failure here is worth a word. */
function keep(path) {
  const partial = `${path}.${process.pid}`;
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const data = script.createCachedData();
    const both = Buffer.concat([data, data]);
    fs.writeFileSync(partial, both, { mode: 0o600, flag: "wx", flush: true });
    fs.renameSync(partial, path);
  } catch {
    try {
      fs.unlinkSync(partial);
    } catch {}
  }
}

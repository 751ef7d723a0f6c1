import { existsSync } from "node:fs";
import { installFromDebian } from "./chromium.mjs";
import { Failure } from "./failure.mjs";

const places = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
];

/**
 * Path of a Firefox: `FIREFOX_PATH` if it is set, else a usual place, else one that is installed now.
 * Undefined, and a line that says so, where none can be had: the tests in Firefox are then not run.
 */
export async function firefox() {
  const { FIREFOX_PATH } = process.env;
  if (FIREFOX_PATH && !existsSync(FIREFOX_PATH)) {
    throw new Failure(`FIREFOX_PATH: there is no file ${FIREFOX_PATH}. Correct it, or unset it.`);
  }
  const find = () => FIREFOX_PATH || places.find((place) => existsSync(place));
  if (find()) return find();
  const advice =
    "Install Firefox (on Debian: apt-get install firefox-esr), or set FIREFOX_PATH to one.";
  try {
    await installFromDebian("Firefox", advice, ["firefox-esr"]);
  } catch (error) {
    console.warn(`SKIPPED: there is no Firefox, so nothing was tried in it. ${error.message}`);
  }
  return find();
}

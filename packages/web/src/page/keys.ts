import { type Greeting, keyText, xor } from "../shared/handshake.js";
import type { KeysLine } from "../shared/protocol.js";
import { decode, encode, importKey, mac } from "./proof.js";

const STORED = "readback:pass";

/** A key with its name. */
export interface Key extends Pick<Greeting, "key" | "id"> {
  readonly secret: CryptoKey;
}

/**
 * The keys of this tab, best first. The one that outlives the server is in memory only: what is
 * stored for a reload can be read by whoever serves this address then, so it ends with the server
 * that gave it.
 */
export function createKeys(tab: string) {
  let own: Key | undefined;
  let launch: Key | undefined;

  /** Takes the key out of the address, so that nobody copies or shows it by accident. */
  async function takeLaunch(): Promise<void> {
    const code = new URLSearchParams(location.hash.slice(1)).get("launch");
    if (code === null) return;
    history.replaceState(null, "", location.pathname);
    const [id = "", secret = ""] = code.split(".");
    launch = await keyOf("launch", id, secret);
  }

  return {
    async find(): Promise<readonly Key[]> {
      await takeLaunch();
      const found = [launch, own, own ? undefined : await pass()];
      return found.filter((key) => key !== undefined);
    },
    /** Keeps what the server gave for the next time. */
    async keep(given: KeysLine, session: CryptoKey): Promise<void> {
      const shown = async (name: "tab" | "pass") =>
        xor(decode(given[name]), await mac(session, keyText(name)));
      launch = undefined;
      own = { key: "tab", id: tab, secret: await importKey(await shown("tab")) };
      store(JSON.stringify([given.passId, encode(await shown("pass"))]));
    },
  };
}

async function pass(): Promise<Key | undefined> {
  try {
    const [id, secret] = JSON.parse(sessionStorage.getItem(STORED) ?? "[]") as string[];
    return id && secret ? await keyOf("pass", id, secret) : undefined;
  } catch {
    return undefined;
  }
}

async function keyOf(key: Key["key"], id: string, secret: string): Promise<Key | undefined> {
  try {
    return { key, id, secret: await importKey(decode(secret)) };
  } catch {
    // Cut short or changed on its way here.
    return undefined;
  }
}

function store(text: string): void {
  try {
    sessionStorage.setItem(STORED, text);
  } catch {
    // No storage: a reload needs the link again.
  }
}

import { type Launched, ROUTES } from "../shared/protocol.js";

const KEY = "readback:token";

/** Why there is no token: the address has none, or a code in it that is not good any more. */
export type NoToken = "no-token" | "used";

/**
 * The secret from the address, or for the code that is in it. Both are taken out of the address bar,
 * so that nobody copies or shows them by accident; the secret is kept for a reload of this tab.
 */
export async function takeToken(): Promise<{ readonly token: string } | NoToken> {
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get("launch");
  if (code === null) return keep(given.get("token") ?? stored());
  const response = await fetch(ROUTES.launch, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  const token = response.ok ? ((await response.json()) as Launched).token : stored();
  return token === null ? "used" : keep(token);
}

function keep(token: string | null): { readonly token: string } | NoToken {
  if (token === null) return "no-token";
  try {
    sessionStorage.setItem(KEY, token);
    history.replaceState(null, "", location.pathname);
  } catch {
    // No storage: the address stays as it is, for a reload needs it.
  }
  return { token };
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const KEY = "readback:token";

/**
 * The secret from the address. It is taken out of the address bar, so that nobody copies or shows it
 * by accident, and kept for a reload of this tab.
 */
export function takeToken(): string | null {
  const found = new URLSearchParams(location.hash.slice(1)).get("token");
  if (found === null) return read();
  try {
    sessionStorage.setItem(KEY, found);
    history.replaceState(null, "", location.pathname);
  } catch {
    // No storage: the address stays as it is, for a reload needs it.
  }
  return found;
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

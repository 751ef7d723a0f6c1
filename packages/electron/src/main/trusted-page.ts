/** Whether a document at this address may show questions and answer them. */
export type TrustsPage = (url: string) => boolean;

/**
 * Reads `page`: an origin (`https://app.example`, `app://ui`) trusts every path of it, an address with a
 * path trusts that path only. All files share one origin, so of `file:` only a path can be trusted.
 * Returns what is wrong with it, if that cannot be.
 */
export function trustedPages(pages: readonly string[]): TrustsPage | string {
  const rules: TrustsPage[] = [];
  for (const page of pages) {
    const trusted = parsed(page);
    if (!trusted) {
      return `must be an address, such as "app://ui" or pathToFileURL(file).href (given: ${JSON.stringify(page)})`;
    }
    const isPath = trusted.pathname !== "/" && trusted.pathname !== "";
    if (!isPath && trusted.host === "") {
      return `must name a file, such as pathToFileURL(file).href: all files share one origin (given: ${JSON.stringify(page)})`;
    }
    rules.push((url) => {
      const found = parsed(url);
      return (
        found !== undefined &&
        found.protocol === trusted.protocol &&
        found.host === trusted.host &&
        (!isPath || found.pathname === trusted.pathname)
      );
    });
  }
  return (url) => rules.some((trusts) => trusts(url));
}

function parsed(address: string): URL | undefined {
  try {
    const url = new URL(address);
    // A name or a password in an address is never part of a page of ours.
    return url.username === "" && url.password === "" ? url : undefined;
  } catch {
    return undefined;
  }
}

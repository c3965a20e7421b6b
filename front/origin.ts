/** What the browser says about where an unsafe request comes from. */
export type Sender = {
  origin: string | null;
  site: string | null;
  hasCookie: boolean;
  hasBearer: boolean;
  isService: boolean;
};

/**
 * May this unsafe request be carried out? Fetch standard (Origin), Fetch Metadata (Sec-Fetch-Site); security.md 0.3.
 * - A service call with a bearer token and no cookie passes: no other site can make a browser send that.
 * - An Origin must be ours, and Sec-Fetch-Site must not contradict it. `null` is not ours.
 * - No Origin: Sec-Fetch-Site must be same-origin.
 * - Neither: no browser of our time; passes only without a cookie (a webhook, a script), so no session is at stake.
 */
export function mayChange(sender: Sender, ours: string): boolean {
  if (sender.isService && sender.hasBearer && !sender.hasCookie) return true;
  if (sender.origin !== null)
    return (
      sender.origin.toLowerCase() === ours &&
      (sender.site === null || sender.site === "same-origin" || sender.site === "none")
    );
  if (sender.site !== null) return sender.site === "same-origin";
  return !sender.hasCookie;
}

/** `scheme://host[:port]` as a browser writes it: lower case, default port left out. Undefined for a nonsense host. */
export function parseOrigin(scheme: string, host: string): string | undefined {
  if (!/^[A-Za-z0-9.\-_[\]:]{1,255}$/.test(host)) return undefined;
  try {
    const { origin } = new URL(`${scheme}://${host}`);
    return origin === "null" ? undefined : origin;
  } catch {
    return undefined;
  }
}

import type { IncomingMessage } from "node:http";
import { tokenBucket } from "../services/kit/limits";
import { mayChange, parseOrigin } from "./origin";
import { peerOfUpgrade, proxies } from "./proxies";

export type UpgradeSettings = { PUBLIC_URL?: string | undefined; TRUSTED_PROXIES: readonly string[] };

/** Why a socket may not be opened, or null. Upgrades do not pass the gate: the same rules here. */
export function upgradeCheck({
  PUBLIC_URL,
  TRUSTED_PROXIES,
}: UpgradeSettings): (request: IncomingMessage) => string | null {
  const known = proxies(TRUSTED_PROXIES);
  const ours = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).origin;
  const arrivals = tokenBucket({ burst: 300, perSecond: 10 });

  return (request) => {
    const said = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const headers = new Headers(said);
    const peer = peerOfUpgrade(request, headers, known);
    const origin = ours ?? parseOrigin(peer.scheme, peer.host);
    if (origin === undefined) return "The host name cannot be read.";
    const sender = {
      origin: headers.get("origin"),
      site: headers.get("sec-fetch-site"),
      hasCookie: headers.has("cookie"),
      hasBearer: false,
      isService: false,
    };
    if (!mayChange(sender, origin)) return "This socket was opened from another site.";
    return arrivals.take(peer.address).allowed ? null : "Too many sockets were opened at once.";
  };
}

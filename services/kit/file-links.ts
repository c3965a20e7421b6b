import { createHmac, hkdfSync } from "node:crypto";
import { constantTimeEqual } from "./constant-time";

/** A link to one file of one account until a moment; `open` needs no session (a provider outside fetches it). */
export type FileLink = { account: string; id: string; expires: number; open: boolean };

function signature(secret: string, { account, id, expires, open }: FileLink): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "jibu file links", 32));
  return createHmac("sha256", key)
    .update([account, id, expires, open ? "open" : "members"].join("\n"))
    .digest("base64url");
}

/** The link's path and query. `expires` is in seconds since 1970. */
export function signLink(secret: string, link: FileLink): string {
  const query = new URLSearchParams({ a: link.account, e: String(link.expires), ...(link.open ? { o: "1" } : {}) });
  return `/files/${link.id}?${query}&s=${signature(secret, link)}`;
}

/** The link that such an address is: undefined when it was not signed by us. Its time may be over. */
export function readLink(secret: string, id: string, query: URLSearchParams): FileLink | undefined {
  const link = {
    id,
    account: query.get("a") ?? "",
    expires: Number(query.get("e") ?? Number.NaN),
    open: query.get("o") === "1",
  };
  if (!Number.isSafeInteger(link.expires) || !/^[\w-]{1,32}$/.test(link.account)) return undefined;
  return constantTimeEqual(query.get("s") ?? "", signature(secret, link)) ? link : undefined;
}

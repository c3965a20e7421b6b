import { normalisePhone } from "../../../rules/phone";

/** The STUN servers of an extension: JSON text that an administrator wrote; what makes no sense is left out. */
export function iceServers(text: string): RTCIceServer[] {
  try {
    const read: unknown = JSON.parse(text);
    const all = Array.isArray(read) ? read : [read];
    return all.flatMap((one): RTCIceServer[] => {
      if (typeof one === "string") return isIce(one) ? [{ urls: one }] : [];
      const { urls, url, ...more } = (one ?? {}) as Record<string, unknown>;
      const named = [urls ?? url].flat().filter((name): name is string => typeof name === "string" && isIce(name));
      return named.length > 0 ? [{ ...more, urls: named }] : [];
    });
  } catch {
    return [];
  }
}

function isIce(address: string): boolean {
  return /^(stun|turn)s?:/.test(address);
}

type Identity = { display_name?: string | null; uri?: { user?: string | null } };

/** Who calls, from the header From: the number as E.164 where it is one, and the name that the PBX gives them. */
export function parseCaller({ display_name: given, uri }: Identity): { phone: string; name: string } {
  const user = uri?.user ?? "";
  const number = normalisePhone(user);
  const name = (given ?? "").replace(/^"|"$/g, "").trim();
  return { phone: number.ok ? number.e164 : user, name: name === user ? "" : name };
}

/** Whether a call that was cancelled rings on nowhere because another phone took it (RFC 3326). */
export function isTakenElsewhere(reason: string | undefined): boolean {
  return /SIP\s*;\s*cause\s*=\s*200\b/i.test(reason ?? "");
}

/** The domain of an extension is its PBX's. */
export function sipDomain(wssUrl: string): string {
  return new URL(wssUrl).hostname;
}

/** "1001" of `<sip:1001@pbx.test>;cid=x`. */
export function readUserPart(address: string): string {
  return /sips?:([^@;>\s]+)@/i.exec(address)?.[1] ?? "";
}

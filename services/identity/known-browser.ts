import { randomBytes } from "node:crypto";
import { constantTimeEqual } from "../kit/constant-time";
import { keyedHash } from "../kit/encryption";

/** A browser that somebody signed in with before. `names` are digests: the token says nobody's address. */
export type KnownBrowser = { id: string; names: readonly string[] };

/** People of one shared browser; whoever signed in longest ago is forgotten first. */
const maxNames = 8;
const purpose = "known browsers";

function mac(secret: string, text: string): string {
  return keyedHash(secret, purpose, text).toString("base64url");
}

function nameIn(secret: string, id: string, email: string): string {
  return mac(secret, `${id} ${email.toLowerCase()}`).slice(0, 12);
}

/** The browser of such a token; nothing when it isn't one of ours. */
export function readBrowser(secret: string, token: string | undefined): KnownBrowser | undefined {
  const [id = "", names = "", given = ""] = (token ?? "").split(".");
  if (!id || !names) return undefined;
  if (!constantTimeEqual(given, mac(secret, `${id}.${names}`))) return undefined;
  return { id, names: names.split("~") };
}

/** Whether somebody of this address signed in with this browser before. */
export function hasSignedIn(secret: string, { id, names }: KnownBrowser, email: string): boolean {
  return names.includes(nameIn(secret, id, email));
}

/** The token of a browser after this person signed in with it. */
export function browserToken(secret: string, before: KnownBrowser | undefined, email: string): string {
  const id = before?.id ?? randomBytes(16).toString("base64url");
  const name = nameIn(secret, id, email);
  const names = [name, ...(before?.names ?? []).filter((other) => other !== name)].slice(0, maxNames).join("~");
  return `${id}.${names}.${mac(secret, `${id}.${names}`)}`;
}

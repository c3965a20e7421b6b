import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { type PasswordOwner, refusedShape } from "../../rules/password";

/** argon2id with 19 MiB, two passes (OWASP password storage). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

let decoy: Promise<string> | undefined;

/** Checks the password against the stored hash, or against a decoy so that an unknown name takes as long. */
export async function proves(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString("hex"));
  const right = await verify(stored ?? (await decoy), password).catch(() => false);
  return stored !== undefined && right;
}

/** For somebody who signs in elsewhere only: nobody knows it, and a new one can be asked for as ever. */
export function unknownPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString("base64url"));
}

let common: Promise<Set<string>> | undefined;

/** The commonest 49,000 passwords of published leaks, those of them that are long enough to be tried here. */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter((password) => password.length >= 5));
}

/**
 * THE rule for a new password (sign-up, reset, profile, invitation): why it is refused, in words, or nothing.
 * At least 10 characters, none of the commonest (nor one of them twice), not the person's own address or company.
 */
export async function checkPassword(password: string, about: PasswordOwner = {}): Promise<string | undefined> {
  const refused = refusedShape(password, about);
  if (refused) return refused;
  common ??= commonPasswords();
  const known = await common;
  const small = password.toLowerCase();
  const half = small.slice(0, small.length / 2);
  if (known.has(small) || (half + half === small && known.has(half)))
    return "This password is one of the commonest: guessers try it first. Choose another.";
  return undefined;
}

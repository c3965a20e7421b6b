import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { Settings } from "./context.server";

/** The spec's prefixes (spec 1 §9): session values under "auth.", the token under "_token.", strategy local. */
const tokenCookieName = "auth._token.local";

export const SessionNotice = z.object({
  level: z.enum(["success", "warning", "error", "info"]),
  title: z.string().max(100),
  message: z.string().max(1000),
});
export type SessionNotice = z.infer<typeof SessionNotice>;

/** @param maxAge seconds */
function signedCookie(name: string, { sessionSecret, secure }: Settings, maxAge: number) {
  return createCookie(name, { secrets: [sessionSecret], httpOnly: true, sameSite: "lax", path: "/", secure, maxAge });
}

/** The token: signed, httpOnly, SameSite=Lax; nothing but the token is in it. */
export function tokenCookie(settings: Settings) {
  return signedCookie(tokenCookieName, settings, 7 * 24 * 3600);
}

/** The token for work in a child account, and the account's name for the notice at its end. */
export function delegationCookie(settings: Settings) {
  // Longer than the token, so that its end is told; the service alone decides what it is good for.
  return signedCookie("auth.delegation", settings, 24 * 3600);
}

const DelegationCookie = z.object({ token: z.string().min(1), name: z.string() });

/** What a child account is worked in with, or nothing. */
export async function readDelegation(
  request: Request,
  settings: Settings,
): Promise<z.infer<typeof DelegationCookie> | undefined> {
  return DelegationCookie.safeParse(await delegationCookie(settings).parse(request.headers.get("cookie"))).data;
}

/** Tells the sign-in that somebody signed in here before; browsers keep a cookie for 400 days at most. */
export function browserCookie(settings: Settings) {
  return signedCookie("auth.browser", settings, 400 * 24 * 3600);
}

/** A notice for the next page. */
export function noticeCookie(settings: Settings) {
  return signedCookie("auth.notice", settings, 60);
}

export async function readToken(request: Request, settings: Settings): Promise<string> {
  const value: unknown = await tokenCookie(settings).parse(request.headers.get("cookie"));
  return typeof value === "string" ? value : "";
}

/** What this browser was given at its last sign-in. */
export async function readBrowser(request: Request, settings: Settings): Promise<string | undefined> {
  const value: unknown = await browserCookie(settings).parse(request.headers.get("cookie"));
  return typeof value === "string" && value ? value : undefined;
}

export async function readNotice(request: Request, settings: Settings): Promise<SessionNotice | undefined> {
  return SessionNotice.safeParse(await noticeCookie(settings).parse(request.headers.get("cookie"))).data;
}

export type Theme = "system" | "light" | "dark";

/** The theme is no secret: a plain cookie, so that the first byte of the page has it. */
export function readTheme(request: Request): Theme {
  const found = request.headers.get("cookie")?.match(/(?:^|;\s*)theme=(light|dark)(?:;|$)/)?.[1];
  return (found as Theme | undefined) ?? "system";
}

import { type ActionFunctionArgs, createCookie, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { returnPath } from "../../rules/return-path";
import type { ServiceClients } from "../../services/modules";
import { href } from "../href";
import { type FromServer, requestContext, type Settings } from "./context.server";
import {
  browserCookie,
  delegationCookie,
  noticeCookie,
  readBrowser,
  readDelegation,
  readToken,
  type SessionNotice,
  tokenCookie,
} from "./session.server";

/** What a browser carries from one page before sign-in to the next, and for how many seconds. */
const steps = { signup: 48 * 3_600, code: 600, social: 600 } as const;
type Step = keyof typeof steps;

/** Signed, httpOnly, SameSite=Lax: a handle or a provider's checks, nothing about the person. */
function stepCookie(step: Step, settings: Settings) {
  return createCookie(`auth.${step}`, {
    secrets: [settings.sessionSecret],
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: settings.secure,
    maxAge: steps[step],
  });
}

export async function readStep(step: Step, { request, context }: LoaderFunctionArgs): Promise<unknown> {
  return stepCookie(step, requestContext(context).settings).parse(request.headers.get("cookie"));
}

/** The Set-Cookie line that keeps a step's value, or with nothing the one that forgets it. */
export function keepStep(step: Step, { settings }: FromServer, value?: unknown): Promise<string> {
  const cookie = stepCookie(step, settings);
  return value === undefined ? cookie.serialize("", { maxAge: 0 }) : cookie.serialize(value);
}

/** The upstream services for somebody who isn't signed in. */
export function asGuest({ context }: LoaderFunctionArgs | ActionFunctionArgs): {
  from: FromServer;
  api: ServiceClients;
} {
  const from = requestContext(context);
  const { requestId, address, agent } = from;
  return { from, api: from.clientsFor({ token: "", requestId, address, ...(agent ? { agent } : {}) }) };
}

/**
 * Signed in: the token's cookie, this browser known, every step forgotten, and on to the page first asked for (R031).
 * The session that this browser had before ends, and with it the work in a child account.
 */
export async function enter(
  from: FromServer,
  request: Request,
  token: string,
  to: string | undefined,
): Promise<Response> {
  const headers = new Headers();
  const { settings, requestId, address } = from;
  const before = await readToken(request, settings);
  if (before && before !== token) await from.clientsFor({ token: before, requestId, address }).identity.signout();
  headers.append("set-cookie", await tokenCookie(settings).serialize(token));
  if (await readDelegation(request, settings))
    headers.append("set-cookie", await delegationCookie(settings).serialize("", { maxAge: 0 }));
  const browser = await remembered(from, request, token);
  if (browser) headers.append("set-cookie", await browserCookie(settings).serialize(browser));
  for (const step of Object.keys(steps) as Step[]) headers.append("set-cookie", await keepStep(step, from));
  return redirect(returnPath(to), { headers });
}

/** What this browser brings along at its next sign-in. */
async function remembered(from: FromServer, request: Request, token: string): Promise<string | undefined> {
  const { requestId, address, settings } = from;
  const before = await readBrowser(request, settings);
  const { identity } = from.clientsFor({ token, requestId, address });
  const answer = await identity.rememberBrowser({ body: before ? { browser: before } : {} });
  return answer.status === 200 ? answer.body.browser : undefined;
}

/** The second step of the sign-in: its page, with the handle and the way on kept in a cookie. */
export async function askCode(from: FromServer, handle: string, to: string | undefined): Promise<Response> {
  const headers = { "set-cookie": await keepStep("code", from, { handle, to: returnPath(to) }) };
  return redirect(href("/login/code"), { headers });
}

/** Back to the sign-in page with a word on it. */
export async function backToSignIn(from: FromServer, notice: SessionNotice, to?: string): Promise<Response> {
  const headers = { "set-cookie": await noticeCookie(from.settings).serialize(notice) };
  const asked = returnPath(to);
  return redirect(asked === "/" ? href("/login") : href("/login", undefined, { to: asked }), { headers });
}

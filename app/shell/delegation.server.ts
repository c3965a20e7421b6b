import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { showTime } from "../../rules/format";
import type { Viewer } from "../access";
import { href } from "../href";
import { type FromServer, requestContext } from "./context.server";
import { delegationCookie, noticeCookie, readDelegation, type SessionNotice } from "./session.server";

/** What the banner says. */
export type WorkingFor = { child: string; parent: string; ends: string };

/** For whom somebody works in this account, and until when; null: it is their own. */
export function workingFor({ delegation, account_name, time_zone }: Viewer): WorkingFor | null {
  if (!delegation) return null;
  return { child: account_name, parent: delegation.parent_name, ends: showTime(delegation.expires_at, time_zone) };
}

/** Back in one's own account, at the reseller's page, with a notice. The whole page is loaded again: nothing of the other account stays. */
export async function backHome(from: FromServer, notice: SessionNotice): Promise<Response> {
  const headers = new Headers();
  headers.append("set-cookie", await delegationCookie(from.settings).serialize("", { maxAge: 0 }));
  headers.append("set-cookie", await noticeCookie(from.settings).serialize(notice));
  return redirectDocument(href("/reseller"), { headers });
}

/** What became of a request whose token for a child account is good no more: nothing, and one is told so. */
export async function delegationOver({ request, context }: LoaderFunctionArgs): Promise<Response | undefined> {
  const from = requestContext(context);
  const delegation = await readDelegation(request, from.settings);
  if (!delegation) return undefined;
  const lost = request.method === "GET" ? "" : " What you sent last was not saved.";
  const message = `Your work in ${delegation.name} has ended. You are back in your own account.${lost}`;
  return backHome(from, { level: "info", title: "Your own account", message });
}

// /logout - ends the session at the service and here (R033)
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { requestContext } from "../shell/context.server";
import { delegationCookie, readToken, tokenCookie } from "../shell/session.server";

export function loader() {
  return redirect("/");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const from = requestContext(context);
  const token = await readToken(request, from.settings);
  if (token) await from.clientsFor({ token, requestId: from.requestId, address: from.address }).identity.signout();
  const headers = new Headers({ "clear-site-data": '"storage"' });
  headers.append("set-cookie", await tokenCookie(from.settings).serialize("", { maxAge: 0 }));
  headers.append("set-cookie", await delegationCookie(from.settings).serialize("", { maxAge: 0 }));
  return redirect("/", { headers });
}

// /auth/social/:provider - off to a provider's sign-in page (R026, Q024)
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { returnPath } from "../../rules/return-path";
import { href } from "../href";
import { asGuest, backToSignIn, keepStep } from "../shell/steps.server";

/** The provider's page, with what it must send back kept in a signed cookie for ten minutes. */
export async function loader(args: LoaderFunctionArgs) {
  const { from, api } = asGuest(args);
  const url = new URL(args.request.url);
  const to = returnPath(url.searchParams.get("to"));
  const provider = args.params.provider ?? "";
  const callback = href("/auth/social/:provider/callback", { provider });
  const redirect_uri = new URL(callback, from.origin ?? url.origin).href;
  const answer = await api.identity.startProvider({ params: { provider }, body: { redirect_uri } });
  if (answer.status === 404) throw new Response("This page could not be found", { status: 404 });
  if (answer.status !== 200)
    return backToSignIn(from, { level: "warning", title: "Not signed in", message: answer.body.message }, to);
  const { url: there, ...checks } = answer.body;
  const headers = { "set-cookie": await keepStep("social", from, { provider, to, redirect_uri, ...checks }) };
  return redirect(there, { headers });
}

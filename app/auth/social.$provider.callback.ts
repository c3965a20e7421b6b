// /auth/social/:provider/callback - back from a provider: signed in, or on to the proof of the address
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { href } from "../href";
import { asGuest, askCode, backToSignIn, enter, keepStep, readStep } from "../shell/steps.server";

const Kept = z.object({
  provider: z.string(),
  to: z.string(),
  redirect_uri: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});

export async function loader(args: LoaderFunctionArgs) {
  const { from, api } = asGuest(args);
  const kept = Kept.safeParse(await readStep("social", args));
  const back = (message: string) =>
    backToSignIn(from, { level: "warning", title: "Not signed in", message }, kept.data?.to);
  if (!kept.success || kept.data.provider !== args.params.provider)
    return back("That took too long, or began in another browser. Try again.");
  const { redirect_uri, to, ...checks } = kept.data;
  const url = redirect_uri + new URL(args.request.url).search;
  const answer = await api.identity.token({
    body: {
      grant_type: "password",
      client_id: from.settings.clientId,
      scope: "*",
      auth_details: JSON.stringify({ ...checks, url, return_to: to }),
    },
  });
  if (answer.status === 200) return enter(from, args.request, answer.body.access_token, to);
  if (answer.status !== 202) return back(answer.body.message);
  if (answer.body.next === "code") return askCode(from, answer.body.handle, to);
  const headers = new Headers();
  headers.append("set-cookie", await keepStep("social", from));
  headers.append("set-cookie", await keepStep("signup", from, answer.body.handle));
  return redirect(href("/auth/verify-account"), { headers });
}

// /mail/click/:token/:link - leads on to where a link of an email goes; the stored email says where, never the address
import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { AuthFrame } from "../shell/auth-frame";
import { asGuest } from "../shell/steps.server";
import { isAhead } from "./requests/ahead.server";

export const meta = titled("Link in an email");

export async function loader(args: LoaderFunctionArgs) {
  const { token = "", link = "" } = args.params;
  const answer = await asGuest(args).api.email.recordClick({
    params: { token, link: /^\d{1,4}$/.test(link) ? Number(link) : 10_000 },
    body: { ahead: isAhead(args.request) },
  });
  if (answer.status === 200) throw redirect(answer.body.target);
  return data({ why: answer.body.message }, { status: answer.status });
}

export default function LinkInEmail() {
  const { why } = useLoaderData<typeof loader>();
  return (
    <AuthFrame title="This link can't be used" text={why}>
      <p className="text-quiet">Use the link as it is in the email, whole.</p>
    </AuthFrame>
  );
}

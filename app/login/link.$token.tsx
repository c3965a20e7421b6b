// /login/link/:token - signs in with a mailed link, once: the password was right while others guessed at it
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { FormErrors } from "../kit/ui/form-errors";
import { Link } from "../kit/ui/link";
import { AuthFrame } from "../shell/auth-frame";
import { findViewer } from "../shell/page.server";
import { asGuest, askCode, enter } from "../shell/steps.server";

export const meta = titled("Sign in");

export async function loader(args: LoaderFunctionArgs) {
  if (await findViewer(args)) throw redirect("/");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const { from, api } = asGuest(args);
  const answer = await api.identity.signInLink({ body: { token: args.params.token ?? "" } });
  if (answer.status === 200) return enter(from, args.request, answer.body.access_token, "/");
  if (answer.status === 202) return askCode(from, answer.body.handle, "/");
  return data({ message: answer.body.message }, { status: answer.status });
}

/** A button and not the link itself signs in: programs that look into mails open every link. */
export default function SignInLink() {
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  return (
    <AuthFrame
      title="Sign in"
      text="You opened the link from your mail."
      foot={
        <Link className="ml-auto hover:underline" to={href("/login")}>
          Sign in with your password
        </Link>
      }
    >
      <Form method="post" className="grid gap-5">
        <FormErrors errors={last ? [{ text: last.message }] : []} title="You are not signed in" />
        <Button variant="primary" size="lg" working={working}>
          Sign in
        </Button>
      </Form>
    </AuthFrame>
  );
}

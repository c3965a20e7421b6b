// /unsubscribe/:token - ends the emails of one sender to one address: a reader's press, or their mail program's (RFC 8058)
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { AuthFrame } from "../shell/auth-frame";
import { asGuest } from "../shell/steps.server";

export const meta = titled("Unsubscribe");

/** Looking changes nothing: programs that check mails follow every link. */
export async function loader(args: LoaderFunctionArgs) {
  const answer = await asGuest(args).api.email.unsubscribeInfo({ params: { token: args.params.token ?? "" } });
  if (answer.status === 200) return data({ link: answer.body, why: "" }, { status: 200 });
  return data({ link: undefined, why: answer.body.message }, { status: answer.status });
}

/** Acts at once, without signing in and without a question. */
export async function action(args: ActionFunctionArgs) {
  const answer = await asGuest(args).api.email.unsubscribe({ params: { token: args.params.token ?? "" } });
  if (answer.status === 200) return data({ done: true, why: "" }, { status: 200 });
  return data({ done: false, why: answer.body.message }, { status: answer.status });
}

export default function Unsubscribe() {
  const { link, why } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  if (!link)
    return (
      <AuthFrame title="This link can't be used" text={why}>
        <p className="text-quiet">Use the link as it is in the email, whole.</p>
      </AuthFrame>
    );
  if (last?.done || link.unsubscribed)
    return (
      <AuthFrame title="You are unsubscribed" text={`${link.sender} sends no more emails to ${link.address}.`}>
        <p className="text-quiet">If this was a mistake, answer one of their emails and ask to get them again.</p>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Unsubscribe" text={`Stop all emails from ${link.sender} to ${link.address}.`}>
      {last?.why && (
        <p role="alert" className="mb-4 font-medium text-bad">
          {last.why}
        </p>
      )}
      <Form method="post">
        <Button variant="primary" size="lg" working={working}>
          Unsubscribe
        </Button>
      </Form>
    </AuthFrame>
  );
}

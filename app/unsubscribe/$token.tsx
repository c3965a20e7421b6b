// /unsubscribe/:token - ends a sender's emails, or those of one list, to one address: a reader's press, or their mail program's (RFC 8058)
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { Preferences } from "../../services/email/contract.suppressions";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { AuthFrame } from "../shell/auth-frame";
import { readForm } from "../shell/form.server";
import { asGuest } from "../shell/steps.server";

export const meta = titled("Unsubscribe");

/** Looking changes nothing: programs that check mails follow every link. */
export async function loader(args: LoaderFunctionArgs) {
  const answer = await asGuest(args).api.email.unsubscribeInfo({ params: { token: args.params.token ?? "" } });
  if (answer.status === 200) return data({ link: answer.body, why: "" }, { status: 200 });
  return data({ link: undefined, why: answer.body.message }, { status: answer.status });
}

/**
 * Acts at once, without signing in and without a question. What a mail program posts names no button, whatever else is
 * in it or wrong with it, and is the same as the first one.
 */
export async function action(args: ActionFunctionArgs) {
  const { email } = asGuest(args).api;
  const params = { token: args.params.token ?? "" };
  const form = await readForm(args.request).catch(() => undefined);
  const intent = form?.get("intent");
  const chosen = intent === "choose" ? (form?.getAll("list").map(Number) ?? []) : [];
  const list_ids = chosen.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, 100);
  const chooses = intent === "choose" || intent === "stop";
  const answer = chooses
    ? await email.setPreferences({ params, body: { list_ids } })
    : await email.unsubscribe({ params });
  if (answer.status === 200) return data({ done: chooses ? "chosen" : "left", why: "" } as const, { status: 200 });
  return data({ done: "", why: answer.body.message } as const, { status: answer.status });
}

export default function Unsubscribe() {
  const { link, why } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  if (!link)
    return (
      <AuthFrame title="This link can't be used" text={why}>
        <p className="text-quiet">Use the link as it is in the email, whole.</p>
      </AuthFrame>
    );
  const { title, text } = headingOf(link, last?.done === "chosen");
  return (
    <AuthFrame title={title} text={text}>
      {last?.why && (
        <p role="alert" className="mb-4 font-medium text-bad">
          {last.why}
        </p>
      )}
      <Choices link={link} />
    </AuthFrame>
  );
}

/** What is so now, or what the first button does. */
function headingOf({ address, sender, list, unsubscribed, stopped, lists }: Preferences, chosen: boolean) {
  if (stopped) return { title: "You are unsubscribed", text: `${sender} sends no more emails to ${address}.` };
  if (chosen) {
    const names = lists.filter(({ gets }) => gets).map(({ name }) => name);
    return { title: "Your choice is saved", text: `${sender} sends ${names.join(", ")} to ${address}.` };
  }
  if (unsubscribed) return { title: "You are unsubscribed", text: `${sender} sends no more ${list} to ${address}.` };
  return {
    title: "Unsubscribe",
    text: `Stop ${list === "" ? "all emails" : list} from ${sender} to ${address}.`,
  };
}

function Choices({ link: { list, unsubscribed, stopped, may_return, lists } }: { link: Preferences }) {
  const working = useNavigation().state !== "idle";
  const mayChoose = lists.length > 0 && (!stopped || may_return);
  return (
    <div className="grid gap-6">
      {!unsubscribed && (
        <Form method="post">
          <Button variant="primary" size="lg" working={working}>
            {list === "" ? "Unsubscribe" : `Unsubscribe from ${list}`}
          </Button>
        </Form>
      )}
      {mayChoose && (
        <Form method="post" className="grid gap-4">
          <CheckboxGroup
            id="lists"
            legend="Emails that you get"
            help={
              stopped
                ? "Choose some to get them again."
                : "Emails that are for none of these still come. Choose none to get no emails at all."
            }
          >
            {lists.map(({ id, name, description, gets }) => (
              <Checkbox
                key={`${id} ${gets}`}
                name="list"
                value={id}
                defaultChecked={gets}
                label={name}
                help={description}
              />
            ))}
          </CheckboxGroup>
          <div className="flex flex-wrap gap-2">
            <Button name="intent" value="choose" size="lg" working={working}>
              Save my choice
            </Button>
            {!stopped && list !== "" && (
              <Button name="intent" value="stop" size="lg" working={working}>
                Stop all emails
              </Button>
            )}
          </div>
        </Form>
      )}
      {!mayChoose && unsubscribed && (
        <p className="text-quiet">If this was a mistake, answer one of their emails and ask to get them again.</p>
      )}
    </div>
  );
}

// /auth/password/:token - chooses a password with a mailed link, once: a new one, or an invited person's first (Q022)
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { NewPassword } from "../../rules/password";
import { strength } from "../../rules/password-strength";
import { href } from "../href";
import { NewPasswordField } from "../kit/password-field";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { FormErrors } from "../kit/ui/form-errors";
import { Link } from "../kit/ui/link";
import { AuthFrame } from "../shell/auth-frame";
import { readForm } from "../shell/form.server";
import { findViewer } from "../shell/page.server";
import { asGuest, backToSignIn, enter } from "../shell/steps.server";

const Passwords = z
  .object({ password: NewPassword, confirm: z.string({ error: "Enter the password again." }) })
  .refine(({ password, confirm }) => password === confirm, {
    path: ["confirm"],
    error: "The passwords do not match.",
  });

export const meta = titled("Choose a password");

const isToken = (text: string | undefined): text is string => /^[\w-]{20,200}$/.test(text ?? "");

export async function loader(args: LoaderFunctionArgs) {
  const { token } = args.params;
  const signedInAs = (await findViewer(args))?.email;
  if (!isToken(token)) return data({ link: undefined, signedInAs }, { status: 404 });
  const answer = await asGuest(args).api.identity.passwordLink({ body: { token } });
  if (answer.status === 200) return data({ link: answer.body, signedInAs }, { status: 200 });
  return data({ link: undefined, signedInAs }, { status: answer.status });
}

export async function action(args: ActionFunctionArgs) {
  const { from, api } = asGuest(args);
  const token = args.params.token ?? "";
  const form = await readForm(args.request);
  const submission = parseWithZod(form, { schema: Passwords });
  const hideFields = ["password", "confirm"];
  const typed = String(form.get("password") ?? "");
  const hint = typed ? strength(typed) : undefined;
  if (submission.status !== "success") return data({ reply: submission.reply({ hideFields }), hint }, { status: 422 });
  const { password } = submission.value;
  const answer = await api.identity.setPassword({ body: { token, password } });
  if (answer.status === 200) {
    if (answer.body.session) return enter(from, args.request, answer.body.session.access_token, "/");
    const message = "Your new password is set. Sign in with it.";
    return backToSignIn(from, { level: "success", title: "Password changed", message });
  }
  const { message, errors } = answer.body;
  const refused = errors ? { fieldErrors: errors } : { formErrors: [message] };
  return data({ reply: submission.reply({ hideFields, ...refused }), hint }, { status: answer.status });
}

export default function Password() {
  const { link, signedInAs } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "password",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: Passwords }),
    shouldRevalidate: "onInput",
  });
  if (!link) return <ExpiredLink signedInAs={signedInAs} />;
  const invited = link.kind === "invitation";
  return (
    <AuthFrame
      title={invited ? `Welcome, ${link.name}` : "Choose a new password"}
      text={
        invited
          ? `Choose a password and you are in ${link.company_name}.`
          : "Everyone who is signed in with the old one is signed out."
      }
    >
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
        <FormErrors errors={(form.errors ?? []).map((text) => ({ text }))} title="The password is not set" />
        {invited && signedInAs !== undefined && signedInAs !== link.email && (
          <p className="wrap-anywhere">
            You are signed in as {signedInAs}. Accepting signs you out of it in this browser and in as {link.email}.
          </p>
        )}
        <TextInput id="email" label="Email" value={link.email} readOnly autoComplete="username" errors={[]} />
        <NewPasswordField
          label={invited ? "Password" : "New password"}
          {...getInputProps(fields.password, { type: "password" })}
          key={fields.password.key}
          errors={fields.password.errors ?? []}
          hint={last?.hint}
        />
        <TextInput
          label="Confirm password"
          {...getInputProps(fields.confirm, { type: "password" })}
          key={fields.confirm.key}
          errors={fields.confirm.errors}
          autoComplete="new-password"
        />
        <Button variant="primary" size="lg" working={working}>
          {invited ? "Accept and sign in" : "Set the password"}
        </Button>
      </Form>
    </AuthFrame>
  );
}

/** People keep the mail and open its link as their way in: whoever has a password is led to sign in. */
function ExpiredLink({ signedInAs }: { signedInAs: string | undefined }) {
  const link = "font-medium text-brand";
  return (
    <AuthFrame title="This link has expired" text="It was already used, or it is too old.">
      {signedInAs === undefined ? (
        <p>
          If you have chosen a password,{" "}
          <Link className={link} to={href("/login")}>
            sign in
          </Link>
          .
        </p>
      ) : (
        <p className="wrap-anywhere">
          You are signed in as {signedInAs}.{" "}
          <Link className={link} to="/">
            Go to your start page
          </Link>
        </p>
      )}
      <p className="mt-4">
        If you forgot your password,{" "}
        <Link className={link} to={href("/auth/forgot-password")}>
          ask for a new link
        </Link>
        .
      </p>
      <p className="mt-4 text-quiet">
        If you were invited and have no password yet, ask the person who invited you to send a new invitation.
      </p>
    </AuthFrame>
  );
}

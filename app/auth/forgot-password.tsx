// /auth/forgot-password - mails a link for a new password; says the same for every address (Q022)
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { SignUp } from "../../services/identity/contract.signup";
import { href } from "../href";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { FormErrors } from "../kit/ui/form-errors";
import { Link } from "../kit/ui/link";
import { AuthFrame } from "../shell/auth-frame";
import { readForm } from "../shell/form.server";
import { asGuest } from "../shell/steps.server";

const Forgot = z.object({ email: SignUp.shape.email });

export const meta = titled("Forgot your password");

export async function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.get("sent") === "1" };
}

export async function action(args: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(args.request), { schema: Forgot });
  if (submission.status !== "success") return data({ reply: submission.reply() }, { status: 422 });
  const answer = await asGuest(args).api.identity.forgotPassword({ body: submission.value });
  if (answer.status === 200) return redirect(href("/auth/forgot-password", undefined, { sent: 1 }));
  return data({ reply: submission.reply({ formErrors: [answer.body.message] }) }, { status: answer.status });
}

export default function ForgotPassword() {
  const { sent } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "forgot",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: Forgot }),
    shouldRevalidate: "onInput",
  });
  const back = (
    <Link className="font-medium text-brand" to={href("/login")}>
      Back to signing in
    </Link>
  );
  if (sent)
    return (
      <AuthFrame title="Check your email">
        <p role="status">
          If this address has an account, an email with a link is on its way to it. The link works once, within an hour.
        </p>
        <p className="mt-4">
          No email? Check your spam folder, or{" "}
          <Link className="font-medium text-brand" to={href("/auth/forgot-password")}>
            try another address
          </Link>
          . If you were invited and have never signed in, ask the person who invited you to send a new invitation.
        </p>
        <p className="mt-4">{back}</p>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Forgot your password?" text="We email you a link to choose a new one.">
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
        <FormErrors errors={(form.errors ?? []).map((text) => ({ text }))} title="Nothing was sent" />
        <TextInput
          label="Email"
          {...getInputProps(fields.email, { type: "email" })}
          key={fields.email.key}
          errors={fields.email.errors}
          autoComplete="username"
          autoFocus
        />
        <Button variant="primary" size="lg" working={working}>
          Email me a link
        </Button>
      </Form>
      <p className="mt-5">{back}</p>
    </AuthFrame>
  );
}

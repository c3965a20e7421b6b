// /login - sign in with e-mail address and password (R026-R032)
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { returnPath } from "../../rules/return-path";
import { href } from "../href";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { FormErrors } from "../kit/ui/form-errors";
import { Link } from "../kit/ui/link";
import { Toasts } from "../kit/ui/notice";
import { AuthFrame } from "../shell/auth-frame";
import { requestContext } from "../shell/context.server";
import { readForm } from "../shell/form.server";
import { flashed } from "../shell/notice.server";
import { OtherSignIns } from "../shell/other-sign-ins";
import { findViewer } from "../shell/page.server";
import { signIn } from "../shell/sign-in.server";
import { asGuest, askCode, backToSignIn, enter } from "../shell/steps.server";

const Credentials = z.object({
  email: z.string({ error: "Enter your email address." }).trim().max(254, "This address is too long."),
  password: z.string({ error: "Enter your password." }).max(1024, "This password is too long."),
  to: z.string().max(2000).optional(),
});

export const meta = titled("Sign in");

export async function loader(args: LoaderFunctionArgs) {
  const to = returnPath(new URL(args.request.url).searchParams.get("to"));
  if (await findViewer(args)) throw redirect("/");
  const { from, api } = asGuest(args);
  const answer = await api.identity.providers();
  const { notices, headers } = await flashed(args.request, from.settings);
  const providers = answer.status === 200 ? answer.body.data : [];
  return data({ to, providers, notices, hint: from.settings.signInHint }, { headers });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const from = requestContext(context);
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: Credentials });
  const reply = { hideFields: ["password"] };
  if (submission.status !== "success") return data({ reply: submission.reply(reply) }, { status: 400 });
  const { email, password, to } = submission.value;
  const outcome = await signIn(from, request, email, password);
  if ("refused" in outcome) {
    const { status, message } = outcome.refused;
    return data({ reply: submission.reply({ ...reply, formErrors: [message] }) }, { status });
  }
  if ("mailed" in outcome)
    return backToSignIn(from, { level: "info", title: "Check your email", message: outcome.mailed }, to);
  return "code" in outcome ? askCode(from, outcome.code, to) : enter(from, request, outcome.token, to);
}

export default function Login() {
  const { to, hint, providers, notices } = useLoaderData<typeof loader>();
  const asked = { to: to === "/" ? "" : to };
  const last = useActionData<typeof action>();
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "login",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: Credentials }),
    shouldRevalidate: "onInput",
  });
  return (
    <AuthFrame title="Sign in" foot={<span className="ml-auto">Kenya, KES</span>}>
      <Toasts notices={notices} />
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
        <FormErrors
          title="You are not signed in"
          errors={(form.errors ?? []).map((text) => ({ text, field: fields.password.id }))}
        />
        <input type="hidden" name="to" value={to} />
        <TextInput
          label="Email"
          {...getInputProps(fields.email, { type: "email" })}
          key={fields.email.key}
          errors={fields.email.errors}
          autoComplete="username"
          autoFocus
          required
        />
        <TextInput
          label="Password"
          {...getInputProps(fields.password, { type: "password" })}
          key={fields.password.key}
          errors={fields.password.errors}
          autoComplete="current-password"
          required
          aside={
            <Link className="text-sm font-medium text-brand" to={href("/auth/forgot-password")}>
              Forgot it?
            </Link>
          }
        />
        <Button variant="primary" size="lg" working={working}>
          Sign in
        </Button>
        {hint && <p className="text-sm text-quiet">{hint}</p>}
      </Form>
      <OtherSignIns providers={providers} to={to} />
      <p className="mt-6 text-quiet">
        No account yet?{" "}
        <Link className="font-medium text-brand" to={href("/auth/signup", undefined, asked)}>
          Create one
        </Link>
      </p>
    </AuthFrame>
  );
}

// /auth/signup - a new account: name, address, phone and password (Q022)
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { strength } from "../../rules/password-strength";
import { returnPath } from "../../rules/return-path";
import { SignUp } from "../../services/identity/contract.signup";
import { href } from "../href";
import { NewPasswordField } from "../kit/password-field";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { FormErrors } from "../kit/ui/form-errors";
import { Link } from "../kit/ui/link";
import { AuthFrame } from "../shell/auth-frame";
import { readForm } from "../shell/form.server";
import { OtherSignIns } from "../shell/other-sign-ins";
import { findViewer } from "../shell/page.server";
import { asGuest, keepStep } from "../shell/steps.server";

const { return_to: _return_to, ...asked } = SignUp.shape;
const SignUpForm = z
  .object({
    ...asked,
    confirm: z.string({ error: "Enter the password again." }),
    to: z.string().max(2000).optional(),
  })
  .refine(({ password, confirm }) => password === confirm, {
    path: ["confirm"],
    error: "The passwords do not match.",
  });

export const meta = titled("Sign up");

export async function loader(args: LoaderFunctionArgs) {
  if (await findViewer(args)) throw redirect("/");
  const answer = await asGuest(args).api.identity.providers();
  const providers = answer.status === 200 ? answer.body.data : [];
  return { to: returnPath(new URL(args.request.url).searchParams.get("to")), providers };
}

export async function action(args: ActionFunctionArgs) {
  const { from, api } = asGuest(args);
  const form = await readForm(args.request);
  const typed = (name: string) => String(form.get(name) ?? "");
  const submission = parseWithZod(form, { schema: SignUpForm });
  const hideFields = ["password", "confirm"];
  const hint = typed("password")
    ? strength(typed("password"), { email: typed("email"), name: typed("name"), company: typed("company_name") })
    : undefined;
  if (submission.status !== "success") return data({ reply: submission.reply({ hideFields }), hint }, { status: 422 });
  const { confirm: _confirm, to, ...body } = submission.value;
  const answer = await api.identity.signUp({ body: { ...body, return_to: returnPath(to) } });
  if (answer.status !== 201) {
    const { message, errors } = answer.body;
    const refused = errors ? { fieldErrors: errors } : { formErrors: [message] };
    return data({ reply: submission.reply({ hideFields, ...refused }), hint }, { status: answer.status });
  }
  const headers = { "set-cookie": await keepStep("signup", from, answer.body.signup) };
  return redirect(href("/auth/verify-account"), { headers });
}

export default function SignUpPage() {
  const { to, providers } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "signup",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: SignUpForm }),
    shouldRevalidate: "onInput",
  });
  const { name, email, phone, company_name, password, confirm } = fields;
  const line = (field: typeof name | typeof company_name, type: "text" | "email" | "tel") => {
    const { key: _stated, ...given } = getInputProps(field, { type });
    return { ...given, errors: field.errors };
  };
  return (
    <AuthFrame
      title="Create your account"
      text={
        <>
          Have one already?{" "}
          <Link className="font-medium text-brand" to={href("/login", undefined, { to: to === "/" ? "" : to })}>
            Sign in
          </Link>
        </>
      }
    >
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
        <FormErrors errors={(form.errors ?? []).map((text) => ({ text }))} title="You are not signed up yet" />
        <input type="hidden" name="to" value={to} />
        <TextInput key={name.key} label="Your name" {...line(name, "text")} autoComplete="name" />
        <TextInput key={email.key} label="Email" {...line(email as typeof name, "email")} autoComplete="email" />
        <TextInput
          key={phone.key}
          label="Mobile phone"
          {...line(phone as typeof name, "tel")}
          autoComplete="tel"
          help="Such as 0722 000 000."
        />
        <TextInput
          key={company_name.key}
          label="Company"
          optional
          {...line(company_name, "text")}
          autoComplete="organization"
        />
        <NewPasswordField
          label="Password"
          {...getInputProps(password, { type: "password" })}
          key={password.key}
          errors={password.errors ?? []}
          hint={last?.hint}
        />
        <TextInput
          label="Confirm password"
          {...getInputProps(confirm, { type: "password" })}
          key={confirm.key}
          errors={confirm.errors}
          autoComplete="new-password"
        />
        <Button variant="primary" size="lg" working={working}>
          Create account
        </Button>
      </Form>
      <OtherSignIns providers={providers} to={to} />
    </AuthFrame>
  );
}

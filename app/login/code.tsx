// /login/code - the second step of signing in: a code of the authenticator app, or a recovery code
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { FormErrors } from "../kit/ui/form-errors";
import { Link } from "../kit/ui/link";
import { AuthFrame } from "../shell/auth-frame";
import { readForm } from "../shell/form.server";
import { findViewer } from "../shell/page.server";
import { asGuest, backToSignIn, enter, readStep } from "../shell/steps.server";

const Kept = z.object({ handle: z.string(), to: z.string() });

/** The browser forgets the step when its time is over. */
const tooLate = "This sign-in took too long. Start again with your password.";

export const meta = titled("Second step");

export async function loader(args: LoaderFunctionArgs) {
  if (await findViewer(args)) throw redirect("/");
  if (!Kept.safeParse(await readStep("code", args)).success) throw redirect(href("/login"));
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const { from, api } = asGuest(args);
  const kept = Kept.safeParse(await readStep("code", args));
  if (!kept.success) return backToSignIn(from, { level: "warning", title: "Not signed in", message: tooLate });
  const { handle, to } = kept.data;
  const code = String((await readForm(args.request)).get("code") ?? "").slice(0, 100);
  const answer = await api.identity.secondStep({ body: { handle, code } });
  if (answer.status === 200) return enter(from, args.request, answer.body.access_token, to);
  const { message, errors } = answer.body;
  if (answer.status === 401) return backToSignIn(from, { level: "warning", title: "Not signed in", message }, to);
  return data({ message, errors: errors?.code }, { status: answer.status });
}

export default function SecondStep() {
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  return (
    <AuthFrame
      title="Enter your code"
      text={`Open your authenticator app and enter the six digits it shows for ${brand.name}.`}
      foot={
        <Link className="ml-auto hover:underline" to={href("/login")}>
          Sign in as someone else
        </Link>
      }
    >
      <Form method="post" noValidate={useHydrated()} className="grid gap-5">
        <FormErrors errors={last && !last.errors ? [{ text: last.message }] : []} title="You are not signed in" />
        <TextInput
          id="code"
          name="code"
          label="Code"
          help="Without your phone: one of your recovery codes. Without those too, ask an administrator of your account to turn off two-factor sign-in for you."
          errors={last?.errors ?? []}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          autoFocus
          required
          className="[&_.input]:text-lg [&_.input]:tracking-widest"
        />
        <Button variant="primary" size="lg" working={working}>
          Sign in
        </Button>
      </Form>
    </AuthFrame>
  );
}

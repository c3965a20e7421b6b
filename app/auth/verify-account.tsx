// /auth/verify-account - proves the address of a sign-up with the mailed code or link (Q022)
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { SandboxLink } from "../kit/sandbox-link";
import { titled } from "../kit/title";
import { Link } from "../kit/ui/link";
import { AuthFrame } from "../shell/auth-frame";
import { requestContext } from "../shell/context.server";
import { readForm } from "../shell/form.server";
import { findViewer } from "../shell/page.server";
import { asGuest, askCode, enter, keepStep, readStep } from "../shell/steps.server";
import { AddressForm, CodeForm, LinkForm } from "./sign-up/verify-forms";

export const meta = titled("Confirm your address");

async function readHandle(args: LoaderFunctionArgs): Promise<string> {
  const value = await readStep("signup", args);
  return typeof value === "string" ? value : "";
}

/** What the page asks for: the code, the address itself, the mailed link's own form, or nothing any more. */
export async function loader(args: LoaderFunctionArgs) {
  if (await findViewer(args)) throw redirect("/");
  const { api } = asGuest(args);
  const signup = await readHandle(args);
  const url = new URL(args.request.url);
  const link = url.searchParams.get("link");
  if (link) {
    const answer = await api.identity.linkState({ body: { link, ...(signup ? { signup } : {}) } });
    if (answer.status === 200) return { view: "link" as const, link, ...answer.body };
    return data({ view: "over" as const, message: linkOver }, { status: answer.status === 429 ? 429 : 404 });
  }
  if (!signup) return { view: "over" as const, message: "There is no sign-up to confirm in this browser." };
  const answer = await api.identity.signUpState({ body: { signup } });
  if (answer.status !== 200) return { view: "over" as const, message: "This sign-up has ended. Start again." };
  const { step, email, provider, mails_left } = answer.body;
  const sandbox = requestContext(args.context).settings.demo;
  if (step === "details") throw redirect(href("/auth/company-details"));
  if (step === "email") return { view: "email" as const, provider };
  return { view: "code" as const, email, provider, mails_left, sandbox, again: url.searchParams.get("again") === "1" };
}

const linkOver = "This link was used or has ended. Sign in, or sign up again.";

type SendAnswer = { status: number; body: { message: string; errors?: Record<string, string[]> | undefined } };

export async function action(args: ActionFunctionArgs) {
  const { from, api } = asGuest(args);
  const signup = await readHandle(args);
  const form = await readForm(args.request);
  const given = (name: string) => String(form.get(name) ?? "").slice(0, 2000);
  const intent = given("intent");
  const refused = ({ status, body }: SendAnswer) =>
    data({ intent, message: body.message, errors: body.errors ?? {}, typed: given("email") }, { status });

  if (!signup && intent !== "link") return redirect(href("/auth/signup"));
  if (intent === "again") {
    const answer = await api.identity.resendCode({ body: { signup } });
    return answer.status === 200 ? redirect(href("/auth/verify-account", undefined, { again: 1 })) : refused(answer);
  }
  if (intent === "email") {
    const answer = await api.identity.signUpEmail({ body: { signup, email: given("email") } });
    return answer.status === 200 ? redirect(href("/auth/verify-account")) : refused(answer);
  }
  const answer =
    intent === "link"
      ? await api.identity.verifyLink({
          body: { link: given("link"), password: given("password"), ...(signup ? { signup } : {}) },
        })
      : await api.identity.verifyCode({ body: { signup, code: given("code") } });
  if (answer.status !== 200) return refused(answer);
  const next = answer.body;
  if (next.step === "signed-in") return enter(from, args.request, next.session.access_token, next.return_to);
  if (next.step === "code") return askCode(from, next.handle, next.return_to);
  return redirect(href("/auth/company-details"), {
    headers: { "set-cookie": await keepStep("signup", from, next.signup) },
  });
}

export default function VerifyAccount() {
  const shown = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const errors = (field: string) => last?.errors[field];
  const general = last && !["code", "email", "password"].some(errors) ? last.message : undefined;
  if (shown.view === "over")
    return (
      <AuthFrame title="Nothing to confirm here" text={shown.message}>
        <p className="flex gap-5 font-medium">
          <Link className="text-brand" to={href("/auth/signup")}>
            Sign up
          </Link>
          <Link className="text-brand" to={href("/login")}>
            Sign in
          </Link>
        </p>
      </AuthFrame>
    );
  if (shown.view === "email")
    return (
      <AuthFrame
        title="Which address is yours?"
        text={`${shown.provider} gave us no email address. We email a code to the one you enter.`}
      >
        <AddressForm errors={errors("email")} general={general} typed={last?.typed ?? ""} />
      </AuthFrame>
    );
  if (shown.view === "link")
    return (
      <AuthFrame title="Confirm your address" text={shown.email}>
        <LinkForm link={shown.link} needs={shown.needs} errors={errors("password")} general={general} />
      </AuthFrame>
    );
  return (
    <AuthFrame
      title="Check your email"
      text={
        <>
          We sent an email to <b className="font-medium wrap-anywhere text-ink">{shown.email}</b>. Enter the six digits
          in it{shown.provider ? "" : ", or open its link"}.
        </>
      }
      foot={
        <Link className="ml-auto hover:underline" to={href("/auth/signup")}>
          Start again with another address
        </Link>
      }
    >
      <CodeForm errors={errors("code")} general={general} again={shown.again && !last} left={shown.mails_left} />
      {shown.sandbox && (
        <SandboxLink to="/sandbox/mail" back={href("/auth/verify-account")} more={{ to: shown.email }}>
          Sandbox: open the mailbox
        </SandboxLink>
      )}
    </AuthFrame>
  );
}

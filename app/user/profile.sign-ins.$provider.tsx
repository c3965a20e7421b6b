// /user/profile/sign-ins/:provider - sign in with this provider no more; `?token=` comes from the mailed link
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Mail, Unlink } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { done, expectStatus, page, receive } from "../shell/page.server";
import { secretForm } from "../shell/secret-form.server";

const path = "/user/profile/sign-ins/:provider";

const Step = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("mail") }),
  z.object({ intent: z.literal("password") }),
  z.object({ intent: z.literal("proven"), proof: z.string().max(200) }),
  z.object({
    intent: z.literal("unlink"),
    password: z.string({ error: "Enter your password." }).max(1024, "This password is too long."),
  }),
]);

export const meta: MetaFunction = () => [{ title: `Unlink a sign-in - ${brand.name}` }];

export const loader = page(path, async ({ api, params, url, viewer }) => {
  const { sign_ins, has_password } = expectStatus(await api.identity.profile(), 200);
  const one = sign_ins.find(({ provider }) => provider === params.provider);
  if (!one) throw new Response("This sign-in is not linked to you.", { status: 404 });
  const only = !has_password && !sign_ins.some((other) => other !== one && other.usable);
  return { name: one.name, only, has_password, proof: url.searchParams.get("token"), email: viewer.email };
});

export const action = receive(path, async ({ api, params, request, viewer, from }) => {
  const form = await secretForm(request, Step, ["password", "proof"]);
  if ("refused" in form) return form.refused;
  const { value, refuse } = form;
  const here = href(path, { provider: params.provider });
  if (value.intent === "password") {
    const answer = await api.identity.forgotPassword({ body: { email: viewer.email } });
    if (answer.status !== 200) return refuse(answer.body);
    return done(from, here, `We sent a link to ${viewer.email}. Choose a password with it, then come back here.`);
  }
  if (value.intent === "mail") {
    const answer = await api.identity.mailUnlink({ params });
    return answer.status === 200 ? done(from, here, answer.body.message) : refuse(answer.body);
  }
  const { intent: _, ...body } = value;
  const answer = await api.identity.unlinkSignIn({ params, body });
  return answer.status === 200 ? done(from, href("/user/profile"), answer.body.message) : refuse(answer.body);
});

export default function UnlinkPage() {
  const { name, only, has_password, proof, email } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/user/profile");
  const errors = last?.reply.error?.password ?? [];
  const cancel = (
    <LinkButton to={back} size="lg" variant="ghost">
      Cancel
    </LinkButton>
  );
  return (
    <div className="max-w-[640px]">
      <PageHeader
        title={only ? `${name} can't be unlinked yet` : `Unlink ${name}?`}
        text={
          only
            ? `${name} is your only way to sign in. Choose a password first: a link to do so goes to ${email}.`
            : `No one will be able to sign in as you with ${name}. You stay signed in here, and an email tells you that it was unlinked.`
        }
        back={{ label: "Profile", to: back }}
      />
      {errors.length === 0 && <ActionNotice notice={last?.notice} />}
      <Card padded label={`Unlink ${name}`} className="md:p-5!">
        {only ? (
          <Form method="post" className="flex flex-wrap gap-2">
            <Button variant="primary" size="lg" icon={Mail} name="intent" value="password" working={working}>
              Email me the link
            </Button>
            {cancel}
          </Form>
        ) : proof ? (
          <Form method="post" className="flex flex-wrap gap-2">
            <input type="hidden" name="proof" value={proof} />
            <Button variant="danger" size="lg" icon={Unlink} name="intent" value="proven" working={working}>
              Unlink {name}
            </Button>
            {cancel}
          </Form>
        ) : (
          <div className="grid gap-5">
            {has_password && (
              <Form method="post" className="grid gap-5">
                <input type="hidden" name="username" value={email} autoComplete="username" />
                <TextInput
                  id="password"
                  name="password"
                  type="password"
                  label="Your password"
                  autoComplete="current-password"
                  errors={errors}
                  required
                />
                <div className="flex flex-wrap gap-2">
                  <Button variant="danger" size="lg" icon={Unlink} name="intent" value="unlink" working={working}>
                    Unlink {name}
                  </Button>
                  {cancel}
                </div>
              </Form>
            )}
            <Form method="post" className={has_password ? "border-t border-line pt-4" : "flex flex-wrap gap-2"}>
              {has_password && <p className="mb-3 text-sm text-quiet">Or confirm it by email, at {email}.</p>}
              <Button
                {...(has_password ? {} : { variant: "primary" as const, size: "lg" as const })}
                icon={Mail}
                name="intent"
                value="mail"
                working={working}
              >
                Email me a link
              </Button>
              {!has_password && cancel}
            </Form>
          </div>
        )}
      </Card>
    </div>
  );
}

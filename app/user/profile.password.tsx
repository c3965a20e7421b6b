// /user/profile/password - another password for oneself
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Mail } from "lucide-react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { NewPassword } from "../../rules/password";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { done, expectStatus, page, receive } from "../shell/page.server";
import { secretForm } from "../shell/secret-form.server";

const path = "/user/profile/password";

const Passwords = z
  .object({
    old_password: z.string({ error: "Enter your current password." }).max(1024, "This password is too long."),
    password: NewPassword,
    again: z.string({ error: "Enter the new password again." }),
  })
  .refine(({ password, again }) => password === again, {
    path: ["again"],
    message: "The passwords do not match. Enter the new password again.",
  });

export const meta: MetaFunction = () => [{ title: `Password - ${brand.name}` }];

export const loader = page(path, async ({ api, viewer }) => ({
  email: viewer.email,
  has_password: expectStatus(await api.identity.profile(), 200).has_password,
}));

export const action = receive(path, async ({ api, request, from, url, viewer }) => {
  if (url.searchParams.get("part") === "mail") {
    const sent = await api.identity.forgotPassword({ body: { email: viewer.email } });
    if (sent.status === 200) return done(from, href(path), `We sent a link to ${viewer.email}.`);
    return data(
      { notice: { level: "warning" as const, title: "Warning", message: sent.body.message } },
      { status: 422 },
    );
  }
  const form = await secretForm(request, Passwords, ["old_password", "password", "again"]);
  if ("refused" in form) return form.refused;
  const { old_password, password } = form.value;
  const answer = await api.identity.changePassword({ body: { old_password, password } });
  return answer.status === 200 ? done(from, href("/user/profile"), answer.body.message) : form.refuse(answer.body);
});

export default function PasswordPage() {
  const { email, has_password } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const [form, fields] = useForm({
    id: "password",
    ...(last && "reply" in last ? { lastResult: last.reply } : {}),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: Passwords }),
  });
  const back = href("/user/profile");
  if (!has_password) return <NoPassword email={email} notice={last?.notice} />;
  const inputs = [
    { field: fields.old_password, label: "Current password", autoComplete: "current-password" },
    {
      field: fields.password,
      label: "New password",
      autoComplete: "new-password",
      help: "At least 10 characters. A few words that have nothing to do with each other are good.",
    },
    { field: fields.again, label: "Confirm new password", autoComplete: "new-password" },
  ];
  return (
    <div className="max-w-[640px]">
      <PageHeader
        title="Password"
        text="Everywhere else you are signed in will be signed out, and an email tells you that it was changed."
        back={{ label: "Profile", to: back }}
      />
      <ActionNotice notice={formNotice(last)} />
      <Card padded label="Password" className="md:p-5!">
        <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
          <input type="hidden" name="username" value={email} autoComplete="username" />
          {inputs.map(({ field, ...rest }) => {
            const {
              defaultValue: _never,
              key = field.name,
              ...given
            } = getInputProps(field, { type: "password", value: false });
            return <TextInput key={key} {...rest} {...given} errors={field.errors} required />;
          })}
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" size="lg" working={working}>
              Change password
            </Button>
            <LinkButton to={back} size="lg" variant="ghost">
              Cancel
            </LinkButton>
          </div>
        </Form>
      </Card>
    </div>
  );
}

/** Somebody who came by way of a provider: nobody knows a password of theirs, so a mail proves who they are. */
function NoPassword({ email, notice }: { email: string; notice: Parameters<typeof ActionNotice>[0]["notice"] }) {
  const working = useNavigation().state !== "idle";
  const back = href("/user/profile");
  return (
    <div className="max-w-[640px]">
      <PageHeader
        title="Password"
        text={`You have none yet. We send a link to set one to ${email}; everywhere you are signed in will be signed out then.`}
        back={{ label: "Profile", to: back }}
      />
      <ActionNotice notice={notice} />
      <Card padded label="Password" className="md:p-5!">
        <Form method="post" action={`${href(path)}?part=mail`} className="flex flex-wrap gap-2">
          <Button variant="primary" size="lg" icon={Mail} working={working}>
            Email me the link
          </Button>
          <LinkButton to={back} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </Form>
      </Card>
    </div>
  );
}

// /email/host - the mail host that emails leave through: the platform's or the account's own, its rate and warm-up plan
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { warmUpDays } from "../../rules/email-warm-up";
import { commas } from "../../rules/format";
import type { OwnHost } from "../../services/email/contract.hosts";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { DescriptionList } from "../kit/ui/description-list";
import { Select, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/email/host";

export const meta = titled("Mail host");

export const loader = page(path, async ({ api, viewer }) => ({
  host: expectStatus(await api.email.mailHost({}), 200).host,
  zone: viewer.time_zone,
}));

const securityNames = {
  tls: "TLS from the first byte (465)",
  starttls: "STARTTLS (587)",
  none: "None: only inside this machine",
};

const MailHostForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    ...{ host: typedText, port: typedText, user: typedText, password: typedText, per_minute: typedText },
    security: z.enum(["tls", "starttls", "none"]).catch("tls"),
    ...{ first_day: typedText, growth: typedText, target: typedText },
  }),
  z.object({ intent: z.literal("remove") }),
]);

/** What is no number is refused by the service, in words. */
const number = (text: string) => (text.trim() === "" ? Number.NaN : Number(text.replaceAll(",", "")));

export const action = act(
  path,
  MailHostForm,
  async ({ api, value, from, refuse }) => {
    if (value.intent === "remove") {
      const gone = await api.email.removeMailHost({});
      return gone.status === 201 ? done(from, href(path), gone.body.message) : refuse(gone.body);
    }
    const { host, user, password, security, first_day, growth, target } = value;
    const planned = [first_day, growth, target].some((text) => text.trim() !== "");
    const warm_up = planned ? { first_day: number(first_day), growth: number(growth), target: number(target) } : null;
    const body = {
      host,
      user,
      password,
      security,
      port: number(value.port),
      per_minute: number(value.per_minute),
      warm_up,
    };
    const answer = await api.email.setMailHost({ body });
    if (answer.status === 201) return done(from, href(path), `Emails leave through ${answer.body.host}`);
    // The plan's fields stand alone in the form.
    const errors = Object.fromEntries(
      Object.entries(answer.body.errors ?? {}).map(([name, words]) => [name.replace(/^warm_up\./, ""), words]),
    );
    return refuse({ ...answer.body, errors });
  },
  { secret: ["password"] },
);

export default function EmailHost() {
  const { host, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const errors = fieldErrors(last);
  const plan = host?.warm_up;
  const text = (value: number | undefined) => (value === undefined ? "" : String(value));
  const typed = keepTyped(last, {
    ...{ host: host?.host ?? "", port: text(host?.port) || "587", security: host?.security ?? "starttls" },
    ...{ user: host?.user ?? "", per_minute: text(host?.per_minute) || "60" },
    ...{ first_day: text(plan?.first_day), growth: text(plan?.growth), target: text(plan?.target) },
  });
  const input = (name: keyof typeof typed, label: string, help: string) => (
    <TextInput
      {...{ id: name, name, label, help }}
      defaultValue={String(typed[name])}
      errors={errors[name] ?? []}
      autoComplete="off"
      spellCheck={false}
    />
  );
  const number = (name: keyof typeof typed, label: string, help: string) => (
    <TextInput
      {...{ id: name, name, label, help }}
      inputMode="numeric"
      defaultValue={String(typed[name])}
      errors={errors[name] ?? []}
      autoComplete="off"
    />
  );
  return (
    <>
      <PageHeader title="Mail host" text="Emails leave through the platform's mail host, or through one of your own." />
      <PostResult last={last} idOf={(name) => name} />
      <div className="grid max-w-[720px] gap-4">
        {host && <Today host={host} zone={zone} />}
        <Card padded label="Your mail host" className="md:p-5!">
          <Form method="post" className="grid gap-5">
            <UnsavedForm refused={last} />
            <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_7rem]">
              {input("host", "Host", "Such as smtp.your-host.com.")}
              {number("port", "Port", "")}
            </div>
            <Select
              id="security"
              name="security"
              label="Connection"
              defaultValue={typed.security}
              choices={Object.entries(securityNames).map(([value, label]) => ({ value, label }))}
              errors={errors.security ?? []}
            />
            <div className="grid gap-4 md:grid-cols-2">
              {input("user", "User name", "Empty if the host asks for none.")}
              <TextInput
                id="password"
                name="password"
                type="password"
                label="Password"
                help={host ? "Empty: it stays as it is." : "It is stored encrypted and never shown."}
                errors={errors.password ?? []}
                autoComplete="new-password"
              />
            </div>
            {number("per_minute", "Emails a minute", "As many as the host takes: from 1 to 6,000.")}
            <fieldset className="grid gap-4 border-t border-line pt-4">
              <legend className="float-left font-semibold">Warm-up plan</legend>
              <p className="clear-both text-sm text-quiet">
                Mail providers trust a new host little by little. With a plan, only so many emails leave each day, and
                the rest of a mailing goes on the next day. Leave all three empty for no limit.
              </p>
              <div className="grid gap-4 md:grid-cols-3">
                {number("first_day", "Emails on the first day", "Such as 50.")}
                {number("growth", "Percent more each day", "From 1 to 300, such as 50.")}
                {number("target", "Emails a day at the end", "From then on there is no limit.")}
              </div>
            </fieldset>
            <div className="flex flex-wrap gap-2">
              <Button variant="primary" size="lg" name="intent" value="save" working={working}>
                Test and save
              </Button>
              {host && (
                <Button size="lg" name="intent" value="remove">
                  Use the platform's instead
                </Button>
              )}
            </div>
            <p className="text-sm text-quiet">
              If your host can't be reached while an email is sent, sending pauses and you are notified. Nothing goes
              through another host.
            </p>
          </Form>
        </Card>
      </div>
    </>
  );
}

function Today({ host, zone }: { host: OwnHost; zone: string }) {
  const { warm_up, day, left_today, taken_today, tested_at, changed_by } = host;
  const over = left_today === null;
  return (
    <DescriptionList
      facts={[
        { label: "Emails leave through", value: host.host },
        {
          label: "Tested",
          value: <DateTime at={tested_at} zone={zone} />,
          ...(changed_by ? { note: changed_by } : {}),
        },
        { label: "Sent today", value: commas(taken_today) },
        ...(warm_up
          ? [
              {
                label: "Left today",
                value: over ? "No limit" : commas(left_today),
                note: over ? "The warm-up plan is over." : `Day ${day} of ${warmUpDays(warm_up)} of the warm-up plan.`,
              },
            ]
          : []),
      ]}
    />
  );
}

// /settings/sms - when messages may leave, by kind of sender ID, and what promotional ones end with
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { SendingSettings } from "../../services/messaging/contract.settings";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { formNotice } from "../kit/form-notice";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { zoneCity } from "../kit/zone";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SmsTabs } from "./sms/sms-tabs";

const path = "/settings/sms";

export const meta = titled("SMS sending");

export const loader = page(path, async ({ api, viewer }) => ({
  kept: expectStatus(await api.messaging.sendingSettings(), 200),
  zone: viewer.time_zone,
}));

export const action = act(path, SendingSettings, async ({ api, value, refuse, from }) => {
  const answer = await api.messaging.setSendingSettings({ body: value });
  return answer.status === 200 ? done(from, href(path), "SMS sending was changed.") : refuse(answer.body);
});

export default function SmsSending() {
  const { kept, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const errors = fieldErrors(last);
  const { promotional_from, promotional_until, transactional_from, transactional_until, footer, standard } = kept;
  const typed = keepTyped(last, {
    ...{ promotional_from, promotional_until, footer },
    ...{ transactional_from: transactional_from ?? "", transactional_until: transactional_until ?? "" },
  });
  const field = (name: keyof typeof typed) => ({
    ...{ id: name, name, defaultValue: typed[name], errors: errors[name] ?? [] },
  });
  return (
    <>
      <PageHeader
        title="SMS sending"
        text={`When messages may leave, by the clock of ${zoneCity(kept.time_zone)}. What is scheduled or running keeps new hours at once.`}
      />
      <SmsTabs now="hours" />
      <ActionNotice notice={formNotice(last)} />
      <Card padded label="SMS sending" className="max-w-[640px] md:p-5!">
        <Form method="post" noValidate={scripted} className="grid gap-6">
          <UnsavedForm refused={last} />
          <fieldset className="grid gap-3">
            <legend className="mb-2 font-semibold">Promotional sender IDs</legend>
            <p className="text-sm text-quiet">
              Networks drop promotional messages outside their hours. In Kenya these are {standard.promotional_from} to{" "}
              {standard.promotional_until}. Change them only if your carrier has agreed to others.
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextInput {...field("promotional_from")} type="time" label="From" />
              <TextInput {...field("promotional_until")} type="time" label="Until" />
            </div>
            <TextInput
              {...field("footer")}
              label="Ending"
              maxLength={60}
              help={`Added to each promotional message after a space, unless you typed it. It counts towards the parts. Safaricom asks for ${standard.footer}`}
              autoComplete="off"
            />
          </fieldset>
          <fieldset className="grid gap-3">
            <legend className="mb-2 font-semibold">Transactional sender IDs</legend>
            <p className="text-sm text-quiet">
              Leave both times empty to send at any hour. Messages to 10 numbers or fewer always leave at once, so that
              codes and confirmations arrive.
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextInput {...field("transactional_from")} type="time" label="From" optional />
              <TextInput {...field("transactional_until")} type="time" label="Until" optional />
            </div>
          </fieldset>
          <div>
            <Button variant="primary" size="lg" working={working}>
              Save
            </Button>
          </div>
          {kept.changed_at && (
            <p className="text-sm text-quiet">
              Changed by {kept.changed_by || "a service"}, <DateTime at={kept.changed_at} zone={zone} />.
            </p>
          )}
        </Form>
      </Card>
    </>
  );
}

// /settings/data-protection/retention - how long each kind of data is kept
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { commas } from "../../rules/format";
import { RetentionForm } from "../../services/identity/contract.privacy";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { PrivacyTabs } from "./privacy/privacy-tabs";

const path = "/settings/data-protection/retention";

export const meta = titled("Retention");

export const loader = page(path, async ({ api, viewer }) => ({
  kept: expectStatus(await api.identity.retention(), 200),
  zone: viewer.time_zone,
}));

export const action = act(path, RetentionForm, async ({ api, value, refuse, from }) => {
  const answer = await api.identity.setRetention({ body: value });
  return answer.status === 200 ? done(from, href(path), "Retention was changed.") : refuse(answer.body);
});

const kinds = [
  {
    name: "messages_months",
    label: "Messages",
    help: "Received messages, and the number, name and text of sent ones. Counts and costs stay.",
  },
  {
    name: "tickets_months",
    label: "Closed tickets",
    help: "Customer, messages and files. Numbers, times and statuses are kept for reports. Deleted tickets are always removed after 30 days.",
  },
  { name: "activities_months", label: "Activities", help: "Who did what in this account." },
  { name: "files_months", label: "Files", help: "Files of issues, tickets and chats. Bank slips and photos stay." },
] as const;

export default function RetentionPage() {
  const { kept, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const [form, fields] = useForm({
    id: "retention",
    ...(last ? { lastResult: last.reply } : {}),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: RetentionForm }),
    defaultValue: {
      messages_months: kept.messages_months?.toString() ?? "",
      tickets_months: kept.tickets_months?.toString() ?? "",
      activities_months: kept.activities_months?.toString() ?? "",
      files_months: kept.files_months?.toString() ?? "",
    },
  });
  const removed = Object.entries(kept.removed).filter(([, count]) => count > 0);
  return (
    <>
      <PageHeader title="Data protection" text="Older data is deleted every night." />
      <PrivacyTabs now="retention" />
      <ActionNotice notice={formNotice(last)} />
      <Card padded label="Retention" className="max-w-[640px] md:p-5!">
        <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
          {kinds.map(({ name, label, help }) => (
            <TextInput
              label={`${label}, months`}
              {...getInputProps(fields[name], { type: "text" })}
              key={fields[name].key}
              errors={fields[name].errors}
              help={`${help} Empty: kept permanently.`}
              inputMode="numeric"
              className="max-w-100"
            />
          ))}
          <div>
            <Button variant="primary" size="lg" working={working}>
              Save
            </Button>
          </div>
          {kept.changed_at && (
            <p className="text-sm text-quiet">
              Changed by {kept.changed_by}, <DateTime at={kept.changed_at} zone={zone} />.
              {kept.ran_at && (
                <>
                  {" "}
                  Last applied <DateTime at={kept.ran_at} zone={zone} />
                  {removed.length > 0 &&
                    `: ${removed.map(([kind, count]) => `${commas(count)} ${kind}`).join(", ")} removed`}
                  .
                </>
              )}
            </p>
          )}
        </Form>
      </Card>
    </>
  );
}

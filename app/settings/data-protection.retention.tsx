// /settings/data-protection/retention - how long each kind of data is kept
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { dayIn, sayDay } from "../../rules/calendar";
import { commas } from "../../rules/format";
import { keptSince, shortenedKinds } from "../../rules/retention";
import { RetentionForm } from "../../services/identity/contract.privacy";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Checkbox } from "../kit/ui/checkbox";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";
import { PrivacyTabs } from "./privacy/privacy-tabs";

const path = "/settings/data-protection/retention";

export const meta = titled("Retention");

/** `confirmed`: the shortened kinds, as the question named them, that may be deleted. */
const RetentionFields = RetentionForm.extend({ confirmed: typedText });

export const loader = page(path, async ({ api, viewer }) => ({
  kept: expectStatus(await api.identity.retention(), 200),
  zone: viewer.time_zone,
}));

export const action = act(path, RetentionFields, async ({ api, viewer, value, refuse, from }) => {
  const { confirmed, ...months } = value;
  const shortened = shortenedKinds(expectStatus(await api.identity.retention(), 200), months);
  const question = shortened.map((kind) => `${kind} ${months[kind]}`).join(", ");
  if (question !== "" && confirmed !== question) {
    const [now, zone] = [new Date(), viewer.time_zone];
    const goes = kinds.flatMap(({ name, label }) => {
      const count = shortened.includes(name) ? months[name] : null;
      return count ? `${label} before ${sayDay(dayIn(zone, new Date(keptSince(now, count))))}` : [];
    });
    return refuse(
      {
        message: "Nothing was changed.",
        errors: { confirmed: ["Nothing was changed yet. Confirm this, or change the months."] },
      },
      { question, goes },
    );
  }
  const answer = await api.identity.setRetention({ body: months });
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
    onValidate: ({ formData }) => parseWithZod(formData, { schema: RetentionFields }),
    defaultValue: {
      messages_months: kept.messages_months?.toString() ?? "",
      tickets_months: kept.tickets_months?.toString() ?? "",
      activities_months: kept.activities_months?.toString() ?? "",
      files_months: kept.files_months?.toString() ?? "",
    },
  });
  const goes: string[] = last && "goes" in last ? last.goes : [];
  const question = last && "question" in last ? last.question : "";
  const removed = Object.entries(kept.removed).filter(([, count]) => count > 0);
  return (
    <>
      <PageHeader title="Data protection" text="Older data is deleted every night." />
      <PrivacyTabs now="retention" />
      <ActionNotice notice={formNotice(last)} />
      <Card padded label="Retention" className="max-w-[640px] md:p-5!">
        <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
          <UnsavedForm refused={last} />
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
          {question && (
            <div className="card grid gap-3 p-4" role="status" key={question}>
              <p className="font-medium">The next night deletes permanently:</p>
              <ul className="list-disc pl-5">
                {goes.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <Checkbox
                id={fields.confirmed.id}
                name="confirmed"
                value={question}
                label="Delete this data"
                aria-describedby="confirmed-error"
              />
              <p className="err" id="confirmed-error">
                {fields.confirmed.errors?.join(" ")}
              </p>
            </div>
          )}
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

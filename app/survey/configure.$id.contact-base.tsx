// /survey/configure/:id/contact-base - whom a run asks, from which sender ID, and at what times
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { surveyLanguages } from "../../rules/survey/graph";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { DescriptionList } from "../kit/ui/description-list";
import { Select, TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { loadRun, parseRunId } from "./runs/run.server";
import { RunFrame } from "./runs/run-frame";

const path = "/survey/configure/:id/contact-base";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Contact base");

export const loader = page(path, async (given) => {
  const { api } = given;
  const run = await loadRun(given);
  if (run.status !== "pending") return { run, choices: null };
  const [groups, senders, survey] = await Promise.all([
    api.messaging.allGroups({ query: { type: "sms" } }),
    api.survey.surveySenders({ query: {} }),
    api.survey.survey({ params: { uuid: run.uuid } }),
  ]);
  const approved = expectStatus(senders, 200).data.filter(({ status }) => status === "approved");
  return {
    run,
    choices: {
      groups: expectStatus(groups, 200).data.map(({ id, name }) => ({ value: String(id), label: name })),
      senders: approved.map(({ sender }) => ({ value: sender, label: sender })),
      languages: expectStatus(survey, 200).languages.map((code) => ({ value: code, label: surveyLanguages[code] })),
    },
  };
});

const names = ["name", "sender", "group_id", "language", "from", "until"] as const;
const numbers = ["expiry_hours", "reminders", "reminder_hours"] as const;
type Name = (typeof names)[number] | (typeof numbers)[number];
const Fields = z.object(
  Object.fromEntries([...names, ...numbers].map((name) => [name, typedText])) as Record<Name, typeof typedText>,
);

export const action = act(path, Fields, async ({ api, params, value, refuse, from }) => {
  const id = parseRunId(params.id);
  const { group_id, language, ...form } = value;
  const body = { ...form, group_id: group_id ? Number(group_id) : null, language: language as "en" };
  const answer = await api.survey.updateInstance({ params: { id }, body });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/survey/configure/:id/initiate-survey", { id }), "Contact base saved");
});

export default function ContactBase() {
  const { run, choices } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <RunFrame run={run} tab="Contact base" />
      <div className="max-w-[720px]">
        {choices ? (
          <RunForm />
        ) : (
          <DescriptionList
            facts={[
              { label: "Contact group", value: run.group_name },
              { label: "Sender ID", value: run.sender },
              { label: "Language", value: surveyLanguages[run.language] },
              { label: "Hours", value: `${run.from} to ${run.until}, ${run.time_zone}` },
              { label: "Reminders", value: `${run.reminders}, after ${run.reminder_hours} hours of silence` },
              { label: "Ends", value: `After ${run.expiry_hours} hours of silence` },
            ]}
          />
        )}
      </div>
    </>
  );
}

function RunForm() {
  const { run, choices } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const field = (name: Name) => ({
    ...{ id: name, name, errors: errors[name] ?? [] },
    defaultValue: typedValue(last, name) ?? String(run[name] ?? ""),
  });
  return (
    <Card label="Contact base" padded>
      <Form method="post" className="grid gap-5">
        <TextInput {...field("name")} label="Name" help="Only your team sees it." maxLength={120} autoComplete="off" />
        <Select
          {...field("group_id")}
          label="Contact group"
          help="Who has opted out is left out. Each number is asked once."
          empty="Choose a group"
          choices={choices?.groups ?? []}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            {...field("sender")}
            label="Sender ID"
            help="People reply to it."
            empty="Choose a sender ID"
            choices={choices?.senders ?? []}
          />
          <Select {...field("language")} label="Language" choices={choices?.languages ?? []} />
          <TextInput {...field("from")} type="time" label="Ask from" className="num" />
          <TextInput {...field("until")} type="time" label="Ask until" className="num" />
          <TextInput {...field("reminders")} inputMode="numeric" label="Reminders" help="0 to 3 for each person." />
          <TextInput {...field("reminder_hours")} inputMode="numeric" label="Remind after (hours)" help="Of silence." />
          <TextInput
            {...field("expiry_hours")}
            inputMode="numeric"
            label="Ends after (hours)"
            help="Of silence. Later replies stay in the SMS inbox."
          />
        </div>
        <div>
          <Button variant="primary" size="lg" working={working}>
            Save and see the cost
          </Button>
        </div>
      </Form>
    </Card>
  );
}

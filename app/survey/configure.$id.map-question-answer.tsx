// /survey/configure/:id/map-question-answer - which fields of the contacts get the answers of an instance
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValues } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { loadRun, parseRunId } from "./runs/run.server";
import { RunFrame } from "./runs/run-frame";

const path = "/survey/configure/:id/map-question-answer";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Contact fields");

export const loader = page(path, async (given) => {
  const { api } = given;
  const run = await loadRun(given);
  const mapped = await api.survey.answerFields({ params: { id: run.id } });
  const groups = await api.messaging.allGroups({ query: { type: "sms" } });
  // Whoever may not see the groups can type a field still.
  const group = groups.status === 200 ? groups.body.data.find(({ id }) => id === run.group_id) : undefined;
  return { run, questions: expectStatus(mapped, 200).data, known: group?.field_names ?? [] };
});

const texts = z.array(typedText).default([]);
const Fields = z.object({ question_id: texts, field: texts });

export const action = act(path, Fields, async ({ api, params, value, refuse, from }) => {
  const id = parseRunId(params.id);
  const data = value.question_id.map((question, at) => ({
    ...{ question_id: Number(question) || 0, field: value.field[at] ?? "" },
  }));
  const saved = await api.survey.setAnswerFields({ params: { id }, body: { data } });
  return saved.status === 201 ? done(from, href(path, { id }), "Contact fields saved") : refuse(saved.body);
});

export default function MapAnswers() {
  const { run, questions, known } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <RunFrame run={run} tab="Contact fields" />
      <Card label="Contact fields" padded className="max-w-[720px]">
        <p className="mb-4 text-quiet">
          When a person comes to the end, their answer is kept in this field of the contact in{" "}
          {run.group_name || "the contact group"}, and can be used in messages. Answers from before you save stay where
          they are.
        </p>
        <Form method="post" className="grid gap-5">
          <datalist id="known-fields">
            {known.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {questions.map(({ question_id, text, field }, at) => (
            <div key={question_id}>
              <input type="hidden" name="question_id" value={question_id} />
              <TextInput
                id={`data.${at}.field`}
                name="field"
                label={`${at + 1}. ${text}`}
                optional
                list="known-fields"
                maxLength={200}
                defaultValue={typedValues(last, "field")?.[at] ?? field}
                errors={[...(errors[`data.${at}.field`] ?? []), ...(errors[`data.${at}.question_id`] ?? [])]}
                autoComplete="off"
              />
            </div>
          ))}
          <div>
            <Button variant="primary" size="lg" working={working}>
              Save the contact fields
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}

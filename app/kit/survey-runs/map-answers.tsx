import { Form, useNavigation } from "@remix-run/react";
import type { AnswerFields, SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import { PostResult } from "../post-result";
import { fieldErrors, type LastPost, typedValues } from "../refused-post";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { TextInput } from "../ui/field";
import { RunFrame } from "./run-frame";

type MapProps = {
  run: SurveyInstanceDetail;
  questions: AnswerFields["data"];
  /** Calculated values. */
  values: AnswerFields["values"];
  /** Fields that the contact group has. */
  known: readonly string[];
  last: LastPost;
};

/** Which fields of the contacts get the answers and the calculated values of a run. */
export function MapAnswers({ run, questions, values, known, last }: MapProps) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <RunFrame run={run} tab="Contact fields" />
      <Card label="Contact fields" padded className="max-w-[720px]">
        <p className="mb-4 text-quiet">
          When a person comes to the end, their answer or value is kept in this field of the contact in{" "}
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
                // What was saved is spelled as fields are.
                key={field}
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
          {values.map(({ calculated_id, name, field }, at) => (
            <div key={calculated_id}>
              <input type="hidden" name="calculated_id" value={calculated_id} />
              <TextInput
                key={field}
                id={`values.${at}.field`}
                name="value_field"
                label={`Calculated value ${name}`}
                optional
                list="known-fields"
                maxLength={200}
                defaultValue={typedValues(last, "value_field")?.[at] ?? field}
                errors={[...(errors[`values.${at}.field`] ?? []), ...(errors[`values.${at}.calculated_id`] ?? [])]}
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

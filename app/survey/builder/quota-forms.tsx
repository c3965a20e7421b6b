import { Form } from "@remix-run/react";
import { type SurveyGraph, type SurveyQuestion, textIn } from "../../../rules/survey/graph";
import type { Quota } from "../../../services/survey/contract.schemas";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { FieldNotes } from "../../kit/ui/field";

type QuotaFormsProps = { graph: SurveyGraph; question: SurveyQuestion; quotas: readonly Quota[]; last: LastPost };

/** How many completed responses are wanted with each choice of a question. */
export function QuotaForms({ graph, question, quotas, last }: QuotaFormsProps) {
  const failed = typedValue(last, "intent") === "quota" ? last : undefined;
  const wrong = typedValue(failed, "choice");
  return (
    <details open={quotas.some(({ question_id }) => question_id === question.id) || failed !== undefined}>
      <summary className="link inline-block">Limits</summary>
      <p className="help mt-2">How many completed responses are wanted with each choice. Empty: no limit.</p>
      <ul className="mt-2 grid gap-2">
        {question.choices.map((choice) => {
          const quota = quotas.find(({ choice_id }) => choice_id === choice.id);
          const name = textIn(choice.text, "", graph.languages);
          const errors = wrong === String(choice.id) ? (fieldErrors(failed).max_count ?? []) : [];
          return (
            <li key={choice.id}>
              <Form method="post" className="flex flex-wrap items-center gap-2" preventScrollReset>
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {name}
                  {quota && (
                    <span className="num text-sm text-quiet">
                      {" "}
                      {quota.taken.toLocaleString("en-KE")} of {quota.max_count.toLocaleString("en-KE")}
                    </span>
                  )}
                </span>
                <input type="hidden" name="choice" value={choice.id} />
                <input
                  id={`quota-${choice.id}`}
                  className="input w-24"
                  name="max_count"
                  aria-label={`Limit for ${name}`}
                  aria-invalid={errors.length > 0 || undefined}
                  inputMode="numeric"
                  defaultValue={
                    (errors.length > 0 ? typedValue(failed, "max_count") : undefined) ?? quota?.max_count ?? ""
                  }
                />
                <Button name="intent" value="quota" label={`Save the limit for ${name}`}>
                  Save
                </Button>
              </Form>
              <FieldNotes id={`quota-${choice.id}`} errors={errors} />
            </li>
          );
        })}
      </ul>
    </details>
  );
}

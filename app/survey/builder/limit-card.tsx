import { Form } from "@remix-run/react";
import { Plus, X } from "lucide-react";
import { commas } from "../../../rules/format";
import { answerFiltersKey } from "../../../rules/survey/answer-groups";
import { hasChoices, type SurveyGraph, type SurveyQuestion, scaleChoices, textIn } from "../../../rules/survey/graph";
import {
  canLimit,
  limitsNumbers,
  maxQuotaConditions,
  quotaConditionText,
  quotaFilters,
} from "../../../rules/survey/quotas";
import type { QuotaCell } from "../../../services/survey/contract.limits";
import { href } from "../../href";
import { fieldErrors, type LastPost, typedValue, typedValues } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select, TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";

type LimitCardProps = {
  uuid: string;
  graph: SurveyGraph;
  cells: readonly QuotaCell[];
  /** The questions that the new limit is about; none: they are chosen first. */
  about: readonly SurveyQuestion[];
  /** The question that the page shows. */
  shown: number | undefined;
  last: LastPost;
};

/** How many completed responses are wanted whose answers to several questions are so, and the form that adds such a limit. */
export function LimitCard({ uuid, graph, cells, about, shown, last }: LimitCardProps) {
  const possible = graph.questions.filter(({ type }) => canLimit(type));
  if (possible.length === 0 && cells.length === 0) return null;
  return (
    <Card label="Limits over several questions" className="self-start">
      <CardHead title="Limits over several questions" {...(cells.length > 0 ? { count: String(cells.length) } : {})} />
      <p className="help p-4">
        How many completed responses are wanted whose answers match all conditions, such as 100 women aged 18 to 24.
        Once so many are there, further ones end with the answer that decides it.
      </p>
      {cells.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {cells.map((cell) => (
            <li key={cell.id} className="p-4">
              <LimitForm {...{ uuid, graph, cell, last }} />
            </li>
          ))}
        </ul>
      )}
      {about.length > 0 ? (
        <AddForm key={about.map(({ id }) => id).join()} {...{ uuid, graph, about, shown, last }} />
      ) : (
        <QuestionChoice graph={graph} possible={possible} shown={shown} />
      )}
    </Card>
  );
}

function LimitForm({ uuid, graph, cell, last }: Pick<LimitCardProps, "uuid" | "graph" | "last"> & { cell: QuotaCell }) {
  const { id, name, conditions, max_count, taken } = cell;
  const sent = typedValue(last, "intent") === "limit-save" && typedValue(last, "limit") === String(id);
  const mine = sent ? last : undefined;
  const answers = answerFiltersKey(quotaFilters(conditions));
  return (
    <Form method="post" className="grid gap-3" preventScrollReset>
      <input type="hidden" name="limit" value={id} />
      <div>
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-quiet wrap-anywhere">
          {conditions.map((condition) => quotaConditionText(graph, condition)).join("; ")}
        </p>
        <p className="num text-sm">
          <Link className="link inline-block min-h-6" to={href("/survey/:uuid/responses", { uuid }, { answers })}>
            {commas(taken)} of {commas(max_count)} reached
          </Link>
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <TextInput
          id={`limit-${id}-max_count`}
          name="max_count"
          label={
            <>
              Target<span className="sr-only"> of {name}</span>
            </>
          }
          inputMode="numeric"
          defaultValue={typedValue(mine, "max_count") ?? max_count}
          errors={fieldErrors(mine).max_count ?? []}
          autoComplete="off"
          required
          className="min-w-0 flex-1"
        />
        <Button name="intent" value="limit-save" aria-label={`Save the limit ${name}`}>
          Save
        </Button>
        <Button
          name="intent"
          value="limit-remove"
          variant="ghost"
          icon={X}
          label={`Remove the limit ${name}`}
          formNoValidate
        />
      </div>
    </Form>
  );
}

function placedName({ questions, languages }: SurveyGraph, question: SurveyQuestion): string {
  return `${questions.indexOf(question) + 1}. ${textIn(question.text, "", languages)}`;
}

/** Chooses the questions of a new limit: what can be answered to them is asked then. */
function QuestionChoice({
  graph,
  possible,
  shown,
}: Pick<LimitCardProps, "graph" | "shown"> & { possible: readonly SurveyQuestion[] }) {
  const places = Array.from({ length: Math.min(maxQuotaConditions, possible.length) }, (_, at) => at + 1);
  return (
    <Form method="get" className="grid gap-4 border-t border-line p-4" preventScrollReset>
      <h3 className="font-semibold">New limit</h3>
      {shown !== undefined && <input type="hidden" name="question" value={shown} />}
      <div className="grid gap-4 md:grid-cols-2">
        {places.map((place) => (
          <Select
            key={place}
            id={`limit-question-${place}`}
            name="limit"
            label={`Question ${place} of the limit`}
            optional={place > 1}
            empty={place > 1 ? "No further question" : "Choose a question"}
            required={place === 1}
            choices={possible.map((one) => ({ value: String(one.id), label: placedName(graph, one).slice(0, 80) }))}
          />
        ))}
      </div>
      <div>
        <Button icon={Plus}>Choose the answers</Button>
      </div>
    </Form>
  );
}

function AddForm({ uuid, graph, about, shown, last }: Omit<LimitCardProps, "cells">) {
  const mine = typedValue(last, "intent") === "limit-add" ? last : undefined;
  const errors = fieldErrors(mine);
  return (
    <Form method="post" className="grid gap-4 border-t border-line p-4" preventScrollReset>
      <h3 className="font-semibold">New limit</h3>
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          id="limit-name"
          name="name"
          label="Name"
          maxLength={100}
          defaultValue={typedValue(mine, "name") ?? ""}
          errors={errors.name ?? []}
          autoComplete="off"
          required
        />
        <TextInput
          id="limit-max_count"
          name="max_count"
          label="Target"
          help="How many completed responses."
          inputMode="numeric"
          defaultValue={typedValue(mine, "max_count") ?? ""}
          errors={errors.max_count ?? []}
          autoComplete="off"
          required
        />
      </div>
      {about.map((question, at) => (
        <AnswerRow key={question.id} {...{ graph, question, at, mine }} errors={errors[`row.${at}`] ?? []} />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button name="intent" value="limit-add" icon={Plus}>
          Add the limit
        </Button>
        <Link
          className="link inline-block min-h-6"
          to={href("/survey/:uuid/build", { uuid }, { question: shown })}
          preventScrollReset
        >
          Choose other questions
        </Link>
      </div>
    </Form>
  );
}

type AnswerRowProps = { graph: SurveyGraph; question: SurveyQuestion; at: number; mine: LastPost; errors: string[] };

/** What the answer to one question is. All rows have the same fields, so that they stay in their order. */
function AnswerRow({ graph, question, at, mine, errors }: AnswerRowProps) {
  const label = placedName(graph, question);
  const held = (name: string) => typedValues(mine, name)?.[at] ?? "";
  const numbers = limitsNumbers(question.type);
  return (
    <div>
      <input type="hidden" name="row_question" value={question.id} />
      {numbers ? (
        <fieldset>
          <legend className="label">{label}</legend>
          <input type="hidden" name="row_answer" value="" />
          <div className="grid gap-4 md:grid-cols-2">
            <TextInput
              id={`limit-row.${at}`}
              name="row_from"
              label="From"
              inputMode="decimal"
              defaultValue={held("row_from")}
              errors={errors}
              autoComplete="off"
            />
            <TextInput
              id={`limit-row.${at}-to`}
              name="row_to"
              label="To"
              help={`Both are included${question.type === "number" ? ", and 24.5 is in 18 to 24" : ""}. Either may be empty.`}
              inputMode="decimal"
              defaultValue={held("row_to")}
              autoComplete="off"
            />
          </div>
        </fieldset>
      ) : (
        <>
          <Select
            id={`limit-row.${at}`}
            name="row_answer"
            label={label}
            empty="Choose an answer"
            defaultValue={held("row_answer")}
            choices={listedAnswers(graph, question)}
            errors={errors}
            required
          />
          <input type="hidden" name="row_from" value="" />
          <input type="hidden" name="row_to" value="" />
        </>
      )}
    </div>
  );
}

function listedAnswers({ languages }: SurveyGraph, question: SurveyQuestion): { value: string; label: string }[] {
  if (!hasChoices(question.type))
    return [
      { value: "yes", label: "Yes" },
      { value: "no", label: "No" },
    ];
  return scaleChoices(question).map(({ id, text }) => ({ value: String(id), label: textIn(text, "", languages) }));
}

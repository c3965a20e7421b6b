import { Form } from "@remix-run/react";
import { useState } from "react";
import {
  hasChoices,
  isAsked,
  questionTypeNames,
  questionTypes,
  type SurveyGraph,
  type SurveyQuestion,
  surveyLanguages,
  textIn,
} from "../../../rules/survey/graph";
import { questionParts } from "../../../rules/survey/messages";
import { referenceTo } from "../../../rules/survey/piping";
import { manyParts } from "../../../rules/survey/publish";
import { isBareNumber } from "../../../rules/survey/replies";
import type { Quota } from "../../../services/survey/contract.schemas";
import { fieldErrors, type LastPost, typedValue, typedValues } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Checkbox } from "../../kit/ui/checkbox";
import { FieldNotes, Select, TextArea, TextInput } from "../../kit/ui/field";
import { ReferenceList } from "./reference-list";

type QuestionFormProps = {
  graph: SurveyGraph;
  question: SurveyQuestion;
  place: number;
  quotas: readonly Quota[];
  last: LastPost;
};

/** Rows for further choices under those that there are. */
const emptyRows = 3;

/** One question: its text, its type, its choices with what else is taken for them. */
export function QuestionForm({ graph, question, place, quotas, last }: QuestionFormProps) {
  const mine = typedValue(last, "intent") === "save" ? last : undefined;
  const errors = fieldErrors(mine);
  const [main = "en"] = graph.languages;
  const saved = textIn(question.text, main);
  const [text, setText] = useState(saved);
  const held = (name: string, value: string) => typedValue(mine, name) ?? value;
  return (
    <Card label={`Question ${place}`} className="self-start">
      <CardHead title={`Question ${place}`} />
      <Form method="post" className="grid gap-5 p-4" preventScrollReset>
        <input type="hidden" name="question" value={question.id} />
        <TextArea
          id="question-text"
          name="text"
          label="Question"
          rows={3}
          maxLength={1000}
          defaultValue={held("text", saved)}
          errors={errors.text ?? []}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          required
        />
        <ReferenceList graph={graph} questions={graph.questions.slice(0, place - 1)} />
        <div className="grid gap-5 md:grid-cols-2">
          <Select
            id="question-type"
            name="type"
            label="Type"
            help="Save to see the fields of another type."
            defaultValue={held("type", question.type)}
            choices={questionTypes.map((value) => ({ value, label: questionTypeNames[value] }))}
            errors={errors.type ?? []}
          />
          {isAsked(question) && (
            <Checkbox
              name="required"
              value="on"
              label="Must be answered"
              help="Otherwise people can leave it out."
              defaultChecked={mine ? typedValue(mine, "required") !== "" : question.required}
              className="md:mt-6"
            />
          )}
        </div>
        {isAsked(question) && (
          <TextInput
            id="question-name"
            name="name"
            label="Name"
            help={`Later texts show the answer where they say ${referenceTo(question)}.`}
            optional
            maxLength={30}
            defaultValue={held("name", question.name)}
            errors={errors.name ?? []}
            autoComplete="off"
          />
        )}
        <NumberInputs question={question} held={held} errors={errors} />
        {hasChoices(question.type) && <ChoiceRows graph={graph} question={question} last={mine} errors={errors} />}
        <PartCount graph={graph} question={question} text={text} />
        <div className="flex flex-wrap gap-2">
          <Button name="intent" value="save" variant="primary" size="lg">
            Save the question
          </Button>
        </div>
      </Form>
      <div className="grid gap-3 border-t border-line p-4">
        {hasChoices(question.type) && question.choices.length > 0 && (
          <QuotaForms graph={graph} question={question} quotas={quotas} last={last} />
        )}
        <details>
          <summary className="link inline-block">Delete this question</summary>
          <Form method="post" className="mt-2 flex flex-wrap items-center gap-3">
            <input type="hidden" name="question" value={question.id} />
            <p className="text-quiet">Answers that were given stay in the responses.</p>
            <Button name="intent" value="delete" variant="danger-outline">
              Delete question {place}
            </Button>
          </Form>
        </details>
      </div>
    </Card>
  );
}

type HeldValue = (name: string, value: string) => string;

function NumberInputs({
  question: { type, max_rating, min, max },
  held,
  errors,
}: {
  question: SurveyQuestion;
  held: HeldValue;
  errors: Record<string, string[]>;
}) {
  if (type === "rating")
    return (
      <TextInput
        id="question-max_rating"
        name="max_rating"
        label="Highest mark"
        help="From 2 to 10."
        inputMode="numeric"
        defaultValue={held("max_rating", String(max_rating))}
        errors={errors.max_rating ?? []}
        autoComplete="off"
      />
    );
  if (type !== "number") return null;
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {(["min", "max"] as const).map((name) => (
        <TextInput
          key={name}
          id={`question-${name}`}
          name={name}
          label={name === "min" ? "Lowest number" : "Highest number"}
          optional
          inputMode="decimal"
          defaultValue={held(name, String((name === "min" ? min : max) ?? ""))}
          errors={errors[name] ?? []}
          autoComplete="off"
        />
      ))}
    </div>
  );
}

type ChoiceRowsProps = {
  graph: SurveyGraph;
  question: SurveyQuestion;
  last: LastPost;
  errors: Record<string, string[]>;
};

function ChoiceRows({ graph, question, last, errors }: ChoiceRowsProps) {
  const [main = "en"] = graph.languages;
  const stored = question.choices.map(({ id, text, aliases }) => [String(id), textIn(text, main), aliases.join(", ")]);
  const typed = typedValues(last, "choice_text")?.map((text, at) => [
    typedValues(last, "choice_id")?.[at] ?? "",
    text,
    typedValues(last, "choice_words")?.[at] ?? "",
  ]);
  const rows = typed ?? [...stored, ...Array.from({ length: emptyRows }, () => ["", "", ""])];
  return (
    <fieldset id="question-choice_text">
      <legend className="label">Choices</legend>
      <p className="help mb-2">
        Beside each choice, what else people may reply, between commas: nzuri, sawa. An emptied choice is deleted.
      </p>
      <ol className="grid gap-2">
        {rows.map(([id = "", text = "", words = ""], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place
          <li key={`${question.id}-${id}-${at}`} className="flex items-center gap-2">
            <span className="num w-5 text-right text-quiet">{at + 1}</span>
            <input type="hidden" name="choice_id" value={id} />
            <input
              className="input min-w-0 flex-1"
              name="choice_text"
              aria-label={`Choice ${at + 1}`}
              defaultValue={text}
              maxLength={200}
              autoComplete="off"
            />
            <input
              className="input min-w-0 flex-1"
              name="choice_words"
              aria-label={`Other replies for choice ${at + 1}`}
              defaultValue={words}
              maxLength={1000}
              autoComplete="off"
            />
          </li>
        ))}
      </ol>
      {rows.some(([, text = ""]) => isBareNumber(text)) && (
        <p className="mt-2 text-sm text-warn">
          A choice is a bare number. A reply by SMS could mean its place instead.
        </p>
      )}
      <FieldNotes id="question-choice_text" errors={errors.choice_text ?? []} />
    </fieldset>
  );
}

/** What the question is as an SMS, in each language; the first language as it is typed. */
function PartCount({ graph, question, text }: { graph: SurveyGraph; question: SurveyQuestion; text: string }) {
  const [main = "en"] = graph.languages;
  const typed = { ...question, text: { ...question.text, [main]: text } };
  const shown = { ...graph, questions: graph.questions.map((one) => (one === question ? typed : one)) };
  return (
    <div className="text-sm" aria-live="polite">
      {graph.languages.map((language) => {
        const { parts, encoding, left } = questionParts(shown, typed, language);
        return (
          <p key={language} className={parts >= manyParts ? "text-warn" : "text-quiet"}>
            {surveyLanguages[language]}: <b className="num font-medium">{parts} SMS</b>, {left} characters left
            {encoding === "UCS-2" ? ". A special character makes its parts shorter." : ""}
          </p>
        );
      })}
    </div>
  );
}

function QuotaForms({
  graph,
  question,
  quotas,
  last,
}: Pick<QuestionFormProps, "graph" | "question" | "quotas" | "last">) {
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

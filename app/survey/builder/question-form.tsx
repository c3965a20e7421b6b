import { Form, type Location, useLocation } from "@remix-run/react";
import { useState } from "react";
import { manyParts } from "../../../rules/survey/end-findings";
import {
  hasChoices,
  isAsked,
  needsChoices,
  questionTypeNames,
  questionTypes,
  type SurveyGraph,
  type SurveyQuestion,
  surveyLanguages,
  textIn,
} from "../../../rules/survey/graph";
import { questionParts } from "../../../rules/survey/messages";
import { referenceTo } from "../../../rules/survey/piping";
import type { Quota } from "../../../services/survey/contract.schemas";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Checkbox } from "../../kit/ui/checkbox";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { UnsavedForm } from "../../kit/unsaved";
import { ChoiceRows } from "./choice-rows";
import { QuotaForms } from "./quota-forms";
import { ReferenceList } from "./reference-list";

type QuestionFormProps = {
  graph: SurveyGraph;
  question: SurveyQuestion;
  place: number;
  quotas: readonly Quota[];
  last: LastPost;
};

/** One question: its text, its type, its choices with what else is taken for them. */
export function QuestionForm({ graph, question, place, quotas, last }: QuestionFormProps) {
  const mine = typedValue(last, "intent") === "save" ? last : undefined;
  const errors = fieldErrors(mine);
  const here = useLocation().pathname;
  const [main = "en"] = graph.languages;
  const saved = textIn(question.text, main);
  const [text, setText] = useState(saved);
  const held = (name: string, value: string) => typedValue(mine, name) ?? value;
  // The survey is tried beside the question, which stays as it is.
  const stays = ({ pathname, search }: Location) =>
    pathname === here && Number(new URLSearchParams(search).get("question")) === question.id;
  return (
    <Card label={`Question ${place}`} className="self-start">
      <CardHead title={`Question ${place}`} />
      <Form method="post" className="grid gap-5 p-4" preventScrollReset>
        <UnsavedForm refused={mine} stays={stays} />
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
            label="Reference"
            help={`Later texts show the answer where they say ${referenceTo(question)}.`}
            optional
            maxLength={30}
            defaultValue={held("name", question.name)}
            errors={errors.name ?? []}
            autoComplete="off"
          />
        )}
        <NumberInputs question={question} held={held} errors={errors} />
        {needsChoices(question.type) && <ChoiceRows graph={graph} question={question} last={mine} errors={errors} />}
        <TextArea
          id="question-interviewer_note"
          name="interviewer_note"
          label="Note for interviewers"
          optional
          rows={2}
          maxLength={500}
          help="Only those who interview someone see it, below the question."
          defaultValue={held("interviewer_note", question.interviewer_note)}
          errors={errors.interviewer_note ?? []}
        />
        <SectionInputs graph={graph} question={question} held={held} errors={errors} />
        {question.type !== "matrix" && <PartCount graph={graph} question={question} text={text} />}
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

/** The section that begins at the question, folded where none does. */
function SectionInputs({
  graph,
  question,
  held,
  errors,
}: Pick<QuestionFormProps, "graph" | "question"> & { held: HeldValue; errors: Record<string, string[]> }) {
  const [main = "en"] = graph.languages;
  const title = held("section_title", textIn(question.section.title, main));
  const wrong = errors["section.title"] ?? [];
  return (
    <details open={title !== "" || wrong.length > 0}>
      <summary className="link inline-block">Section</summary>
      <p className="help mt-2">
        A title and a text above this question and those after it, up to the next section. By SMS the text is sent once,
        with the first question. An emptied title ends the section.
      </p>
      <div className="mt-3 grid gap-5">
        <TextInput
          id="question-section.title"
          name="section_title"
          label="Section title"
          optional
          maxLength={200}
          defaultValue={title}
          errors={wrong}
          autoComplete="off"
        />
        <TextArea
          id="question-section.text"
          name="section_text"
          label="Section text"
          optional
          rows={2}
          maxLength={1000}
          defaultValue={held("section_text", textIn(question.section.text, main))}
          errors={errors["section.text"] ?? []}
        />
        <Checkbox
          name="random_section"
          value="on"
          label="Random order of sections"
          help="Each person gets this section and those beside it with the same choice in an order of their own."
          defaultChecked={held("random_section", question.random_section ? "on" : "") !== ""}
        />
      </div>
    </details>
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

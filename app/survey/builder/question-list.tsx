import { Form } from "@remix-run/react";
import { ArrowDown, ArrowUp, Plus } from "lucide-react";
import { conditionSentence } from "../../../rules/survey/conditions";
import {
  questionTypeNames,
  questionTypes,
  type SurveyGraph,
  type SurveyQuestion,
  textIn,
} from "../../../rules/survey/graph";
import { beginsSection } from "../../../rules/survey/sections";
import { href } from "../../href";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select, TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";

type QuestionListProps = { uuid: string; graph: SurveyGraph; chosen: SurveyQuestion | undefined; last: LastPost };

/** The questions in their order, with buttons that move them, and the form that adds one. */
export function QuestionList({ uuid, graph, chosen, last }: QuestionListProps) {
  const { questions, languages } = graph;
  return (
    <Card label="Questions" className="self-start">
      <CardHead title="Questions" count={String(questions.length)} />
      <ol className="divide-y divide-line">
        {questions.map((question, at) => (
          <li key={question.id} className={`flex gap-2 px-3 py-2 ${question === chosen ? "bg-raised" : ""}`}>
            <span className="num mt-0.5 text-quiet">{at + 1}</span>
            <div className="min-w-0 flex-1">
              {beginsSection(question) && (
                <p className="text-xs font-medium text-quiet wrap-anywhere">
                  Section: {textIn(question.section.title, "", languages)}
                  {question.random_section ? ", random order" : ""}
                </p>
              )}
              <Link
                className="font-medium wrap-anywhere"
                to={href("/survey/:uuid/build", { uuid }, { question: question.id })}
                aria-current={question === chosen ? "true" : undefined}
                preventScrollReset
              >
                {textIn(question.text, "", languages) || "No text"}
              </Link>
              <p className="text-xs text-quiet">
                {questionTypeNames[question.type]}
                {question.required ? "" : ", optional"}
                {question.random_order ? ", random order" : ""}
              </p>
              {question.conditions.map((condition) => (
                <p key={condition.id} className="text-xs text-info wrap-anywhere">
                  {conditionSentence(graph, question, condition)}
                </p>
              ))}
            </div>
            <Form method="post" className="flex flex-col" preventScrollReset data-leaves>
              <input type="hidden" name="question" value={question.id} />
              {at > 0 && (
                <Button name="intent" value="up" variant="ghost" icon={ArrowUp} label={`Move question ${at + 1} up`} />
              )}
              {at < questions.length - 1 && (
                <Button
                  name="intent"
                  value="down"
                  variant="ghost"
                  icon={ArrowDown}
                  label={`Move question ${at + 1} down`}
                />
              )}
            </Form>
          </li>
        ))}
      </ol>
      <AddQuestion last={last} count={questions.length} />
    </Card>
  );
}

/** `count`: the questions that there are. With another one the fields are empty again. */
function AddQuestion({ last, count }: { last: LastPost; count: number }) {
  const mine = typedValue(last, "intent") === "add" ? last : undefined;
  return (
    <Form method="post" className="grid gap-3 border-t border-line p-3" data-leaves>
      <TextInput
        key={`text-${count}`}
        id="new-text"
        name="text"
        label="New question"
        maxLength={1000}
        defaultValue={typedValue(mine, "text") ?? ""}
        errors={fieldErrors(mine).text ?? []}
        autoComplete="off"
      />
      <Select
        key={`type-${count}`}
        id="new-type"
        name="type"
        label="Type"
        defaultValue={typedValue(mine, "type") ?? "single"}
        choices={questionTypes.map((value) => ({ value, label: questionTypeNames[value] }))}
      />
      <div>
        <Button name="intent" value="add" icon={Plus}>
          Add a question
        </Button>
      </div>
    </Form>
  );
}

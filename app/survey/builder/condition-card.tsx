import { Form } from "@remix-run/react";
import { GitBranch, Plus, X } from "lucide-react";
import { conditionSentence } from "../../../rules/survey/conditions";
import { isAsked, type SurveyGraph, type SurveyQuestion, textIn } from "../../../rules/survey/graph";
import { href } from "../../href";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { type Compared, ComparisonFields, comparedKey, isCalculated } from "./comparison-fields";

type ConditionCardProps = {
  uuid: string;
  graph: SurveyGraph;
  question: SurveyQuestion;
  /** What the form compares: the answer to the question itself, that to an earlier one, or a calculated value. */
  about: Compared;
  last: LastPost;
};

/** What happens after a question: its conditions as sentences, and the form that adds one. */
export function ConditionCard({ uuid, graph, question, about, last }: ConditionCardProps) {
  const at = graph.questions.indexOf(question);
  return (
    <Card label="What happens next" className="self-start">
      <CardHead
        title={
          <span className="flex items-center gap-2">
            <GitBranch size={16} strokeWidth={1.75} aria-hidden="true" />
            What happens next
          </span>
        }
      />
      <ul className="divide-y divide-line">
        {question.conditions.map((condition) => {
          const sentence = conditionSentence(graph, question, condition);
          return (
            <li key={condition.id} className="flex items-center gap-2 px-4 py-2">
              <p className="min-w-0 flex-1 wrap-anywhere">{sentence}</p>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="condition" value={condition.id} />
                <Button
                  name="intent"
                  value="remove-condition"
                  variant="ghost"
                  icon={X}
                  label={`Remove the condition “${sentence}”`}
                />
              </Form>
            </li>
          );
        })}
        {!question.conditions.some(({ operand }) => operand === "always") && (
          <li className="px-4 py-2 text-quiet">
            {question.conditions.length > 0 ? "Otherwise " : ""}
            {at === graph.questions.length - 1 ? "the survey ends." : `continue with question ${at + 2}.`}
          </li>
        )}
      </ul>
      <ConditionForm {...{ uuid, graph, question, about, last }} />
    </Card>
  );
}

function ConditionForm({ uuid, graph, question, about, last }: ConditionCardProps) {
  const { questions, languages } = graph;
  const mine = typedValue(last, "intent") === "condition" ? last : undefined;
  const errors = fieldErrors(mine);
  const at = questions.indexOf(question);
  const name = (one: SurveyQuestion) => `${questions.indexOf(one) + 1} ${textIn(one.text, "", languages)}`.slice(0, 60);
  const earlier = questions.slice(0, at).filter(isAsked);
  const others = [...earlier, question, ...graph.calculated].filter((one) => one !== about);
  return (
    <Form method="post" className="grid gap-4 border-t border-line p-4" preventScrollReset>
      <input type="hidden" name="question" value={question.id} />
      <p>
        Compare{" "}
        <b className="font-medium">
          {isCalculated(about)
            ? `the value ${about.name}`
            : about === question
              ? "this answer"
              : `the answer to ${name(about)}`}
        </b>
        {others.length > 0 && (
          <span className="text-sm text-quiet">
            {" "}
            or{" "}
            {others.map((one, place) => (
              <span key={comparedKey(one)}>
                {place > 0 && ", "}
                <Link
                  className="link"
                  to={href("/survey/:uuid/build", { uuid }, { question: question.id, about: comparedKey(one) })}
                  preventScrollReset
                >
                  {isCalculated(one) ? `the value ${one.name}` : `question ${questions.indexOf(one) + 1}`}
                </Link>
              </span>
            ))}
          </span>
        )}
      </p>
      <ComparisonFields id="condition" graph={graph} about={about} last={mine} />
      <Select
        id="condition-target"
        name="target"
        label="Then go to"
        empty="The end of the survey"
        defaultValue={typedValue(mine, "target") ?? ""}
        choices={questions.slice(at + 1).map((one) => ({ value: String(one.id), label: name(one) }))}
        errors={errors.target ?? []}
      />
      <div>
        <Button name="intent" value="condition" icon={Plus}>
          Add a condition
        </Button>
      </div>
    </Form>
  );
}

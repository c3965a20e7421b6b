import { Form } from "@remix-run/react";
import { Plus } from "lucide-react";
import { segment } from "../../../rules/segments";
import { manyParts } from "../../../rules/survey/end-findings";
import { endTextSentence, fixedEndText } from "../../../rules/survey/end-texts";
import {
  type EndText,
  endOutcomeNames,
  endOutcomes,
  isAsked,
  type LocalText,
  type SurveyGraph,
  surveyLanguages,
  textIn,
} from "../../../rules/survey/graph";
import { longestText } from "../../../rules/survey/piping";
import { href } from "../../href";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select, TextArea } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { type Compared, ComparisonFields, comparedKey, isCalculated } from "./comparison-fields";
import { ReferenceList } from "./reference-list";

type EndTextCardProps = { uuid: string; graph: SurveyGraph; about: Compared | undefined; last: LastPost };

/** What is said at the ends of a survey: the closing text, further ones with their conditions, and the form that adds one. */
export function EndTextCard({ uuid, graph, about, last }: EndTextCardProps) {
  const [main = "en"] = graph.languages;
  const closing = typedValue(last, "intent") === "closing" ? last : undefined;
  return (
    <Card label="Texts at the end" className="self-start">
      <CardHead title="Texts at the end" />
      <div className="grid gap-2 p-4">
        <p className="help">
          At an end the first text whose condition is true is shown, by SMS, on WhatsApp, on the web and in interviews.
          After STOP nothing is.
        </p>
        <ReferenceList graph={graph} questions={graph.questions} />
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {graph.end_texts.map((one, at) => (
          <li key={one.id} className="p-4">
            <EndTextForm graph={graph} one={one} place={at + 1} last={last} />
          </li>
        ))}
        <li className="p-4">
          <Form method="post" className="grid gap-3" preventScrollReset>
            <TextArea
              id="closing--text"
              name="text"
              label="Completed, in all other cases"
              help={`Empty: “${fixedEndText("completed", main)}”`}
              rows={2}
              maxLength={1000}
              defaultValue={typedValue(closing, "text") ?? graph.ending[main] ?? ""}
              errors={fieldErrors(closing).text ?? []}
            />
            <PartLines graph={graph} text={graph.ending} />
            <div>
              <Button name="intent" value="closing">
                Save
              </Button>
            </div>
          </Form>
        </li>
      </ul>
      <AddForm {...{ uuid, graph, about, last }} />
    </Card>
  );
}

type EndTextFormProps = { graph: SurveyGraph; one: EndText; place: number; last: LastPost };

function EndTextForm({ graph, one, place, last }: EndTextFormProps) {
  const [main = "en"] = graph.languages;
  const sent = typedValue(last, "intent") === "text-save" && typedValue(last, "id") === String(one.id);
  const mine = sent ? last : undefined;
  const named = `end text ${place}`;
  return (
    <Form method="post" className="grid gap-3" preventScrollReset>
      <input type="hidden" name="id" value={one.id} />
      <TextArea
        id={`text-save-${one.id}-text`}
        name="text"
        label={`${place}. ${endTextSentence(graph, one)}`}
        rows={2}
        maxLength={1000}
        defaultValue={typedValue(mine, "text") ?? textIn(one.text, main)}
        errors={fieldErrors(mine).text ?? []}
        required
      />
      <PartLines graph={graph} text={one.text} />
      <div className="flex flex-wrap gap-2">
        <Button name="intent" value="text-save" aria-label={`Save ${named}`}>
          Save
        </Button>
        {place > 1 && (
          <Button name="intent" value="text-up" variant="ghost" aria-label={`Move up ${named}`} formNoValidate>
            Move up
          </Button>
        )}
        <Button name="intent" value="text-remove" variant="ghost" aria-label={`Remove ${named}`} formNoValidate>
          Remove
        </Button>
      </div>
    </Form>
  );
}

/** How many SMS a text takes in each language in which it is, as long as it can be. */
function PartLines({ graph, text }: { graph: SurveyGraph; text: LocalText }) {
  return (
    <div className="text-sm">
      {graph.languages
        .filter((language) => textIn(text, language) !== "")
        .map((language) => {
          const { parts } = segment(longestText(graph, text, language));
          return (
            <p key={language} className={parts >= manyParts ? "text-warn" : "text-quiet"}>
              {surveyLanguages[language]}: <b className="num font-medium">{parts} SMS</b>
            </p>
          );
        })}
    </div>
  );
}

function AddForm({ uuid, graph, about, last }: EndTextCardProps) {
  const mine = typedValue(last, "intent") === "text-add" ? last : undefined;
  const errors = fieldErrors(mine);
  const place = (one: Compared) =>
    isCalculated(one) ? `the value ${one.name}` : `answer ${graph.questions.findIndex(({ id }) => id === one.id) + 1}`;
  const others = [...graph.questions.filter(isAsked), ...graph.calculated].filter((one) => one !== about);
  const at = (key?: string) => href("/survey/:uuid/endings", { uuid }, { about: key });
  return (
    <Form method="post" className="grid gap-4 border-t border-line p-4" preventScrollReset>
      <h3 className="font-semibold">New end text</h3>
      <Select
        id="text-add--outcome"
        name="outcome"
        label="At this end"
        defaultValue={typedValue(mine, "outcome") ?? "completed"}
        choices={endOutcomes.map((outcome) => ({ value: outcome, label: endOutcomeNames[outcome] }))}
        errors={errors.outcome ?? []}
      />
      <p>
        <b className="font-medium">{about ? `If ${place(about)} compares so` : "In all cases"}</b>
        {others.length + (about ? 1 : 0) > 0 && (
          <span className="text-sm text-quiet">
            {" "}
            or{" "}
            {about && (
              <>
                <Link className="link" to={at()} preventScrollReset>
                  in all cases
                </Link>
                {others.length > 0 && ", "}
              </>
            )}
            {others.map((one, order) => (
              <span key={comparedKey(one)}>
                {order > 0 && ", "}
                <Link className="link" to={at(comparedKey(one))} preventScrollReset>
                  if {place(one)}
                </Link>
              </span>
            ))}
          </span>
        )}
      </p>
      {about ? (
        <ComparisonFields id="text-add-" graph={graph} about={about} last={mine} always={false} />
      ) : (
        <input type="hidden" name="operand" value="always" />
      )}
      <TextArea
        id="text-add--text"
        name="text"
        label="Text"
        rows={2}
        maxLength={1000}
        defaultValue={typedValue(mine, "text") ?? ""}
        errors={errors.text ?? []}
        required
      />
      <div>
        <Button name="intent" value="text-add" icon={Plus}>
          Add the end text
        </Button>
      </div>
    </Form>
  );
}

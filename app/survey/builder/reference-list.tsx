import { isAsked, type SurveyGraph, type SurveyQuestion, textIn } from "../../../rules/survey/graph";
import { referenceTo } from "../../../rules/survey/piping";

/** The answers that a text can show, with what is written for each. */
export function ReferenceList({
  graph: { languages, calculated },
  questions,
}: {
  graph: Pick<SurveyGraph, "languages" | "calculated">;
  questions: readonly SurveyQuestion[];
}) {
  const asked = questions.filter(isAsked);
  if (asked.length + calculated.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="link inline-block">Show an earlier answer in this text</summary>
      <p className="help mt-2">Write what is at the left, with its braces. Each person sees their own answer.</p>
      <ul className="mt-2 grid gap-1">
        {asked.map((question) => (
          <li key={question.id} className="wrap-anywhere">
            <code>{referenceTo(question)}</code> {textIn(question.text, "", languages)}
          </li>
        ))}
        {calculated.map(({ id, name, expression }) => (
          <li key={`v${id}`} className="wrap-anywhere">
            <code>{`{{${name}}}`}</code> {expression}
          </li>
        ))}
      </ul>
    </details>
  );
}

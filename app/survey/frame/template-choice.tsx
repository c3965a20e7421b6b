import { questionTypeNames } from "../../../rules/survey/graph";
import { type SurveyTemplate, surveyTemplates, templateIds } from "../../../rules/survey/templates";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";

/** What a new survey begins with: nothing, or the questions of a template, which can be read before. */
export function TemplateChoice({ last }: { last: LastPost }) {
  const chosen = typedValue(last, "template") ?? "";
  return (
    <CheckboxGroup
      id="survey-template"
      legend="Begin with"
      help="The questions are in English and Kiswahili, as far as the survey is in them. You can change all of them."
      errors={fieldErrors(last).template ?? []}
      boxed
    >
      <Checkbox type="radio" name="template" value="" label="No questions" defaultChecked={chosen === ""} />
      {templateIds.map((id) => (
        <TemplateOption key={id} id={id} chosen={chosen === id} />
      ))}
    </CheckboxGroup>
  );
}

function TemplateOption({ id, chosen }: { id: keyof typeof surveyTemplates; chosen: boolean }) {
  const { name, about, questions }: SurveyTemplate = surveyTemplates[id];
  return (
    <div>
      <Checkbox
        type="radio"
        name="template"
        value={id}
        label={name}
        help={about}
        defaultChecked={chosen}
        className="px-3 pt-2.5"
      />
      <details className="px-3 pb-2.5 pl-10">
        <summary className="link inline-flex min-h-6 cursor-pointer items-center text-sm">
          <span>
            {questions.length} questions<span className="sr-only"> of {name}</span>
          </span>
        </summary>
        <ol className="mt-2 grid list-decimal gap-2 pl-5 text-sm">
          {questions.map((question) => (
            <li key={question.text.en}>
              {question.text.en}
              <span lang="sw" className="block text-quiet">
                {question.text.sw}
              </span>
              <span className="block text-quiet">
                {question.choices ? question.choices.map(({ en }) => en).join(", ") : questionTypeNames[question.type]}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

import { hasChoices, type LocalText, type SurveyGraph, type SurveyLanguage } from "../../../rules/survey/graph";
import { type SurveyTemplate, templateText } from "../../../rules/survey/templates";
import { parseGraph } from "../store/stored-graph";

/** A template as a survey in these languages. Its ids are places: they are no one's, and become real when it is copied. */
export function templateGraph(
  { questions, ending }: SurveyTemplate,
  languages: readonly SurveyLanguage[],
): SurveyGraph {
  const inLanguages = (text: LocalText) => templateText(text, languages);
  return parseGraph({
    languages: [...languages],
    ending: inLanguages(ending),
    questions: questions.map(({ type, name = "", text, optional, choices = [], max_rating = 5, next = [] }, at) => ({
      ...{ id: at + 1, type, name, text: inLanguages(text), required: !optional, max_rating, min: null, max: null },
      choices: choices.map((choice, place) => ({ id: choiceId(at, place), text: inLanguages(choice), aliases: [] })),
      conditions: next.map(({ operand, value, to }, place) => ({
        ...{ id: place + 1, asked: null, operand, target: to },
        value: hasChoices(type) && value !== "" ? String(choiceId(at, Number(value) - 1)) : value,
      })),
    })),
  });
}

function choiceId(at: number, place: number): number {
  return (at + 1) * 100 + place;
}

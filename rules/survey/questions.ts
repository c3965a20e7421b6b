import type { SurveyGraph, SurveyQuestion } from "./graph";

/** A question as the calls tell it: `options` are its choices, `condition` its conditions. */
type ToldQuestion = Omit<SurveyQuestion, "choices" | "conditions"> & {
  options: SurveyQuestion["choices"];
  condition: SurveyQuestion["conditions"];
};

export function questionFrom({ options, condition, ...question }: ToldQuestion): SurveyQuestion {
  return { ...question, choices: options, conditions: condition };
}

/** A survey as the calls tell it, as the rules read it. */
export function graphFrom(survey: {
  languages: SurveyGraph["languages"];
  ending: SurveyGraph["ending"];
  end_texts: SurveyGraph["end_texts"];
  calculated: SurveyGraph["calculated"];
  questions: readonly ToldQuestion[];
}): SurveyGraph {
  const { languages, ending, end_texts, calculated } = survey;
  return { languages, ending, end_texts, calculated, questions: survey.questions.map(questionFrom) };
}

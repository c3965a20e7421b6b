import type { ChoiceRole, SurveyCondition, SurveyGraph, SurveyQuestion } from "../../../rules/survey/graph";

type QuestionInput = Partial<Omit<SurveyQuestion, "text" | "choices" | "conditions">> & {
  text?: string;
  choices?: (string | { text: string; aliases: string[]; role?: ChoiceRole })[];
  conditions?: Partial<SurveyCondition>[];
};

/** A question of a test. The choices of question 2 have the ids 21, 22 and so on. */
export function questionOf(given: QuestionInput = {}, at = 0): SurveyQuestion {
  const id = given.id ?? at + 1;
  const { text = `Question ${id}?`, choices = [], conditions = [], ...rest } = given;
  return {
    ...{
      type: "text",
      name: "",
      required: true,
      max_rating: 5,
      min: null,
      max: null,
      random_order: false,
      random_section: false,
      interviewer_note: "",
      section: { title: {}, text: {} },
    },
    ...rest,
    id,
    text: { en: text },
    choices: choices.map((choice, place) => {
      const named = typeof choice === "string" ? { text: choice, aliases: [] } : choice;
      return {
        id: id * 10 + place + 1,
        text: { en: named.text },
        aliases: named.aliases,
        role: named.role ?? "normal",
      };
    }),
    conditions: conditions.map((condition, place) => ({
      ...{ id: id * 100 + place, asked: null, calculated: null, operand: "always", value: "", target: null },
      ...condition,
    })),
  };
}

export function graphOf(questions: QuestionInput[], rest: Partial<SurveyGraph> = {}): SurveyGraph {
  return {
    languages: ["en"],
    ending: {},
    end_texts: [],
    calculated: [],
    questions: questions.map(questionOf),
    ...rest,
  };
}

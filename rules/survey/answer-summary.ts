import { shorten } from "../format";
import { answerText } from "./conditions";
import { type SurveyAnswers, type SurveyGraph, textIn } from "./graph";

/** So many answers are told; the rest are counted. */
const toldAnswers = 5;
const maxQuestion = 80;
const maxAnswer = 200;

/** What someone answered, a line for each question in the order of the survey. Empty where nothing was answered. */
export function answerSummary(
  { questions, languages }: Pick<SurveyGraph, "questions" | "languages">,
  answers: SurveyAnswers,
): string {
  const lines = questions.flatMap((question) => {
    const answer = answers.get(question.id);
    if (!answer || answer.kind === "skipped") return [];
    const text = answerText(question, answer, "", languages);
    return text === ""
      ? []
      : [`${shorten(flat(textIn(question.text, "", languages)), maxQuestion)}: ${shorten(flat(text), maxAnswer)}`];
  });
  const more = lines.length - toldAnswers;
  const rest = more > 0 ? [more === 1 ? "1 more answer" : `${more} more answers`] : [];
  return [...lines.slice(0, toldAnswers), ...rest].join("\n");
}

/** On one line. */
function flat(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

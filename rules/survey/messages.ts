import { segment } from "../segments";
import { questionPath, statementsBefore } from "./conditions";
import { hasChoices, numberBounds, type SurveyAnswers, type SurveyGraph, type SurveyQuestion, textIn } from "./graph";
import type { ReplyProblem } from "./replies";

type FixedTexts = {
  reply: string;
  several: string;
  yesNo: string;
  between: (low: number, high: number) => string;
  scale: (high: number) => string;
  date: string;
  skip: string;
  skipText: string;
  stop: string;
  thanks: string;
  declined: string;
  full: string;
  ended: string;
  problems: Record<ReplyProblem, string>;
};

/** The words that surveys add of themselves. */
const fixed: Record<"en" | "sw", FixedTexts> = {
  en: {
    reply: "Reply",
    several: "Reply with one or more numbers, such as 1,3",
    yesNo: "Reply YES or NO",
    between: (low, high) => `Reply with a number from ${low} to ${high}`,
    scale: (high) => `Reply 1 (lowest) to ${high} (highest)`,
    date: "Reply with a date, such as 15/6/2026",
    skip: "or SKIP",
    skipText: "Type your answer, or SKIP",
    stop: "STOP to end.",
    thanks: "Thank you. Your answers have been saved.",
    declined: "Thank you. You won't be asked any questions.",
    full: "Thank you. We have enough answers from people like you.",
    ended: "We could not understand your answers, so the survey ends here. Thank you.",
    problems: {
      choice: "Please reply with one of the numbers.",
      choices: "Please reply with one or more of the numbers, such as 1,3.",
      yes_no: "Please reply YES or NO.",
      number: "Please reply with a number.",
      bounds: "That number is out of range.",
      date: "Please reply with a date, such as 15/6/2026.",
      empty: "Please answer the question.",
      long: "Please answer in fewer words.",
    },
  },
  sw: {
    reply: "Jibu",
    several: "Jibu kwa namba moja au zaidi, kama 1,3",
    yesNo: "Jibu NDIO au HAPANA",
    between: (low, high) => `Jibu kwa namba kuanzia ${low} hadi ${high}`,
    scale: (high) => `Jibu 1 (chini) hadi ${high} (juu)`,
    date: "Jibu kwa tarehe, kama 15/6/2026",
    skip: "au RUKA",
    skipText: "Andika jibu lako, au RUKA",
    stop: "STOP kuacha.",
    thanks: "Asante. Majibu yako yamehifadhiwa.",
    declined: "Asante. Hutaulizwa maswali yoyote.",
    full: "Asante. Tuna majibu ya kutosha kutoka kwa watu kama wewe.",
    ended: "Hatukuelewa majibu yako, kwa hivyo maswali yanaishia hapa. Asante.",
    problems: {
      choice: "Tafadhali jibu kwa namba mojawapo.",
      choices: "Tafadhali jibu kwa namba moja au zaidi, kama 1,3.",
      yes_no: "Tafadhali jibu NDIO au HAPANA.",
      number: "Tafadhali jibu kwa namba.",
      bounds: "Namba hiyo haikubaliki.",
      date: "Tafadhali jibu kwa tarehe, kama 15/6/2026.",
      empty: "Tafadhali jibu swali.",
      long: "Tafadhali jibu kwa maneno machache.",
    },
  },
};

/** The fixed words in a language; English where there are none. */
export function fixedTexts(language: string): FixedTexts {
  return language === "sw" ? fixed.sw : fixed.en;
}

/** How to answer a question in a message: its choices with their numbers, or what to type. */
export function replyHint(question: SurveyQuestion, language: string, languages: readonly string[]): string {
  const words = fixedTexts(language);
  const hint = hintOf(question, language, languages);
  if (question.required) return hint;
  return hint === "" ? words.skipText : `${hint} ${words.skip}`;
}

function hintOf(question: SurveyQuestion, language: string, languages: readonly string[]): string {
  const words = fixedTexts(language);
  const { type } = question;
  if (hasChoices(type)) {
    const listed = question.choices.map(({ text }, at) => `${at + 1} ${textIn(text, language, languages)}`);
    return type === "single" ? `${words.reply}\n${listed.join("\n")}` : `${listed.join("\n")}\n${words.several}`;
  }
  if (type === "yes_no" || type === "consent") return words.yesNo;
  if (type === "rating") return words.scale(question.max_rating);
  if (type === "date") return words.date;
  const [low, high] = numberBounds(question);
  return (type === "number" || type === "nps") && low !== null && high !== null ? words.between(low, high) : "";
}

/** A question as an SMS. `first`: it begins the survey, and says how to end it. */
export function questionMessage(
  { languages }: Pick<SurveyGraph, "languages">,
  question: SurveyQuestion,
  language: string,
  { first = false, before = [] }: { first?: boolean; before?: readonly string[] } = {},
): string {
  const hint = replyHint(question, language, languages);
  const parts = [...before, textIn(question.text, language, languages), hint, first ? fixedTexts(language).stop : ""];
  return parts.filter((part) => part !== "").join("\n");
}

/** What is said next in a session: the question to ask with the statements before it, or the ending. */
export function nextMessage(graph: SurveyGraph, answers: SurveyAnswers, language: string): string {
  const { next } = questionPath(graph, answers);
  const before = statementsBefore(graph, answers).map(({ text }) => textIn(text, language, graph.languages));
  const first = ![...answers.keys()].some((id) => graph.questions.some((one) => one.id === id));
  if (next) return questionMessage(graph, next, language, { first, before });
  return [...before, textIn(graph.ending, language, graph.languages) || fixedTexts(language).thanks].join("\n");
}

/** What an SMS of a question costs in parts. A question of a survey that begins with it carries how to end it. */
export function questionParts(graph: SurveyGraph, question: SurveyQuestion, language: string) {
  const first = graph.questions[0] === question;
  const text = questionMessage(graph, question, language, { first });
  return { text, ...segment(text) };
}

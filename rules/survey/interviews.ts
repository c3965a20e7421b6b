import { isAsked, numberBounds, type SurveyAnswer, type SurveyQuestion } from "./graph";
import type { ReplyProblem } from "./replies";

/** Why there is no answer where an interviewer asked. */
export const declineReasons = ["refused", "unknown"] as const;
export type DeclineReason = (typeof declineReasons)[number];

export const declineNames: Record<DeclineReason, string> = {
  refused: "Refused to answer",
  unknown: "Does not know",
};

/** Whether a question takes a refusal or "does not know": where it may be left out. A no to a consent is its refusal. */
export function mayDecline({ type, required }: Pick<SurveyQuestion, "type" | "required">): boolean {
  return isAsked({ type }) && type !== "consent" && !required;
}

/** Why an answer is missing, in words; undefined where there is one, or where it was left out without a word. */
export function declinedText(answer: SurveyAnswer): string | undefined {
  return answer.kind === "skipped" && answer.why ? declineNames[answer.why] : undefined;
}

/** Why an interview is broken off. After those that end it nobody goes on with it. */
export const breakOffReasons = ["later", "connection", "other", "refusal", "wrong person"] as const;
export type BreakOffReason = (typeof breakOffReasons)[number];

export const breakOffNames: Record<BreakOffReason, string> = {
  later: "The person wants to continue later",
  connection: "The connection was lost",
  other: "Another reason",
  refusal: "The person wants no more questions",
  "wrong person": "It is the wrong person",
};

/** Whether a reason ends the response. */
export function endsInterview(reason: BreakOffReason): boolean {
  return reason === "refusal" || reason === "wrong person";
}

/** What an interview can be begun from: where somebody's number is on a page. */
export const interviewSources = ["call", "person", "ticket", "lead", "contact", "deal", "customer"] as const;
export type InterviewSource = (typeof interviewSources)[number];

/** Days without an answer after which an interview ends as it is: its number would wait for other surveys. */
export const idleInterviewDays = 14;

/** How a question is asked aloud. */
export function askingHint(question: SurveyQuestion): string {
  const [low, high] = numberBounds(question);
  switch (question.type) {
    case "single":
      return "Read the choices aloud. One answer.";
    case "multiple":
      return question.choices.some(({ role }) => role === "exclusive")
        ? "Read the choices aloud. Several answers are possible, but the last can only be chosen alone."
        : "Read the choices aloud. Several answers are possible.";
    case "yes_no":
      return "Yes or no.";
    case "consent":
      return "Without consent the interview ends here.";
    case "rating":
    case "nps":
      return `A number from ${low} (lowest) to ${high} (highest).`;
    case "number":
      if (low !== null && high !== null) return `A number from ${low} to ${high}.`;
      if (low !== null) return `A number, at least ${low}.`;
      return high !== null ? `A number, at most ${high}.` : "A number.";
    case "phone":
      return "A phone number, with the country code where it is not Kenyan.";
    case "location":
      return "The name of the place, or its latitude and longitude.";
    case "rank":
      return "Read the choices aloud. Each one gets a place, the first one first.";
    case "matrix":
      return "Read each row aloud with the choices. One answer for each row.";
    case "date":
      return "Ask for day, month and year.";
    case "text":
      return "Enter the answer in the person's own words.";
    case "statement":
      return "Read it aloud.";
  }
}

/** Why an answer can't be taken, for whoever asks; the person who answers by SMS gets the fixed texts. */
export const interviewProblems: Record<ReplyProblem, string> = {
  choice: "Choose one answer.",
  choices: "Choose at least one answer.",
  alone: "One of these answers can only be chosen alone.",
  yes_no: "Choose yes or no.",
  number: "Enter a number.",
  bounds: "This number is out of range.",
  date: "Enter a date, such as 15/6/2026.",
  phone: "Enter a phone number, such as 0712345678.",
  place: "Enter the name of the place.",
  coordinates: "There is no such place: a latitude is from -90 to 90, and a longitude from -180 to 180.",
  rank: "Give each choice one place.",
  rank_missing: "Some choices have no place.",
  rank_double: "One choice has two places.",
  rows: "Choose an answer for each row.",
  empty: "Enter the answer.",
  long: "An answer has at most 2,000 characters.",
  file: "Enter the answer in words.",
};

/**
 * What a question can ask for (Q120), and what people expect beside it. A statement asks for nothing. A matrix is asked on
 * the web and in interviews only.
 */
export const questionTypes = [
  "single",
  "multiple",
  "yes_no",
  "text",
  "number",
  "phone",
  "location",
  "rating",
  "nps",
  "date",
  "rank",
  "matrix",
  "consent",
  "statement",
] as const;
export type QuestionType = (typeof questionTypes)[number];

export const questionTypeNames: Record<QuestionType, string> = {
  single: "One choice",
  multiple: "Several choices",
  yes_no: "Yes or no",
  text: "Text",
  number: "Number",
  phone: "Phone number",
  location: "Location",
  rating: "Rating",
  nps: "Recommendation, 0 to 10",
  date: "Date",
  rank: "Ranking",
  matrix: "Matrix (web and interviews only)",
  consent: "Consent",
  statement: "Statement",
};

/**
 * The languages that a survey can be in, in their own words, and in Latin letters where a computer may have no font for
 * them. Fixed words are known in English and Kiswahili; others get the English ones.
 */
export const surveyLanguages = {
  en: "English",
  sw: "Kiswahili",
  fr: "Français",
  so: "Soomaali",
  am: "አማርኛ (Amharic)",
  rw: "Kinyarwanda",
  lg: "Luganda",
  pt: "Português",
  ar: "العربية (Arabic)",
} as const;
export type SurveyLanguage = keyof typeof surveyLanguages;
export const languageCodes = Object.keys(surveyLanguages) as [SurveyLanguage, ...SurveyLanguage[]];

/** A text in each of a survey's languages. */
export type LocalText = { [language: string]: string };

/**
 * `other` stays behind the normal choices, and `exclusive` is chosen alone, such as "None of these". A `row` is no choice:
 * it is a row of a matrix, for which one of the others is chosen.
 */
export const choiceRoles = ["normal", "other", "exclusive", "row"] as const;
export type ChoiceRole = (typeof choiceRoles)[number];

export type SurveyChoice = { id: number; text: LocalText; aliases: string[]; role: ChoiceRole };

/** What a comparison with an answer can be (Q121). `always` holds whatever was answered: the rule for all the others. */
export const operands = [
  "equals",
  "does not equal",
  "is one of",
  "contains",
  "is more than",
  "is at least",
  "is less than",
  "is at most",
  "is empty",
  "is not empty",
  "always",
] as const;
export type Operand = (typeof operands)[number];

/**
 * After the question has been answered: when the answer to `asked` (null: to this question) compares so with `value`,
 * the survey goes on with the question `target` (null: it ends). `value` holds choice ids between commas where the
 * question asked has choices, "yes" or "no" where it is yes or no, else what was typed.
 */
export type SurveyCondition = SurveyComparison & { id: number; target: number | null };

/** What is compared: the answer to the question `asked`, or the calculated value `calculated` where it is not null. */
export type SurveyComparison = { asked: number | null; calculated: number | null; operand: Operand; value: string };

/** A number that is worked out from answers, such as `{food} + {drinks} * 2`. It may use values that are before it. */
export type CalculatedValue = { id: number; name: string; expression: string };

/** How a session comes to an end at which something is said. After STOP, and after silence, nothing is. */
export const endOutcomes = ["completed", "rejected", "ineligible", "ended"] as const;
export type EndOutcome = (typeof endOutcomes)[number];

export const endOutcomeNames: Record<EndOutcome, string> = {
  completed: "Completed",
  rejected: "A limit is full",
  ineligible: "No consent",
  ended: "Three replies were not understood",
};

/** A text for an outcome: the first of which the comparison is true is said. */
export type EndText = SurveyComparison & { id: number; outcome: EndOutcome; text: LocalText };

export type SurveyQuestion = {
  id: number;
  type: QuestionType;
  /** What other texts call its answer (`{{name}}`); empty: only its id does. */
  name: string;
  text: LocalText;
  required: boolean;
  /** What interviewers are told beside it. */
  interviewer_note: string;
  /** The highest mark of a rating. */
  max_rating: number;
  /** The bounds of a number, both included. */
  min: number | null;
  max: number | null;
  choices: SurveyChoice[];
  /** Each session has the choices in an order of its own. */
  random_order: boolean;
  /** What stands above this question and those after it, up to the next section. Without a title no section begins. */
  section: { title: LocalText; text: LocalText };
  /** The section that begins here is in an order of each session's own with those beside it that are, too. */
  random_section: boolean;
  conditions: SurveyCondition[];
};

/** A survey as it is asked: what is kept of each version. Its questions are in their order. */
export type SurveyGraph = {
  /** The first is the one that is shown where a text is missing. */
  languages: SurveyLanguage[];
  questions: SurveyQuestion[];
  /** Said at the end of a completed survey where no end text is; an empty one is the fixed thanks. */
  ending: LocalText;
  end_texts: EndText[];
  calculated: CalculatedValue[];
};

/**
 * An answer as it was understood. `skipped`: the question could be left out, and was; an interviewer says why.
 */
export type SurveyAnswer =
  | { kind: "choices"; choices: number[] }
  | { kind: "yes"; yes: boolean }
  | { kind: "number"; number: number }
  | { kind: "text"; text: string }
  | { kind: "date"; date: string }
  /** All choices, the first one first. */
  | { kind: "ranking"; order: number[] }
  /** The choice of each row of a matrix that was answered. */
  | { kind: "rows"; rows: { row: number; choice: number }[] }
  /** A number in the form of E.164. */
  | { kind: "phone"; text: string }
  /** A place by its name, by its latitude and longitude, or by both. */
  | { kind: "place"; text: string; at: [latitude: number, longitude: number] | null }
  | { kind: "skipped"; why?: "refused" | "unknown" };

/** The answers of a session by the question's id. */
export type SurveyAnswers = ReadonlyMap<number, SurveyAnswer>;

/** The text in a language, or in the first of the survey that has it. */
export function textIn(text: LocalText, language: string, languages: readonly string[] = []): string {
  for (const wanted of [language, ...languages]) if (text[wanted]?.trim()) return text[wanted];
  return "";
}

/** Whether an answer is one or several of the choices. */
export function hasChoices(type: QuestionType): boolean {
  return type === "single" || type === "multiple";
}

/** Whether an answer has words of the person's own. */
export function hasText(type: QuestionType): boolean {
  return type === "text" || type === "phone" || type === "location";
}

/** Whether choices are written for a question: also where an answer is more than some of them. */
export function needsChoices(type: QuestionType): boolean {
  return hasChoices(type) || type === "rank" || type === "matrix";
}

/** Whether a condition compares with choices. That of a ranking is its first one. */
export function comparesChoices(type: QuestionType): boolean {
  return hasChoices(type) || type === "rank";
}

/** The rows of a matrix. */
export function matrixRows({ choices }: Pick<SurveyQuestion, "choices">): SurveyChoice[] {
  return choices.filter(({ role }) => role === "row");
}

/** What can be chosen. */
export function scaleChoices({ choices }: Pick<SurveyQuestion, "choices">): SurveyChoice[] {
  return choices.filter(({ role }) => role !== "row");
}

export function isAsked({ type }: Pick<SurveyQuestion, "type">): boolean {
  return type !== "statement";
}

/** The lowest and highest number that a question takes; null: no bound. */
export function numberBounds({
  type,
  min,
  max,
  max_rating,
}: SurveyQuestion): [low: number | null, high: number | null] {
  if (type === "rating") return [1, max_rating];
  if (type === "nps") return [0, 10];
  return [min, max];
}

/** What a question can be compared by. */
export function operandsFor(type: QuestionType): readonly Operand[] {
  if (comparesChoices(type)) return ["equals", "does not equal", "is one of", "is empty", "is not empty", "always"];
  if (type === "yes_no" || type === "consent")
    return ["equals", "does not equal", "is empty", "is not empty", "always"];
  if (type === "phone") return ["equals", "does not equal", "is empty", "is not empty", "always"];
  if (type === "matrix") return ["is empty", "is not empty", "always"];
  if (type === "text" || type === "location")
    return ["equals", "does not equal", "contains", "is empty", "is not empty", "always"];
  if (type === "statement") return ["always"];
  return operands.filter((operand) => operand !== "contains" && operand !== "is one of");
}

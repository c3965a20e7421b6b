import {
  hasChoices,
  matrixRows,
  numberBounds,
  type SurveyLanguage,
  type SurveyQuestion,
  scaleChoices,
  textIn,
} from "./graph";

/** A closed question, or one row of a matrix: what answers can be sorted by. In addresses it is "12", or "12.5". */
export type AnswerAxis = { question: number; row: number | null };

/** What an answer belongs to: a choice, a yes or no, or numbers from the first up to, and without, the second. */
export type AnswerGroup =
  | { kind: "choice"; choice: number }
  | { kind: "yes"; yes: boolean }
  | { kind: "range"; from: number; to: number };

/** Where a range without a lowest or a highest number ends: no answer is that long. */
export const openEnd = 1e15;

/** Why a question was left out, where the person said so. */
type LeftOutReason = "refused" | "unknown";

/** What else responses are filtered by, which no axis has. `ranked` is a choice of a ranking, at one place or at any. */
type OtherGroup =
  | { kind: "word"; word: string }
  | { kind: "answered" }
  | { kind: "skipped"; why: LeftOutReason | null }
  | { kind: "not asked" }
  | { kind: "ranked"; choice: number; place: number | null };

export type AnswerFilter = AnswerAxis & { group: AnswerGroup | OtherGroup };

export type NamedGroup = { key: string; label: string; group: AnswerGroup };

/** The numbers that were given: the lowest, the highest, and whether all are whole. */
export type NumberSpan = { low: number; high: number; whole: boolean };

/** The most groups of one side of a cross-tab. */
export const maxGroups = 100;

/** The most answers that responses are filtered by. */
export const maxAnswerFilters = 10;

const id = "[1-9]\\d{0,14}";
const number = "-?\\d{1,17}(?:\\.\\d{1,6})?";
const axisForm = new RegExp(`^(${id})(?:\\.(${id}))?$`);
const rangeForm = new RegExp(`^(${number})\\.\\.(${number})$`);
/** As `countedWords` has them: what is no letter would be a sign of a regular expression. */
const wordForm = /^[\p{L}\p{M}']{1,60}$/u;
const choiceForm = new RegExp(`^${id}$`);
const rankedForm = new RegExp(`^(${id})@([1-9]\\d?)?$`);

/** Groups whose key is a word, with how each is called. */
const wordGroups: Record<string, { group: OtherGroup | AnswerGroup; label: string }> = {
  yes: { group: { kind: "yes", yes: true }, label: "Yes" },
  no: { group: { kind: "yes", yes: false }, label: "No" },
  answered: { group: { kind: "answered" }, label: "answered" },
  skipped: { group: { kind: "skipped", why: null }, label: "left out" },
  refused: { group: { kind: "skipped", why: "refused" }, label: "refused" },
  unknown: { group: { kind: "skipped", why: "unknown" }, label: "did not know" },
  none: { group: { kind: "not asked" }, label: "not asked" },
};

/** @example "12.5" */
export function axisKey({ question, row }: AnswerAxis): string {
  return row === null ? String(question) : `${question}.${row}`;
}

export function axisFrom(key: string): AnswerAxis | undefined {
  const [, question, row] = axisForm.exec(key) ?? [];
  return question === undefined
    ? undefined
    : { question: Number(question), row: row === undefined ? null : Number(row) };
}

function groupKey(group: AnswerFilter["group"]): string {
  switch (group.kind) {
    case "choice":
      return String(group.choice);
    case "yes":
      return group.yes ? "yes" : "no";
    case "range":
      return `${group.from}..${group.to}`;
    case "word":
      return `~${group.word}`;
    case "answered":
      return "answered";
    case "skipped":
      return group.why ?? "skipped";
    case "not asked":
      return "none";
    case "ranked":
      return `${group.choice}@${group.place ?? ""}`;
  }
}

function groupFrom(key: string): AnswerFilter["group"] | undefined {
  if (Object.hasOwn(wordGroups, key)) return wordGroups[key]?.group;
  if (choiceForm.test(key)) return { kind: "choice", choice: Number(key) };
  const [, from, to] = rangeForm.exec(key) ?? [];
  if (from !== undefined) return { kind: "range", from: Number(from), to: Number(to) };
  const [, choice, place] = rankedForm.exec(key) ?? [];
  if (choice !== undefined)
    return { kind: "ranked", choice: Number(choice), place: place === undefined ? null : Number(place) };
  const word = key.startsWith("~") ? key.slice(1) : "";
  return wordForm.test(word) ? { kind: "word", word } : undefined;
}

/** Answers to filter by as an address has them. @example "12:34,15.2:7", "16:0..7", "18:~late" */
export function answerFiltersKey(filters: readonly AnswerFilter[]): string {
  return filters.map(({ group, ...axis }) => `${axisKey(axis)}:${groupKey(group)}`).join(",");
}

/** Undefined for what is no such key, or asks for too many answers. */
export function answerFiltersFrom(key: string): AnswerFilter[] | undefined {
  const parts = key.split(",").map((part) => {
    const [, axis = "", group = ""] = /^([^:]+):(.+)$/.exec(part) ?? [];
    const [on, of] = [axisFrom(axis), groupFrom(group)];
    return on && of ? [{ ...on, group: of }] : undefined;
  });
  if (parts.length > maxAnswerFilters || parts.includes(undefined)) return undefined;
  return parts.flatMap((part) => part ?? []);
}

/** The axes that a question has: one for a closed question, one for each row of a matrix. */
export function questionAxes(question: SurveyQuestion): AnswerAxis[] {
  const { id: asked, type } = question;
  if (type === "matrix")
    return scaleChoices(question).length > maxGroups
      ? []
      : matrixRows(question).map(({ id: row }) => ({ question: asked, row }));
  const closed = ["yes_no", "consent", "rating", "nps", "number"].includes(type);
  const chosen = hasChoices(type) && question.choices.length > 0 && question.choices.length <= maxGroups;
  return closed || chosen ? [{ question: asked, row: null }] : [];
}

/** How an axis is called: the place of the question, its text and, of a matrix, the row. */
export function axisLabel(
  question: SurveyQuestion,
  { row }: AnswerAxis,
  place: number,
  languages: readonly SurveyLanguage[],
): string {
  const of = matrixRows(question).find(({ id: known }) => known === row);
  const text = `${place}. ${textIn(question.text, "", languages)}`;
  return of ? `${text}: ${textIn(of.text, "", languages)}` : text;
}

/** The groups of an axis in their order. @param span of a number: what was given */
export function axisGroups(
  question: SurveyQuestion,
  languages: readonly SurveyLanguage[],
  span?: NumberSpan,
): NamedGroup[] {
  const { type } = question;
  if (hasChoices(type) || type === "matrix")
    return scaleChoices(question).map(({ id: choice, text }) =>
      named(textIn(text, "", languages), { kind: "choice", choice }),
    );
  if (type === "yes_no" || type === "consent")
    return [named("Yes", { kind: "yes", yes: true }), named("No", { kind: "yes", yes: false })];
  if (type === "nps")
    return [
      named("Detractors (0 to 6)", { kind: "range", from: 0, to: 7 }),
      named("Passives (7 and 8)", { kind: "range", from: 7, to: 9 }),
      named("Promoters (9 and 10)", { kind: "range", from: 9, to: 11 }),
    ];
  if (type === "rating") {
    const [low, high] = numberBounds(question);
    return numberBands({ low: low ?? 1, high: high ?? 1, whole: true });
  }
  return type === "number" && span ? numberBands(span) : [];
}

/** Answers to filter by in words: "Sex?: Woman; Why?: “late”". What is no longer asked is said so. */
export function answerFiltersText(
  questions: readonly SurveyQuestion[],
  key: string,
  languages: readonly SurveyLanguage[],
): string {
  return (answerFiltersFrom(key) ?? [])
    .map((filter) => {
      const question = questions.find(({ id: known }) => known === filter.question);
      if (!question) return "a deleted question";
      const row = question.choices.find(({ id: known }) => known === filter.row);
      const asked = [question, ...(row ? [row] : [])].map(({ text }) => textIn(text, "", languages)).join(", ");
      return `${asked}: ${filterText(question, filter.group, languages)}`;
    })
    .join("; ");
}

function filterText(
  question: SurveyQuestion,
  group: AnswerFilter["group"],
  languages: readonly SurveyLanguage[],
): string {
  if (group.kind === "word") return `“${group.word}”`;
  if (group.kind === "ranked") {
    const choice = question.choices.find(({ id: known }) => known === group.choice);
    const name = choice ? textIn(choice.text, "", languages) : "a deleted choice";
    return group.place === null ? `${name} ranked` : `${name} at place ${group.place}`;
  }
  const key = groupKey(group);
  const known = axisGroups(question, languages).find((one) => one.key === key)?.label ?? wordGroups[key]?.label;
  if (known !== undefined) return known;
  return group.kind === "range" ? rangeText(group, false) : "a deleted choice";
}

/** @param whole whether the last number is said in the place of the one above it. @example "18 to 24", "65 or more", "under 2.5" */
export function rangeText(
  { from, to }: Omit<Extract<AnswerGroup, { kind: "range" }>, "kind">,
  whole = Number.isInteger(from) && Number.isInteger(to),
): string {
  if (from <= -openEnd) return to >= openEnd ? "any number" : whole ? `${to - 1} or less` : `under ${to}`;
  if (to >= openEnd) return `${from} or more`;
  if (!whole) return `${from} to under ${to}`;
  return to - from === 1 ? String(from) : `${from} to ${to - 1}`;
}

/** At most 12 bands of one width, which is 1, 2 or 5 or ten times as much and so on. */
export function numberBands({ low, high, whole }: NumberSpan): NamedGroup[] {
  const wanted = Math.max(1, (high - low) / 10);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const width = ([1, 2, 5].find((times) => times * power >= wanted) ?? 10) * power;
  const first = Math.floor(low / width) * width;
  const count = Math.floor((high - first) / width) + 1;
  return Array.from({ length: count }, (_, at) => {
    const from = first + at * width;
    const to = from + width;
    const label = !whole ? `${from} to under ${to}` : width === 1 ? String(from) : `${from} to ${to - 1}`;
    return named(label, { kind: "range", from, to });
  });
}

function named(label: string, group: AnswerGroup): NamedGroup {
  return { key: groupKey(group), label, group };
}

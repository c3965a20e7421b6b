import { namedPart, neededQuestions } from "./calculations";
import { isComparisonTrue, isRefusal, nextQuestion } from "./conditions";
import { isAsked, type SurveyAnswers, type SurveyGraph, type SurveyQuestion } from "./graph";
import { referencesIn } from "./piping";
import { sectionStart } from "./sections";

/** How the questions are asked on the web. */
export const interactionModeIds = ["conversation", "page"] as const;
export type InteractionMode = (typeof interactionModeIds)[number];

/** Questions of a page at most, and those of them whose answers are long: what is posted has a limit. */
export const maxPageQuestions = 20;
export const maxPageTexts = 10;

/** What decides how many questions are asked at once. `limited`: of each limit the questions whose answers decide it. */
export type PageRules = { mode: InteractionMode; limited: readonly (readonly number[])[] };

/**
 * The pages of a survey with these answers, the last being the one to answer now. A page has the questions that are asked
 * whatever is answered on it: it ends where an answer given on it leads elsewhere, ends the survey, is shown in a text, or
 * is the last that decides a limit. With one question at a time each has its page. Statements are on the page of the question after them.
 */
export function surveyPages(graph: SurveyGraph, answers: SurveyAnswers, rules: PageRules): SurveyQuestion[][] {
  const pages: SurveyQuestion[][] = [];
  const seen = new Set<SurveyQuestion>();
  let at = graph.questions[0] ?? null;
  while (at !== null && !seen.has(at)) {
    const page = pageFrom(graph, at, answers, rules, [...seen]);
    const last = page.at(-1);
    // Only statements are left, which are told at the end.
    if (!last) break;
    pages.push(page);
    for (const question of page) seen.add(question);
    if (page.some((question) => isAsked(question) && !answers.has(question.id))) break;
    at = isRefusal(last, answers.get(last.id)) ? null : nextQuestion(graph, last, answers, [...seen]);
  }
  return pages;
}

/** The questions that are asked together from one on, up to the last that asks for something. @param before those of earlier pages */
function pageFrom(
  graph: SurveyGraph,
  first: SurveyQuestion,
  answers: SurveyAnswers,
  { mode, limited }: PageRules,
  before: readonly SurveyQuestion[],
): SurveyQuestion[] {
  const page: SurveyQuestion[] = [];
  const asked = new Set<number>();
  let texts = 0;
  let at: SurveyQuestion | null | undefined = first;
  while (at && !page.includes(at) && !showsAnswer(graph, at, asked)) {
    page.push(at);
    if (!isAsked(at)) {
      at = following(graph, at, answers, asked, [...before, ...page]);
      continue;
    }
    asked.add(at.id);
    if (at.type === "text" || at.type === "location") texts++;
    if (mode === "conversation" || asked.size >= maxPageQuestions || texts >= maxPageTexts) break;
    at =
      at.type === "consent" || decides(at.id, limited, [...before, ...page])
        ? undefined
        : following(graph, at, answers, asked, [...before, ...page]);
  }
  return page.slice(0, page.findLastIndex(isAsked) + 1);
}

/** Whether a limit is decided with the answer to a question. @param path the questions up to it */
function decides(id: number, limited: PageRules["limited"], path: readonly SurveyQuestion[]): boolean {
  return limited.some(
    (questions) => questions.includes(id) && questions.every((one) => path.some((asked) => asked.id === one)),
  );
}

/** What is asked after a question whatever is answered on its page; undefined where that depends on it. */
function following(
  graph: SurveyGraph,
  question: SurveyQuestion,
  answers: SurveyAnswers,
  onPage: ReadonlySet<number>,
  path: readonly SurveyQuestion[],
): SurveyQuestion | null | undefined {
  for (const condition of question.conditions) {
    const { asked, calculated, operand } = condition;
    if (operand === "always") break;
    const subjects = calculated === null ? [asked ?? question.id] : neededIds(graph, calculated);
    if (subjects.some((id) => onPage.has(id))) return undefined;
    if (isComparisonTrue(graph, condition, question.id, answers, path)) break;
  }
  return nextQuestion(graph, question, answers, path);
}

function neededIds(graph: SurveyGraph, calculated: number): number[] {
  return neededQuestions(graph, calculated).map(({ id }) => id);
}

/** Whether its text, or that of its section, shows an answer that is given on the same page, or a value of one. */
function showsAnswer(graph: SurveyGraph, question: SurveyQuestion, onPage: ReadonlySet<number>): boolean {
  const section = sectionStart(graph, question)?.section;
  return [question.text, section?.title, section?.text].some((text) =>
    Object.values(text ?? {}).some((written) =>
      referencesIn(written).some((name) => {
        const part = namedPart(graph, name);
        if (!part) return false;
        return (part.value ? neededIds(graph, part.value.id) : [part.question.id]).some((id) => onPage.has(id));
      }),
    ),
  );
}

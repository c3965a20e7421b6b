import { sql } from "kysely";
import { z } from "zod";
import { fixedTexts } from "../../../rules/survey/fixed-texts";
import { isAsked, type LocalText, type SurveyQuestion } from "../../../rules/survey/graph";
import { interactionModeIds, type PageRules, surveyPages } from "../../../rules/survey/pages";
import { pipedText } from "../../../rules/survey/piping";
import { sectionStart } from "../../../rules/survey/sections";
import type { Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type { WebPage } from "../contract.respond";
import { AskedSurvey, asWebSession, inOneLanguage, keepAnswer, typedAnswer } from "./answering";
import { listLimits } from "./quotas";
import { isOpen, type LoadedSession } from "./store";

export const PagedSurvey = AskedSurvey.extend({
  id: z.number(),
  interaction_mode: z.enum(interactionModeIds),
  frame_origins: z.array(z.string()),
});
export type PagedSurvey = z.infer<typeof PagedSurvey>;
type TypedAnswer = { question: number; text: string; choices: number[] };

/** What decides how many questions of a survey are asked at once. */
export async function loadPageRules(
  trx: Trx,
  { account, id, interaction_mode: mode }: PagedSurvey,
): Promise<PageRules> {
  if (mode === "conversation") return { mode, limited: [] };
  const limits = await listLimits(trx, account, id);
  return { mode, limited: limits.map(({ conditions }) => conditions.map(({ question }) => question)) };
}

/**
 * Takes the answers of a page. Each is kept by itself, as one question after the other would keep it, so that what was
 * understood is there when the page is opened again. Answers in words what was not, by the question's id.
 */
export async function takePage(
  trx: Trx,
  on: PagedSurvey,
  loaded: LoadedSession,
  typed: readonly TypedAnswer[],
): Promise<Record<string, string[]>> {
  if (!on.open) throw new HttpError(409, "This survey takes no more answers.");
  const rules = await loadPageRules(trx, on);
  const words = fixedTexts(loaded.session.language);
  const problems: Record<string, string[]> = {};
  let now = loaded;
  for (const { question: id, ...answer } of typed) {
    if (!isOpen(now.state.disposition)) break;
    const shown = surveyPages(now.graph, now.state.answers, rules).flat();
    const question = shown.find((one) => isAsked(one) && one.id === id);
    // Sent twice, or from a page that is no longer on the way: what is due is shown.
    if (!question) continue;
    const kept = await keepAnswer(trx, on, now, { question, typed: answer });
    if ("problem" in kept) problems[`question_${id}`] = [words.problems[kept.problem]];
    else now = kept.loaded;
  }
  // Who is told what was not understood is still there.
  await sql`update survey.sessions set active_at = now()
    where customer_account = ${on.account} and id = ${loaded.session.id} and ended_at is null`.execute(trx);
  return problems;
}

/** @param at a question of the page to show; without one it is the page to answer now */
export function asWebPage(on: PagedSurvey, loaded: LoadedSession, rules: PageRules, at?: number): WebPage {
  const { session, graph, state } = loaded;
  const { title, languages, open, language, total, ending } = asWebSession(on, loaded);
  const pages = isOpen(session.disposition) ? surveyPages(graph, state.answers, rules) : [];
  const has = (page: SurveyQuestion[]) => page.some((question) => isAsked(question) && question.id === at);
  const page = pages.find(has) ?? pages.at(-1) ?? [];
  const before = pages.slice(0, pages.indexOf(page)).flat().filter(isAsked);
  const piped = (text: LocalText) => pipedText(graph, text, state.answers, language);
  const asked = page.filter(isAsked);
  const questions = asked.map((question, place) => {
    const start = sectionStart(graph, question);
    const above = asked[place - 1];
    const begins = start !== undefined && (!above || sectionStart(graph, above) !== start);
    const answer = state.answers.get(question.id);
    const statements = page.slice(above ? page.indexOf(above) + 1 : 0, page.indexOf(question));
    return {
      statements: statements.map(({ text }) => piped(text)).filter((text) => text !== ""),
      section: begins ? { title: piped(start.section.title), text: piped(start.section.text) } : null,
      question: inOneLanguage(question, graph, language, piped(question.text)),
      answered: answer ? typedAnswer(question, answer) : "",
    };
  });
  return {
    ...{ title, languages, open, language, questions, total, ending },
    place: before.length + 1,
    active_at: session.active_at.toISOString(),
    previous: before.at(-1)?.id ?? null,
    version: session.version,
    frame_origins: on.frame_origins,
  };
}

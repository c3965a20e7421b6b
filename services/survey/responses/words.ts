import { sql } from "kysely";
import { z } from "zod";
import { type SurveyLanguage, textIn } from "../../../rules/survey/graph";
import { commonWords } from "../../../rules/survey/words";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { SurveyWords } from "../contract.analysis";
import { listAllQuestions, type ResponseFilters, sessionsWhere } from "./store";

/** The most answers that are read for one count. */
const maxRead = 10_000;
const shownWords = 100;

const TextRow = z.object({ text: z.string() });

/** The most used words of a text question in the newest answers of the sessions that the filters leave. */
export async function loadWords(
  trx: Trx,
  account: string,
  survey: { id: number; languages: SurveyLanguage[] },
  { question: asked, ...filters }: ResponseFilters & { question?: number | undefined },
  zone: string,
): Promise<SurveyWords> {
  const all = await listAllQuestions(trx, account, survey.id);
  const questions = all.flatMap(({ id, type, text }, at) =>
    type === "text" ? [{ id, label: `${at + 1}. ${textIn(text, "", survey.languages)}` }] : [],
  );
  const question = questions.find(({ id }) => id === asked)?.id ?? null;
  if (question === null) return { questions, question, read: 0, more: false, words: [] };
  const found = await checkedRows(
    trx,
    TextRow,
    sql`select a.answer->>'text' as text from survey.answers a
      where a.customer_account = ${account} and a.question_id = ${question} and a.counted
        and a.answer->>'kind' = 'text'
        and a.session_id in (select x.id from ${sessionsWhere(account, survey.id, filters, zone)})
      order by a.session_id desc limit ${maxRead + 1}`,
  );
  const texts = found.slice(0, maxRead).map(({ text }) => text);
  const words = commonWords(texts, shownWords);
  return { questions, question, read: texts.length, more: found.length > maxRead, words };
}

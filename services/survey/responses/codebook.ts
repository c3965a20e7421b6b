import { sql } from "kysely";
import type { z } from "zod";
import { type AnswerVariable, answerVariables, codedValue, sessionVariables } from "../../../rules/survey/codebook";
import type { SurveyLanguage } from "../../../rules/survey/graph";
import type { Trx } from "../../kit/database";
import { newestFirst } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import type { analysisCalls, Codebook, CodedResponse } from "../contract.analysis";
import { interviewerNames } from "../sessions/interviewers";
import { listAllQuestions, listAnswers, type StoredAnswer, sessionsWhere } from "./store";

type CodedSurvey = { id: number; languages: SurveyLanguage[] };

/** The columns of responses with codes: questions of every version have theirs. */
export async function loadCodebook(trx: Trx, account: string, survey: CodedSurvey): Promise<Codebook> {
  const answers = await listVariables(trx, account, survey);
  return { variables: [...sessionVariables, ...answers.map(({ question: _, part: __, ...variable }) => variable)] };
}

async function listVariables(trx: Trx, account: string, { id, languages }: CodedSurvey): Promise<AnswerVariable[]> {
  return answerVariables(await listAllQuestions(trx, account, id), languages);
}

type SessionRow = {
  id: number;
  begun_at: Date;
  ended_at: Date | null;
  channel: string;
  interviewers: string;
  language: string;
  version: number;
  disposition: string;
};

/** A page of responses with codes in place of words. */
export async function codedPage(
  trx: Trx,
  account: string,
  survey: CodedSurvey,
  query: z.output<typeof analysisCalls.codedResponses.query>,
  zone: string,
) {
  const page = await pageOfRows<SessionRow>(trx, query, {
    select: sql`x.id, x.begun_at, x.ended_at, x.channel, x.language, x.version, x.disposition, ${interviewerNames}`,
    from: sessionsWhere(account, survey.id, query, zone),
    order: newestFirst,
    batched: false,
  });
  const variables = await listVariables(trx, account, survey);
  const answers = new Map<string, StoredAnswer>();
  const ids = page.data.map(({ id }) => id);
  for (const one of await listAnswers(trx, account, ids))
    if (one.counted) answers.set(`${one.session_id} ${one.question_id}`, one);
  return { ...page, data: page.data.map((session) => asCoded(session, variables, answers)) };
}

function asCoded(
  session: SessionRow,
  variables: readonly AnswerVariable[],
  answers: ReadonlyMap<string, StoredAnswer>,
): CodedResponse {
  const { id, begun_at, ended_at, channel, interviewers, language, version, disposition } = session;
  const of: Record<(typeof sessionVariables)[number]["name"], number | string | null> = {
    ...{ response: id, begun: begun_at.toISOString(), ended: ended_at?.toISOString() ?? null },
    ...{ channel, interviewers, language, version, state: disposition },
  };
  const coded = variables.map(
    (variable) => [variable.name, codedValue(variable, answers.get(`${id} ${variable.question.id}`)?.answer)] as const,
  );
  return { id, values: { ...of, ...Object.fromEntries(coded) } };
}

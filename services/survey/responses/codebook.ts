import { sql } from "kysely";
import { z } from "zod";
import {
  type AnswerVariable,
  answerVariables,
  codedNumber,
  codedValue,
  sessionVariables,
  type ValueVariable,
  valueVariables,
} from "../../../rules/survey/codebook";
import type { SurveyLanguage } from "../../../rules/survey/graph";
import type { Trx } from "../../kit/database";
import { newestFirst } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import type { analysisCalls, Codebook, CodedResponse } from "../contract.analysis";
import { interviewerNames } from "../sessions/interviewers";
import { listAllParts, listAnswers, type StoredAnswer, sessionsWhere } from "./store";

type CodedSurvey = { id: number; languages: SurveyLanguage[] };

type Variables = { answers: AnswerVariable[]; values: ValueVariable[] };

/** The columns of responses with codes: questions and calculated values of every version have theirs. */
export async function loadCodebook(trx: Trx, account: string, survey: CodedSurvey): Promise<Codebook> {
  const { answers, values } = await listVariables(trx, account, survey);
  return {
    variables: [
      ...sessionVariables,
      ...answers.map(({ question: _, part: __, ...variable }) => variable),
      ...values.map(({ calculated: _, ...variable }) => variable),
    ],
  };
}

async function listVariables(trx: Trx, account: string, { id, languages }: CodedSurvey): Promise<Variables> {
  const { questions, calculated } = await listAllParts(trx, account, id);
  const answers = answerVariables(questions, languages);
  return { answers, values: valueVariables(calculated, answers) };
}

const SessionRow = z.object({
  id: z.number(),
  begun_at: z.date(),
  ended_at: z.date().nullable(),
  channel: z.string(),
  interviewers: z.string(),
  language: z.string(),
  version: z.number(),
  disposition: z.string(),
  calculated: z.record(z.string(), z.number()),
});
type SessionRow = z.infer<typeof SessionRow>;

/** A page of responses with codes in place of words. */
export async function codedPage(
  trx: Trx,
  account: string,
  survey: CodedSurvey,
  query: z.output<typeof analysisCalls.codedResponses.query>,
  zone: string,
) {
  const page = await pageOfRows(trx, query, {
    schema: SessionRow,
    select: sql`x.id, x.begun_at, x.ended_at, x.channel, x.language, x.version, x.disposition, x.calculated, ${interviewerNames}`,
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

function asCoded(session: SessionRow, variables: Variables, answers: ReadonlyMap<string, StoredAnswer>): CodedResponse {
  const { id, begun_at, ended_at, channel, interviewers, language, version, disposition } = session;
  const of: Record<(typeof sessionVariables)[number]["name"], number | string | null> = {
    ...{ response: id, begun: begun_at.toISOString(), ended: ended_at?.toISOString() ?? null },
    ...{ channel, interviewers, language, version, state: disposition },
  };
  const coded = variables.answers.map(
    (variable) => [variable.name, codedValue(variable, answers.get(`${id} ${variable.question.id}`)?.answer)] as const,
  );
  const values = variables.values.map(
    (variable) => [variable.name, codedNumber(variable, session.calculated)] as const,
  );
  return { id, values: { ...of, ...Object.fromEntries([...coded, ...values]) } };
}

import { sql } from "kysely";
import { questionPath } from "../../../rules/survey/conditions";
import type { SurveyGraph } from "../../../rules/survey/graph";
import { randomBlocks, sessionGraph } from "../../../rules/survey/order";
import type { Trx } from "../../kit/database";
import { json } from "../../kit/rows";

/** The question that a session begins with, in its own order; null: there is none. */
export function firstQuestion(graph: SurveyGraph, session: number): number | null {
  return questionPath(sessionGraph(graph, session), new Map()).next?.id ?? null;
}

/** Sets the question that new sessions begin with, where each has sections in an order of its own. */
export async function setFirstQuestions(
  trx: Trx,
  account: string,
  graph: SurveyGraph,
  sessions: readonly number[],
): Promise<void> {
  if (randomBlocks(graph).length === 0 || sessions.length === 0) return;
  const first = sessions.map((id) => ({ id, question: firstQuestion(graph, id) }));
  await sql`
    update survey.sessions x set question_id = f.question
    from jsonb_to_recordset(${json(first)}) as f (id bigint, question bigint)
    where x.customer_account = ${account} and x.id = f.id and x.question_id is distinct from f.question`.execute(trx);
}

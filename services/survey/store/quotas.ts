import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { QuotaCondition } from "../../../rules/survey/quotas";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import type { QuotaCell } from "../contract.limits";
import type { Quota } from "../contract.schemas";

const number = z.number();

/** Conditions as they are stored. */
export const StoredConditions = z.array(
  z.object({
    question: number,
    group: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("choice"), choice: number }),
      z.object({ kind: z.literal("yes"), yes: z.boolean() }),
      z.object({ kind: z.literal("range"), from: number, to: number }),
    ]),
  }),
);

const QuotaRow = z.object({
  id: number,
  name: z.string(),
  conditions: StoredConditions,
  max_count: number,
  taken: number,
});

/** The condition of the limit of one choice. */
export function choiceCondition(question: number, choice: number): QuotaCondition {
  return { question, group: { kind: "choice", choice } };
}

/** Of limits: those with a condition on the question. */
export function limitsQuestion(question: number): RawBuilder<unknown> {
  return sql`conditions @> ${json([{ question }])}`;
}

/** All limits of a survey: those of one choice, and those over several questions. */
export async function loadQuotas(
  trx: Trx,
  account: string,
  survey: number,
): Promise<{ quotas: Quota[]; quota_cells: QuotaCell[] }> {
  const found = await checkedRows(
    trx,
    QuotaRow,
    sql`select id, name, conditions, max_count, taken from survey.quotas
      where customer_account = ${account} and survey_id = ${survey} order by id`,
  );
  return {
    quotas: found.flatMap(({ name, conditions: [only], ...quota }) =>
      name === "" && only?.group.kind === "choice"
        ? [{ ...quota, question_id: only.question, choice_id: only.group.choice }]
        : [],
    ),
    quota_cells: found.filter(({ name }) => name !== ""),
  };
}

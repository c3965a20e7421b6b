import { type RawBuilder, sql } from "kysely";
import { type AnswerFilter, answerFiltersFrom } from "../../../rules/survey/answer-groups";
import { wordPattern } from "../../../rules/survey/words";
import { json } from "../../kit/rows";

/** Of sessions `x`: those that have these answers. @param key of `answerFiltersFrom`; nothing: all */
export function answeredSo(key: string | undefined): RawBuilder<unknown> {
  const filters = (key && answerFiltersFrom(key)) || [];
  const conditions = filters.map(({ question, ...filter }) => {
    const given = sql`exists (select from survey.answers a
      where a.customer_account = x.customer_account and a.session_id = x.id and a.question_id = ${question}
        and a.counted and ${answerMatches(filter)})`;
    return filter.group.kind === "not asked" ? sql`and not ${given}` : sql`and ${given}`;
  });
  return sql.join(conditions, sql` `);
}

function answerMatches({ row, group }: Omit<AnswerFilter, "question">): RawBuilder<unknown> {
  switch (group.kind) {
    case "choice":
      return row === null
        ? sql`a.answer->'choices' @> ${json([group.choice])}`
        : sql`a.answer->'rows' @> ${json([{ row, choice: group.choice }])}`;
    case "yes":
      return sql`a.answer->'yes' = ${json(group.yes)}`;
    case "range":
      return sql`(a.answer->>'number')::numeric >= ${group.from}::numeric
        and (a.answer->>'number')::numeric < ${group.to}::numeric`;
    case "word":
      return sql`a.answer->>'kind' = 'text' and a.answer->>'text' ~ ${wordPattern(group.word)}`;
    case "answered":
      return sql`a.answer->>'kind' <> 'skipped'`;
    case "skipped":
      return group.why === null
        ? sql`a.answer->>'kind' = 'skipped'`
        : sql`a.answer->>'kind' = 'skipped' and a.answer->>'why' = ${group.why}`;
    case "not asked":
      return sql`true`;
    case "ranked":
      return group.place === null
        ? sql`a.answer->'order' @> ${json([group.choice])}`
        : sql`a.answer->'order'->${group.place - 1}::int = ${json(group.choice)}`;
  }
}

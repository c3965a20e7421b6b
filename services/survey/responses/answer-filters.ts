import { type RawBuilder, sql } from "kysely";
import { type AnswerFilter, answerFiltersFrom } from "../../../rules/survey/answer-groups";
import { wordPattern } from "../../../rules/survey/words";
import { json } from "../../kit/rows";

/** Of sessions `x`: those that have these answers. @param key of `answerFiltersFrom`; nothing: all */
export function answeredSo(key: string | undefined): RawBuilder<unknown> {
  const filters = (key && answerFiltersFrom(key)) || [];
  const conditions = filters.map(
    (filter) => sql`and exists (select from survey.answers a
      where a.customer_account = x.customer_account and a.session_id = x.id and a.question_id = ${filter.question}
        and a.counted and ${answerMatches(filter)})`,
  );
  return sql.join(conditions, sql` `);
}

function answerMatches({ row, group }: AnswerFilter): RawBuilder<unknown> {
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
  }
}

import { sql } from "kysely";
import { z } from "zod";
import { hasChoices, questionTypes } from "../../../rules/survey/graph";
import { foldReply } from "../../../rules/survey/replies";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { hasRows, json, texts } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import { lockOwner } from "../store/questions";
import { choiceCondition, loadQuotas } from "../store/quotas";
import { GraphColumn } from "../store/stored-graph";
import { changeSurvey, dropChoices, noteChange, type SurveyOwner } from "./change";
import { countTaken } from "./quotas";

/** Choices of a question. */
const maxChoices = 50;

type ChoiceCalls = "createChoice" | "deleteChoice" | "addAlias" | "createCondition" | "deleteCondition" | "setQuota";

/** The calls of choices, conditions and quotas. */
export function choiceHandlers(database: Database): Pick<Handlers<typeof survey.calls>, ChoiceCalls> {
  const { db } = database;
  return {
    createChoice: ({ body: { question_id, text, aliases, role } }, caller) =>
      changeSurvey(database, caller, "question", question_id, async (trx, { languages }) => {
        const made = await checkedRow(
          trx,
          IdRow,
          sql`insert into survey.choices (customer_account, question_id, rank, text, aliases, role)
            select ${caller.account}, ${question_id}, coalesce(max(rank), 0) + 1, ${json({ [languages[0] ?? "en"]: text })},
              ${texts(aliases)}, ${role}
            from survey.choices where customer_account = ${caller.account} and question_id = ${question_id}
            having count(*) < ${maxChoices} returning id`,
        );
        if (!made) throw new HttpError(422, `A question has at most ${maxChoices} choices.`);
        return { choice: made.id };
      }),

    deleteChoice: ({ params }, caller) =>
      changeSurvey(database, caller, "choice", params.id, async (trx) => {
        await dropChoices(trx, caller.account, [params.id]);
        return undefined;
      }),

    addAlias: ({ params, body: { alias } }, caller) =>
      changeSurvey(database, caller, "choice", params.id, async (trx, { survey: id }) => {
        await sql`
          update survey.choices set aliases = array_append(aliases, ${alias}::text)
          where customer_account = ${caller.account} and id = ${params.id} and not ${alias} = any(aliases)
            and cardinality(aliases) < 40`.execute(trx);
        await addAliasToVersions(trx, caller.account, id, params.id, alias);
        return { choice: params.id, edited: false };
      }),

    createCondition: ({ body: { question_id, asked, calculated, operand, value, target } }, caller) =>
      changeSurvey(database, caller, "question", question_id, async (trx, owner) => {
        for (const [field, other] of Object.entries({ asked, target }))
          if (other !== null) await checkQuestion(trx, caller.account, owner.survey, other, field);
        if (calculated !== null) await checkCalculated(trx, caller.account, owner.survey, calculated);
        const made = await checkedRow(
          trx,
          IdRow,
          sql`insert into survey.conditions (customer_account, question_id, rank, asked_id, calculated_id, operand, value,
              target_id)
            select ${caller.account}, ${question_id}, coalesce(max(rank), 0) + 1, ${asked}, ${calculated}::bigint, ${operand},
              ${value}, ${target}
            from survey.conditions where customer_account = ${caller.account} and question_id = ${question_id}
            having count(*) < 20 returning id`,
        );
        if (!made) throw new HttpError(422, "A question has at most 20 conditions.");
        return { condition: made.id };
      }),

    deleteCondition: ({ params }, caller) =>
      changeSurvey(database, caller, "condition", params.id, async (trx) => {
        await sql`delete from survey.conditions
          where customer_account = ${caller.account} and id = ${params.id}`.execute(trx);
        return undefined;
      }),

    async setQuota({ body: { choice_id, max_count } }, caller) {
      const { account } = caller;
      const data = await inAccount(db, account, async (trx) => {
        const owner = await lockOwner(trx, account, "choice", choice_id);
        await saveQuota(trx, account, owner, { choice_id, max_count });
        await noteChange(trx, caller, owner);
        return (await loadQuotas(trx, account, owner.survey)).quotas;
      });
      return { status: 201, body: { data } };
    },
  };
}

const TypeRow = z.object({ type: z.enum(questionTypes) });

/** A quota begins with the completed responses that there are. */
async function saveQuota(
  trx: Trx,
  account: string,
  { survey, question }: SurveyOwner,
  { choice_id, max_count }: { choice_id: number; max_count: number },
): Promise<void> {
  const conditions = [choiceCondition(question, choice_id)];
  if (max_count === 0) {
    await sql`delete from survey.quotas where customer_account = ${account} and survey_id = ${survey} and name = ''
      and conditions = ${json(conditions)}`.execute(trx);
    return;
  }
  const kind = await checkedRow(
    trx,
    TypeRow,
    sql`select type from survey.questions where customer_account = ${account} and id = ${question}`,
  );
  if (!kind || !hasChoices(kind.type)) throw new HttpError(422, "Only one or several choices can have a limit.");
  const taken = await countTaken(trx, account, survey, conditions);
  if (max_count < taken) {
    const words = `${taken.toLocaleString("en-KE")} people have chosen this already.`;
    throw new HttpError(422, words, { max_count: [words] });
  }
  await sql`
    insert into survey.quotas (customer_account, survey_id, conditions, max_count, taken)
    values (${account}, ${survey}, ${json(conditions)}, ${max_count}, ${taken})
    on conflict (customer_account, survey_id, conditions) where name = ''
      do update set max_count = excluded.max_count, taken = excluded.taken`.execute(trx);
}

const VersionRow = z.object({ version: z.number(), graph: GraphColumn });

/** What people typed is understood from now on, in every version. A word that means another choice stays that. */
async function addAliasToVersions(
  trx: Trx,
  account: string,
  survey: number,
  choice: number,
  alias: string,
): Promise<void> {
  const versions = await checkedRows(
    trx,
    VersionRow,
    sql`select version, graph from survey.versions where customer_account = ${account} and survey_id = ${survey}`,
  );
  for (const { version, graph } of versions) {
    const found = graph.questions.flatMap(({ choices }) => choices).find(({ id }) => id === choice);
    if (!found || found.aliases.some((known) => foldReply(known) === foldReply(alias))) continue;
    found.aliases.push(alias);
    await sql`
      update survey.versions set graph = ${json(graph)}
      where customer_account = ${account} and survey_id = ${survey} and version = ${version}`.execute(trx);
  }
}

/** @throws HttpError 422 */
async function checkCalculated(trx: Trx, account: string, survey: number, id: number): Promise<void> {
  const found = await hasRows(
    trx,
    sql`select 1 from survey.calculated where customer_account = ${account} and survey_id = ${survey} and id = ${id}`,
  );
  if (!found)
    throw new HttpError(422, "Please correct the marked fields.", { calculated: ["There is no such value."] });
}

/** @throws HttpError 422 */
async function checkQuestion(trx: Trx, account: string, survey: number, id: number, field: string): Promise<void> {
  const found = await hasRows(
    trx,
    sql`select 1 from survey.questions where customer_account = ${account} and survey_id = ${survey} and id = ${id}`,
  );
  if (!found) throw new HttpError(422, "Please correct the marked fields.", { [field]: ["Choose a question."] });
}

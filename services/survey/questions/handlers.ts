import { sql } from "kysely";
import type { z } from "zod";
import { operands, operandsFor, questionTypeNames, questionTypes, type SurveyGraph } from "../../../rules/survey/graph";
import { foldReply } from "../../../rules/survey/replies";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { bigints, json, row, rows, texts } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { questionCalls } from "../contract.questions";
import type { QuestionChanges } from "../contract.schemas";
import { findSurvey } from "../surveys/store";
import { findChoice, findCondition, findQuestion, listQuotas, lockSurveyOf, markEdited } from "./store";

/** Questions that a survey may have, and choices of one. */
const maxQuestions = 200;
const maxChoices = 50;

type Owner = Awaited<ReturnType<typeof lockSurveyOf>>;

/** The calls of questions, choices, conditions and quotas. Each answers what was changed with status 201 (R113). */
export function questionHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, keyof typeof questionCalls> {
  /** Makes a change of a question's survey, and answers the question, the choice and the condition as they are then. */
  async function changing(
    caller: CallContext,
    part: "question" | "choice" | "condition",
    id: number,
    change: (trx: Trx, owner: Owner) => Promise<{ choice?: number; condition?: number; edited?: false } | undefined>,
  ) {
    const { account } = caller;
    const body = await inAccount(db, account, async (trx) => {
      const owner = await lockSurveyOf(trx, account, part, id);
      const made = await change(trx, owner);
      if (made?.edited !== false) await markEdited(trx, account, owner.survey);
      await note(trx, caller, owner);
      const question = await findQuestion(trx, account, owner.survey, owner.question);
      return {
        status: 201,
        question,
        choice: findChoice(question, made?.choice ?? 0),
        condition: findCondition(question, made?.condition ?? 0),
      };
    });
    return { status: 201 as const, body };
  }

  return {
    async createQuestion({ body: { survey: uuid, type, text, ...rest } }, caller) {
      const { account } = caller;
      const question = await inAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, uuid, true);
        if (found.questions_count >= maxQuestions)
          throw new HttpError(422, `A survey has at most ${maxQuestions} questions.`);
        const made = await row<{ id: number }>(
          trx,
          sql`insert into survey.questions (customer_account, survey_id, rank, type, text, required, max_rating,
              min_number, max_number)
            select ${account}, ${found.id}, coalesce(max(rank), 0) + 1, ${type}, ${json({ [found.languages[0] ?? "en"]: text })},
              ${rest.required}, ${rest.max_rating}, ${rest.min}, ${rest.max}
            from survey.questions where customer_account = ${account} and survey_id = ${found.id} returning id`,
        );
        await markEdited(trx, account, found.id);
        await note(trx, caller, { survey: found.id, title: found.title });
        return findQuestion(trx, account, found.id, made?.id ?? 0);
      });
      return { status: 201, body: { status: 201, question, choice: null, condition: null } };
    },

    updateQuestion: ({ params, body }, caller) =>
      changing(caller, "question", params.id, async (trx, owner) => {
        await changeQuestion(trx, caller.account, owner, body);
        return undefined;
      }),

    deleteQuestion: ({ params }, caller) =>
      changing(caller, "question", params.id, async (trx) => {
        await sql`delete from survey.questions
          where customer_account = ${caller.account} and id = ${params.id}`.execute(trx);
        await sql`delete from survey.quotas
          where customer_account = ${caller.account} and question_id = ${params.id}`.execute(trx);
        return undefined;
      }),

    async rankQuestions({ body }, caller) {
      const { account } = caller;
      await inAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, body.survey, true);
        await sql`
          update survey.questions q set rank = x.rank from unnest(${bigints(body.questions)}) with ordinality as x (id, rank)
          where q.customer_account = ${account} and q.survey_id = ${found.id} and q.id = x.id`.execute(trx);
        await markEdited(trx, account, found.id);
        await note(trx, caller, { survey: found.id, title: found.title });
      });
      return { status: 201, body: { status: 201, message: "The questions are in this order now." } };
    },

    async questionTypes() {
      const data = questionTypes.map((id) => ({ id, name: questionTypeNames[id], operands: [...operandsFor(id)] }));
      return { status: 200, body: { data } };
    },
    async operands() {
      return { status: 200, body: { data: operands.map((id) => ({ id, name: id })) } };
    },

    createChoice: ({ body: { question_id, text, aliases } }, caller) =>
      changing(caller, "question", question_id, async (trx, { languages }) => {
        const made = await row<{ id: number; count: number }>(
          trx,
          sql`insert into survey.choices (customer_account, question_id, rank, text, aliases)
            select ${caller.account}, ${question_id}, coalesce(max(rank), 0) + 1, ${json({ [languages[0] ?? "en"]: text })},
              ${texts(aliases)}
            from survey.choices where customer_account = ${caller.account} and question_id = ${question_id}
            having count(*) < ${maxChoices} returning id`,
        );
        if (!made) throw new HttpError(422, `A question has at most ${maxChoices} choices.`);
        return { choice: made.id };
      }),

    deleteChoice: ({ params }, caller) =>
      changing(caller, "choice", params.id, async (trx) => {
        await dropChoices(trx, caller.account, [params.id]);
        return undefined;
      }),

    addAlias: ({ params, body: { alias } }, caller) =>
      changing(caller, "choice", params.id, async (trx, { survey: id }) => {
        await sql`
          update survey.choices set aliases = array_append(aliases, ${alias}::text)
          where customer_account = ${caller.account} and id = ${params.id} and not ${alias} = any(aliases)
            and cardinality(aliases) < 40`.execute(trx);
        await addAliasToVersions(trx, caller.account, id, params.id, alias);
        return { choice: params.id, edited: false };
      }),

    setMaxRating: ({ body: { question_id, max_rating } }, caller) =>
      changing(caller, "question", question_id, async (trx) => {
        await sql`update survey.questions set max_rating = ${max_rating}
          where customer_account = ${caller.account} and id = ${question_id}`.execute(trx);
        return undefined;
      }),

    createCondition: ({ body: { question_id, asked, operand, value, target } }, caller) =>
      changing(caller, "question", question_id, async (trx, owner) => {
        for (const [field, other] of Object.entries({ asked, target }))
          if (other !== null) await mustBeOf(trx, caller.account, owner.survey, other, field);
        const made = await row<{ id: number }>(
          trx,
          sql`insert into survey.conditions (customer_account, question_id, rank, asked_id, operand, value, target_id)
            select ${caller.account}, ${question_id}, coalesce(max(rank), 0) + 1, ${asked}, ${operand}, ${value}, ${target}
            from survey.conditions where customer_account = ${caller.account} and question_id = ${question_id}
            having count(*) < 20 returning id`,
        );
        if (!made) throw new HttpError(422, "A question has at most 20 conditions.");
        return { condition: made.id };
      }),

    deleteCondition: ({ params }, caller) =>
      changing(caller, "condition", params.id, async (trx) => {
        await sql`delete from survey.conditions
          where customer_account = ${caller.account} and id = ${params.id}`.execute(trx);
        return undefined;
      }),

    async setQuota({ body: { choice_id, max_count } }, caller) {
      const { account } = caller;
      const data = await inAccount(db, account, async (trx) => {
        const owner = await lockSurveyOf(trx, account, "choice", choice_id);
        await saveQuota(trx, account, owner, { choice_id, max_count });
        await note(trx, caller, owner);
        return listQuotas(trx, account, owner.survey);
      });
      return { status: 201, body: { data } };
    },
  };
}

/** A quota begins with the completed responses that there are. */
async function saveQuota(
  trx: Trx,
  account: string,
  { survey, question }: Owner,
  { choice_id, max_count }: { choice_id: number; max_count: number },
): Promise<void> {
  const mine = sql`customer_account = ${account} and survey_id = ${survey} and choice_id = ${choice_id}`;
  if (max_count === 0) {
    await sql`delete from survey.quotas where ${mine}`.execute(trx);
    return;
  }
  const there = await row<{ taken: number }>(
    trx,
    sql`select count(*)::int as taken from survey.answers a
      join survey.sessions s on s.customer_account = a.customer_account and s.id = a.session_id
      where a.customer_account = ${account} and a.question_id = ${question} and a.counted and s.survey_id = ${survey}
        and s.disposition = 'completed' and a.answer->'choices' @> ${json([choice_id])}`,
  );
  const taken = there?.taken ?? 0;
  if (max_count < taken) {
    const words = `${taken.toLocaleString("en-KE")} people have chosen this already.`;
    throw new HttpError(422, words, { max_count: [words] });
  }
  await sql`
    insert into survey.quotas (customer_account, survey_id, question_id, choice_id, max_count, taken)
    values (${account}, ${survey}, ${question}, ${choice_id}, ${max_count}, ${taken})
    on conflict (customer_account, survey_id, question_id, choice_id)
      do update set max_count = excluded.max_count, taken = excluded.taken`.execute(trx);
}

async function changeQuestion(
  trx: Trx,
  account: string,
  { question, languages }: Owner,
  { type, text, required, max_rating, min, max, options }: z.output<typeof QuestionChanges>,
): Promise<void> {
  const main = languages[0] ?? "en";
  await sql`
    update survey.questions set type = ${type}, text = text || ${json({ [main]: text })}, required = ${required},
      max_rating = ${max_rating}, min_number = ${min}, max_number = ${max}
    where customer_account = ${account} and id = ${question}`.execute(trx);
  if (!options) return;
  const before = await rows<{ id: number }>(
    trx,
    sql`select id from survey.choices where customer_account = ${account} and question_id = ${question}`,
  );
  const kept = options.flatMap(({ id }) => (id === null ? [] : [id]));
  await dropChoices(
    trx,
    account,
    before.flatMap(({ id }) => (kept.includes(id) ? [] : [id])),
  );
  for (const [at, { id, text: words, aliases }] of options.entries()) {
    if (id === null)
      await sql`
        insert into survey.choices (customer_account, question_id, rank, text, aliases)
        values (${account}, ${question}, ${at + 1}, ${json({ [main]: words })}, ${texts(aliases)})`.execute(trx);
    else
      await sql`
        update survey.choices set rank = ${at + 1}, text = text || ${json({ [main]: words })}, aliases = ${texts(aliases)}
        where customer_account = ${account} and question_id = ${question} and id = ${id}`.execute(trx);
  }
}

async function dropChoices(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from survey.choices where customer_account = ${account} and id = any(${bigints(ids)})`.execute(trx);
  await sql`delete from survey.quotas where customer_account = ${account} and choice_id = any(${bigints(ids)})`.execute(
    trx,
  );
}

/** What people typed is understood from now on, in every version. A word that means another choice stays that. */
async function addAliasToVersions(
  trx: Trx,
  account: string,
  survey: number,
  choice: number,
  alias: string,
): Promise<void> {
  const versions = await rows<{ version: number; graph: SurveyGraph }>(
    trx,
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
async function mustBeOf(trx: Trx, account: string, survey: number, id: number, field: string): Promise<void> {
  const found = await row(
    trx,
    sql`select 1 from survey.questions where customer_account = ${account} and survey_id = ${survey} and id = ${id}`,
  );
  if (!found) throw new HttpError(422, "Please correct the marked fields.", { [field]: ["Choose a question."] });
}

async function note(trx: Trx, caller: CallContext, { survey, title }: Pick<Owner, "survey" | "title">): Promise<void> {
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action: "Survey changed", subject: "survey", subject_id: String(survey) },
    description: `The questions of the survey ${title}.`,
  });
}

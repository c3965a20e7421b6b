import { sql } from "kysely";
import { operands, operandsFor, questionTypeNames, questionTypes } from "../../../rules/survey/graph";
import { type Database, inAccount } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import { findQuestion, markEdited } from "../store/questions";
import { limitsQuestion } from "../store/quotas";
import { findSurvey } from "../store/surveys";
import { changeSurvey, noteChange } from "./change";
import { checkName, updateQuestion } from "./update";

/** Questions that a survey may have. */
const maxQuestions = 200;

type QuestionCalls =
  | "createQuestion"
  | "updateQuestion"
  | "deleteQuestion"
  | "rankQuestions"
  | "questionTypes"
  | "operands"
  | "setMaxRating";

/** The calls of questions. Each answers what was changed with status 201 (R113). */
export function questionHandlers(database: Database): Pick<Handlers<typeof survey.calls>, QuestionCalls> {
  const { db } = database;
  return {
    async createQuestion({ body: { survey: uuid, type, name, text, ...rest } }, caller) {
      const { account } = caller;
      const question = await inAccount(db, account, async (trx) => {
        const found = await findSurvey(trx, account, uuid, true);
        if (found.questions_count >= maxQuestions)
          throw new HttpError(422, `A survey has at most ${maxQuestions} questions.`);
        await checkName(trx, account, { survey: found.id, name });
        const made = await checkedRow(
          trx,
          IdRow,
          sql`insert into survey.questions (customer_account, survey_id, rank, type, name, text, required,
              max_rating, min_number, max_number)
            select ${account}, ${found.id}, coalesce(max(rank), 0) + 1, ${type}, ${name},
              ${json({ [found.languages[0] ?? "en"]: text })}, ${rest.required}, ${rest.max_rating}, ${rest.min}, ${rest.max}
            from survey.questions where customer_account = ${account} and survey_id = ${found.id} returning id`,
        );
        await markEdited(trx, account, found.id);
        await noteChange(trx, caller, { survey: found.id, title: found.title });
        return findQuestion(trx, account, found.id, made?.id ?? 0);
      });
      return { status: 201, body: { status: 201, question, choice: null, condition: null } };
    },

    updateQuestion: ({ params, body }, caller) =>
      changeSurvey(database, caller, "question", params.id, async (trx, owner) => {
        await updateQuestion(trx, caller.account, owner, body);
        return undefined;
      }),

    deleteQuestion: ({ params }, caller) =>
      changeSurvey(database, caller, "question", params.id, async (trx) => {
        await sql`delete from survey.questions
          where customer_account = ${caller.account} and id = ${params.id}`.execute(trx);
        await sql`delete from survey.quotas
          where customer_account = ${caller.account} and name = '' and ${limitsQuestion(params.id)}`.execute(trx);
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
        await noteChange(trx, caller, { survey: found.id, title: found.title });
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

    setMaxRating: ({ body: { question_id, max_rating } }, caller) =>
      changeSurvey(database, caller, "question", question_id, async (trx) => {
        await sql`update survey.questions set max_rating = ${max_rating}
          where customer_account = ${caller.account} and id = ${question_id}`.execute(trx);
        return undefined;
      }),
  };
}

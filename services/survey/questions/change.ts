import { sql } from "kysely";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { bigints } from "../../kit/rows";
import type { CallContext } from "../../kit/serve";
import { findChoice, findCondition, findQuestion, lockOwner, markEdited } from "../store/questions";

/** The survey of what is changed, and the question. */
export type SurveyOwner = Awaited<ReturnType<typeof lockOwner>>;

/** Makes a change of a question's survey, and answers the question, the choice and the condition as they are then. */
export async function changeSurvey(
  { db }: Database,
  caller: CallContext,
  part: "question" | "choice" | "condition",
  id: number,
  change: (
    trx: Trx,
    owner: SurveyOwner,
  ) => Promise<{ choice?: number; condition?: number; edited?: false } | undefined>,
) {
  const { account } = caller;
  const body = await inAccount(db, account, async (trx) => {
    const owner = await lockOwner(trx, account, part, id);
    const made = await change(trx, owner);
    if (made?.edited !== false) await markEdited(trx, account, owner.survey);
    await noteChange(trx, caller, owner);
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

/** Choices go with their limits. Those over several questions stay, and publishing says so: responses are counted in them. */
export async function dropChoices(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from survey.choices where customer_account = ${account} and id = any(${bigints(ids)})`.execute(trx);
  await sql`
    delete from survey.quotas where customer_account = ${account} and name = ''
      and (conditions #>> '{0,group,choice}')::bigint = any(${bigints(ids)})`.execute(trx);
}

/** Writes in the account's activities that the questions of a survey were changed. */
export async function noteChange(
  trx: Trx,
  caller: CallContext,
  { survey, title }: Pick<SurveyOwner, "survey" | "title">,
): Promise<void> {
  await recordActivity(trx, caller.account, activityActor(caller), {
    ...{ action: "Survey changed", subject: "survey", subject_id: String(survey) },
    description: `The questions of the survey ${title}.`,
  });
}

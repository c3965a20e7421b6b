import { sql } from "kysely";
import { idleInterviewDays } from "../../../rules/survey/interviews";
import { endedBy } from "../../../rules/survey/sessions";
import { type Database, inAccount } from "../../kit/database";
import { AccountRow, checkedRows, IdRow } from "../../kit/row-schema";
import { moveSession } from "../sessions/steps";
import { findSession } from "../sessions/store";

/** How many of an account are ended at once. */
const atOnce = 500;

/** Ends interviews that no one went on with for long, as they are: their numbers can be asked other surveys again. */
export async function endIdleInterviews({ db }: Database): Promise<void> {
  const accounts = await checkedRows(
    db,
    AccountRow,
    sql`select distinct customer_account as account from survey.open_interviews`,
  );
  for (const { account } of accounts)
    await inAccount(db, account, async (trx) => {
      const idle = await checkedRows(
        trx,
        IdRow,
        sql`select id from survey.sessions where customer_account = ${account} and current_channel = 'agent'
            and ended_at is null and active_at < now() - ${idleInterviewDays} * interval '1 day'
          order by id limit ${atOnce} for update skip locked`,
      );
      for (const { id } of idle) {
        const session = await findSession(trx, account, id);
        if (!session) continue;
        const to = endedBy(session.disposition, "silence");
        await moveSession(trx, account, session, to, { invalid: session.invalid, question: session.question_id });
      }
      // A response that was deleted has no interview to be gone on with.
      await sql`delete from survey.open_interviews o where o.customer_account = ${account}
        and not exists (select from survey.sessions x where x.customer_account = o.customer_account and x.id = o.session_id
          and x.ended_at is null)`.execute(trx);
    });
}

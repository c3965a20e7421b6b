import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import type { SurveyDeps } from "../deps";

/** The job that opens a ticket for a session: `{ account, session_id }`. */
export const ticketTask = "survey.ticket";

/** Queues the ticket of a session that has ended, where its answer is as low as the survey's rule says. */
export async function queueTicket(trx: Trx, account: string, session: number): Promise<void> {
  const low = await hasRows(
    trx,
    sql`select 1 from survey.sessions x
      join survey.surveys s on s.customer_account = x.customer_account and s.id = x.survey_id
      join survey.answers a on a.customer_account = x.customer_account and a.session_id = x.id
        and a.question_id = s.ticket_question_id and a.counted
      where x.customer_account = ${account} and x.id = ${session} and not x.dry_run
        and (a.answer->>'number')::numeric <= s.ticket_at_most`,
  );
  if (!low) return;
  const key = `${ticketTask} ${account} ${session}`;
  await sendLater(trx, ticketTask, { account, session_id: session }, { key });
}

const Answered = z.object({
  title: z.string(),
  msisdn: z.string(),
  name: z.string(),
  score: z.string(),
  ticket_id: z.number().nullable(),
});

/** Opens the ticket of a session, once however often it runs. @throws Error where ticketing gives no clear answer */
export async function openSessionTicket(
  { db }: Database,
  deps: Pick<SurveyDeps, "clientsOfAccount">,
  payload: Record<string, unknown>,
): Promise<void> {
  const { account, session_id } = payload as { account: string; session_id: number };
  const found = await readAccount(db, account, async (trx) => {
    const session = await checkedRow(
      trx,
      Answered,
      sql`select s.title, x.msisdn, x.name, x.ticket_id, coalesce(a.answer->>'number', '') as score
        from survey.sessions x
        join survey.surveys s on s.customer_account = x.customer_account and s.id = x.survey_id
        left join survey.answers a on a.customer_account = x.customer_account and a.session_id = x.id
          and a.question_id = s.ticket_question_id
        where x.customer_account = ${account} and x.id = ${session_id}`,
    );
    return session && { session, turns: await listTurns(trx, account, session_id) };
  });
  // Deleted meanwhile, or done before.
  if (!found || found.session.ticket_id !== null) return;
  const { title, msisdn, name, score } = found.session;
  const said = found.turns.map(({ incoming, text }) => `${incoming ? "Customer" : "Survey"}: ${text}`).join("\n\n");
  const answer = await deps.clientsOfAccount(account).ticketing.openTicket({
    body: {
      key: `survey:${session_id}`,
      subject: `${title}: score of ${score}`.slice(0, 200),
      description: said.slice(0, 20_000),
      ...{ customer_name: name, customer_phone: msisdn, source: "Survey" },
    },
  });
  if (answer.status !== 201) throw new Error(`ticketing answered ${answer.status}: ${answer.body.message}`);
  const { ticket_id } = answer.body;
  await inAccount(db, account, (trx) =>
    sql`update survey.sessions set ticket_id = ${ticket_id}
      where customer_account = ${account} and id = ${session_id}`.execute(trx),
  );
}

const TurnRow = z.object({ incoming: z.boolean(), text: z.string() });

function listTurns(trx: Trx, account: string, session: number) {
  return checkedRows(
    trx,
    TurnRow,
    sql`select incoming, text from survey.turns
      where customer_account = ${account} and session_id = ${session} order by id limit 200`,
  );
}

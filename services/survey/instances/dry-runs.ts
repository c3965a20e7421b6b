import { sql } from "kysely";
import { z } from "zod";
import { questionPath } from "../../../rules/survey/conditions";
import type { SurveyGraph } from "../../../rules/survey/graph";
import { nextMessage } from "../../../rules/survey/messages";
import { sessionGraph } from "../../../rules/survey/order";
import { dispositions } from "../../../rules/survey/sessions";
import { nextWhatsapp, whatsappText } from "../../../rules/survey/whatsapp";
import type { Trx } from "../../kit/database";
import { CountRow, checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import type { DryRun } from "../contract.tries";
import { firstQuestion, setFirstQuestions } from "../sessions/first-question";
import { isOpen } from "../sessions/store";
import { insertTurn } from "../sessions/turns";
import { queueMessages } from "./queue";
import { endSessions } from "./receive";
import type { RunRow } from "./store";

/** Ends the open dry runs of numbers, of whatever run: each number has one open session. */
export async function endDryRuns(trx: Trx, account: string, msisdns: readonly string[]): Promise<void> {
  const theirs = sql`x.dry_run and x.msisdn = any(${[...msisdns]}::text[])`;
  await endSessions(trx, account, theirs, "The number was asked again.");
}

/** How many dry runs an account began in the last 24 hours. Others that begin wait for the end of the transaction. */
export async function countDryRuns(trx: Trx, account: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`survey.dry_runs ${account}`}, 0))`.execute(trx);
  const found = await checkedRow(
    trx,
    CountRow,
    sql`select count(*)::int as count from survey.sessions
      where customer_account = ${account} and dry_run and begun_at > now() - interval '24 hours'`,
  );
  return found?.count ?? 0;
}

/** Asks one phone the first question, at once. Answers whether it was free to be asked. */
export async function beginDryRun(
  trx: Trx,
  account: string,
  { id, survey_id, language, sender, channel, number_id }: RunRow,
  { graph, version, msisdn }: { graph: SurveyGraph; version: number; msisdn: string },
): Promise<boolean> {
  const first = questionPath(graph, new Map()).next?.id ?? null;
  const begun = await checkedRow(
    trx,
    IdRow,
    sql`insert into survey.sessions (customer_account, survey_id, instance_id, version, channel, language, msisdn, sender,
        current_channel, number_id, disposition, question_id, dry_run)
      values (${account}, ${survey_id}, ${id}, ${version}, ${channel}, ${language}, ${msisdn}, ${sender}, ${channel},
        ${channel === "whatsapp" ? number_id : null}::bigint, 'queued', ${first}::bigint, true)
      on conflict do nothing returning id`,
  );
  if (!begun) return false;
  await setFirstQuestions(trx, account, graph, [begun.id]);
  const mine = sessionGraph(graph, begun.id);
  const form = channel === "whatsapp" ? nextWhatsapp(mine, new Map(), language) : undefined;
  const text = form ? whatsappText(form) : nextMessage(mine, new Map(), language);
  await insertTurn(trx, account, begun.id, { incoming: false, text, question: firstQuestion(graph, begun.id) });
  const from = channel === "whatsapp" ? String(number_id) : sender;
  const message = { instance: id, session: begun.id, channel, from, text, ...(form ? { form } : {}), expects: true };
  await queueMessages(trx, account, [message]);
  return true;
}

const SessionRow = z.object({
  id: z.number().int(),
  msisdn: z.string(),
  disposition: z.enum(dispositions),
  begun_at: z.date(),
  reason: z.string(),
});
const TurnRow = z.object({ incoming: z.boolean(), text: z.string(), understood: z.boolean(), at: z.date() });

/** The newest dry run of a run, with its messages; one of a person who was erased is none. */
export async function findDryRun(trx: Trx, account: string, instance: number): Promise<DryRun | null> {
  const found = await checkedRow(
    trx,
    SessionRow,
    sql`select x.id, x.msisdn, x.disposition, x.begun_at, coalesce((select case m.state when 'refused' then m.reason else '' end
        from survey.messages m where m.customer_account = x.customer_account and m.session_id = x.id
        order by m.id desc limit 1), '') as reason
      from survey.sessions x
      where x.customer_account = ${account} and x.instance_id = ${instance} and x.dry_run and x.msisdn <> ''
      order by x.id desc limit 1`,
  );
  if (!found) return null;
  const { id, begun_at, ...session } = found;
  const turns = await checkedRows(
    trx,
    TurnRow,
    sql`select incoming, text, understood, at from survey.turns
      where customer_account = ${account} and session_id = ${id} order by id limit 500`,
  );
  return {
    ...session,
    open: isOpen(session.disposition),
    begun_at: begun_at.toISOString(),
    turns: turns.map(({ at, ...turn }) => ({ ...turn, at: at.toISOString() })),
  };
}

import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { questionPath } from "../../../rules/survey/conditions";
import { languageCodes, type SurveyGraph } from "../../../rules/survey/graph";
import { nextMessage } from "../../../rules/survey/messages";
import { sessionGraph } from "../../../rules/survey/order";
import { nextWhatsapp, whatsappText } from "../../../rules/survey/whatsapp";
import type { Trx } from "../../kit/database";
import { CountRow, checkedRow, checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { firstQuestion, setFirstQuestions } from "../sessions/first-question";
import { endDryRuns } from "./dry-runs";
import { queueMessages } from "./queue";
import type { RunRow } from "./store";

/** First questions of one transaction; that many reminders and ends too. */
export const atOnce = 500;

const ChosenPerson = z.object({ msisdn: z.string(), name: z.string(), language: z.enum(languageCodes).nullable() });

const FirstSession = z.object({ id: z.number(), msisdn: z.string(), language: z.enum(languageCodes) });

/**
 * Begins the next sessions. A number that has another one open, on whatever channel, waits for its end, but not for that
 * of a dry run.
 */
export async function askFirst(trx: Trx, account: string, instance: RunRow, graph: SurveyGraph): Promise<number> {
  const { id, survey_id, version, language, sender, channel, number_id } = instance;
  const first = questionPath(graph, new Map()).next?.id ?? null;
  const limit = await countAllowed(trx, account, instance);
  const choose = (joined: RawBuilder<unknown>, most: number) =>
    checkedRows(
      trx,
      ChosenPerson,
      sql`select r.msisdn, r.name, r.language from survey.recipients r
        where r.customer_account = ${account} and r.instance_id = ${id} and r.state = 'waiting' and ${joined}
          and not exists (select from survey.sessions x where x.customer_account = r.customer_account
            and x.msisdn = r.msisdn and x.msisdn <> '' and x.ended_at is null and not x.dry_run)
        order by r.msisdn limit ${most}`,
    );
  // Whoever joined waits for the question.
  const chosen = instance.joined_count > 0 ? await choose(sql`r.joined`, limit) : [];
  if (chosen.length < limit) chosen.push(...(await choose(sql`not r.joined`, limit - chosen.length)));
  if (chosen.length === 0) return 0;
  await endDryRuns(
    trx,
    account,
    chosen.map(({ msisdn }) => msisdn),
  );
  const begun = await checkedRows(
    trx,
    FirstSession,
    sql`insert into survey.sessions (customer_account, survey_id, instance_id, version, channel, language, msisdn, name,
        sender, current_channel, number_id, disposition, question_id)
      select ${account}, ${survey_id}, ${id}, ${version}, ${channel}, coalesce(c.language, ${language}), c.msisdn, c.name, ${sender}, ${channel},
        ${number_id}::bigint, 'queued', ${first}::bigint
      from jsonb_to_recordset(${json(chosen)}) as c (msisdn text, name text, language text)
      on conflict do nothing returning id, msisdn, language`,
  );
  await setFirstQuestions(
    trx,
    account,
    graph,
    begun.map((one) => one.id),
  );
  // Choices and sections in random order make each first message another one.
  const messages = begun.map((one) => {
    const mine = sessionGraph(graph, one.id);
    if (channel === "sms") {
      const text = nextMessage(mine, new Map(), one.language);
      return { instance: id, session: one.id, channel, from: sender, text, expects: true };
    }
    const form = nextWhatsapp(mine, new Map(), one.language);
    const text = whatsappText(form);
    return {
      instance: id,
      session: one.id,
      channel,
      from: String(number_id),
      text,
      form,
      expects: true,
      opening: true,
    };
  });
  await sql`
    update survey.recipients set state = 'asked' where customer_account = ${account} and instance_id = ${id}
      and msisdn = any(${begun.map(({ msisdn }) => msisdn)}::text[])`.execute(trx);
  // On WhatsApp it may become a template: it is in the transcript when that is known.
  if (channel === "sms")
    await sql`
    insert into survey.turns (customer_account, session_id, question_id, incoming, text)
    select ${account}, x.session, x.question, false, x.text
    from jsonb_to_recordset(${json(messages.map(({ session, text }) => ({ session, text, question: firstQuestion(graph, session) })))})
      as x (session bigint, text text, question bigint)`.execute(trx);
  await queueMessages(trx, account, messages);
  return begun.length;
}

/** How many may be asked now by the speed of the run. */
async function countAllowed(trx: Trx, account: string, { id, per_minute }: RunRow): Promise<number> {
  if (per_minute === null) return atOnce;
  const begun = await checkedRow(
    trx,
    CountRow,
    sql`select count(*)::int as count from (select begun_at from survey.sessions
        where customer_account = ${account} and instance_id = ${id} and not dry_run order by id desc limit ${per_minute}) x
      where x.begun_at > now() - interval '1 minute'`,
  );
  return Math.min(atOnce, per_minute - (begun?.count ?? 0));
}

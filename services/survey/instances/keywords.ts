import { sql } from "kysely";
import { z } from "zod";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import type { InstanceChannel, InstanceForm } from "../contract.runs";
import type { SurveyDeps } from "../deps";

/** The job that tells messaging which words to hand on: `{ account }`. */
export const wordsTask = "survey.words";

/** Where a keyword is written to. */
export function joinPlace(channel: InstanceChannel, from: string | number): string {
  return `${channel} ${from}`;
}

/** Keeps the keywords of a run that was not started. */
export async function setKeywords(
  trx: Trx,
  account: string,
  id: number,
  { keywords, channel_id, sender, number_id }: InstanceForm,
): Promise<void> {
  await sql`delete from survey.keywords where customer_account = ${account} and instance_id = ${id}`.execute(trx);
  const words = keywords.filter(({ word }) => word !== "");
  const place = joinPlace(channel_id, channel_id === "sms" ? sender : (number_id ?? 0));
  await sql`
    insert into survey.keywords (customer_account, instance_id, language, word, place)
    select ${account}, ${id}, x.language, x.word, ${place}
    from jsonb_to_recordset(${json(words)}) as x (language text, word text) on conflict do nothing`.execute(trx);
  await queueWords(trx, account);
}

/** A run is over: another one may have its words. */
export async function closeKeywords(trx: Trx, account: string, id: number): Promise<void> {
  await sql`update survey.keywords set open = false
    where customer_account = ${account} and instance_id = ${id} and open`.execute(trx);
}

const WordRow = z.object({ word: z.string() });

/** The words of a run that another one has which is under way. */
export async function listTakenWords(trx: Trx, account: string, id: number): Promise<string[]> {
  const taken = await checkedRows(
    trx,
    WordRow,
    sql`select k.word from survey.keywords k join survey.keywords o on o.customer_account = k.customer_account
        and o.place = k.place and o.word = k.word and o.open and o.instance_id <> k.instance_id
      where k.customer_account = ${account} and k.instance_id = ${id} order by k.word`,
  );
  return taken.map(({ word }) => word);
}

/** Has messaging told of the words as they are when the transaction is done. */
export function queueWords(trx: Trx, account: string): Promise<void> {
  return sendLater(trx, wordsTask, { account }, { key: `${wordsTask} ${account}` });
}

const SenderWordRow = z.object({ sender: z.string(), word: z.string() });

/** Tells messaging which words by SMS are handed on: those of runs that are over too, which have an answer. */
export async function sendWords(
  { db }: Pick<Database, "db">,
  { clientsOfAccount }: Pick<SurveyDeps, "clientsOfAccount">,
  payload: Record<string, unknown>,
): Promise<void> {
  const { account } = payload as { account: string };
  const data = await readAccount(db, account, (trx) =>
    checkedRows(
      trx,
      SenderWordRow,
      sql`select distinct substr(place, 5) as sender, word from survey.keywords
        where customer_account = ${account} and place like 'sms %' order by 1, 2 limit 10000`,
    ),
  );
  const answer = await clientsOfAccount(account).messaging.setJoinWords({ body: { data } });
  if (answer.status !== 200) throw new Error(`messaging answered ${answer.status}: ${answer.body.message}`);
}

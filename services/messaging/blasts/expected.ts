import { sql } from "kysely";
import { foldJoinWord } from "../../../rules/survey/join-words";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { json, rows } from "../../kit/rows";
import { receivedTask } from "../contract.internal";

type ExpectedReply = { sender: string; at: Date };
type ReceivedAnswer = { inbox: number; msisdn: string; text: string; to: string; stop: boolean };

/** From which sender ID the number was asked something; the one it answers to before the others, the latest first. */
async function findExpected(trx: Trx, account: string, msisdn: string, to: string): Promise<ExpectedReply | undefined> {
  const found = await rows<ExpectedReply>(
    trx,
    sql`select sender, at from messaging.expected_replies
      where customer_account = ${account} and msisdn = ${msisdn}
      order by sender in (${to}, ltrim(${to}, '+')) desc, at desc limit 1`,
  );
  return found[0];
}

/** When the number was last asked something. */
export async function loadLastAsked(trx: Trx, account: string, msisdn: string): Promise<Date | undefined> {
  return (await findExpected(trx, account, msisdn, ""))?.at;
}

/** Hands an answer on, in the transaction that stores it. Answers whether anybody expects it. */
export async function handOn(
  trx: Trx,
  account: string,
  { inbox, msisdn, text, to, stop }: ReceivedAnswer,
): Promise<boolean> {
  const expected = await findExpected(trx, account, msisdn, to);
  if (!expected) return false;
  const job = { account, inbox, msisdn, sender: expected.sender, text, stop };
  await sendLater(trx, receivedTask, job, { key: `${receivedTask} ${account} ${inbox}` });
  return true;
}

/**
 * Hands on a message that is one of the words that were set for the sender ID, in the transaction that stores it. Answers
 * the word.
 */
export async function handOnJoin(
  trx: Trx,
  account: string,
  { inbox, msisdn, text, to }: ReceivedAnswer,
): Promise<string | undefined> {
  const word = foldJoinWord(text);
  if (word === "" || !/^\+\d{8,15}$/.test(msisdn)) return undefined;
  const [found] = await rows<{ sender: string }>(
    trx,
    sql`select sender from messaging.join_words
      where customer_account = ${account} and sender in (${to}, ltrim(${to}, '+')) and word = ${word} limit 1`,
  );
  if (!found) return undefined;
  const job = { account, inbox, msisdn, sender: found.sender, text, stop: false, join: true };
  await sendLater(trx, receivedTask, job, { key: `${receivedTask} ${account} ${inbox}` });
  return word;
}

/** The words of the account that are handed on from now on. */
export async function replaceJoinWords(
  trx: Trx,
  account: string,
  words: readonly { sender: string; word: string }[],
): Promise<void> {
  await sql`delete from messaging.join_words where customer_account = ${account}`.execute(trx);
  await sql`
    insert into messaging.join_words (customer_account, sender, word)
    select ${account}, x.sender, x.word from jsonb_to_recordset(${json(words)}) as x (sender text, word text)
    on conflict do nothing`.execute(trx);
}

/** A number that has opted out is asked nothing more, from any sender ID. */
export async function forgetExpected(trx: Trx, account: string, msisdn: string): Promise<void> {
  await sql`
    delete from messaging.expected_replies where customer_account = ${account} and msisdn = ${msisdn}`.execute(trx);
}

/** From now on the numbers are expected to answer to the sender ID, or no longer. */
export async function setExpected(
  trx: Trx,
  account: string,
  sender: string,
  { expected, ended }: { expected: readonly string[]; ended: readonly string[] },
): Promise<void> {
  await sql`
    insert into messaging.expected_replies (customer_account, msisdn, sender)
    select ${account}, x, ${sender} from unnest(${[...expected]}::text[]) x
    on conflict (customer_account, msisdn, sender) do update set at = now()`.execute(trx);
  await sql`
    delete from messaging.expected_replies
    where customer_account = ${account} and sender = ${sender} and msisdn = any(${[...ended]}::text[])`.execute(trx);
}

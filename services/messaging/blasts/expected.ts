import { sql } from "kysely";
import { z } from "zod";
import { foldJoinWord } from "../../../rules/survey/join-words";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { receivedTask } from "../contract.internal";

const ExpectedReply = z.object({ sender: z.string(), at: z.date() });
type ExpectedReply = z.infer<typeof ExpectedReply>;
type ReceivedAnswer = { inbox: number; msisdn: string; text: string; to: string; stop: boolean };

/** From which sender IDs numbers were asked something, the latest first; and the words that were set. */
export type AnswersExpected = {
  replies: Map<string, ExpectedReply[]>;
  words: { sender: string; word: string }[];
};

const ExpectedNumber = ExpectedReply.extend({ msisdn: z.string() });

const SenderWordRow = z.object({ sender: z.string(), word: z.string() });

export async function loadExpected(trx: Trx, account: string, msisdns: readonly string[]): Promise<AnswersExpected> {
  const found = await checkedRows(
    trx,
    ExpectedNumber,
    sql`select msisdn, sender, at from messaging.expected_replies
      where customer_account = ${account} and msisdn = any(${[...msisdns]}::text[]) order by at desc`,
  );
  const replies = new Map<string, ExpectedReply[]>();
  for (const { msisdn, ...reply } of found) replies.set(msisdn, [...(replies.get(msisdn) ?? []), reply]);
  const words = await checkedRows(
    trx,
    SenderWordRow,
    sql`select sender, word from messaging.join_words where customer_account = ${account}`,
  );
  return { replies, words };
}

/** When the number was last asked something. */
export async function loadLastAsked(trx: Trx, account: string, msisdn: string): Promise<Date | undefined> {
  const { replies } = await loadExpected(trx, account, [msisdn]);
  return replies.get(msisdn)?.[0]?.at;
}

/** Whether a message to this address is one to the sender ID. */
function isTo(sender: string, to: string): boolean {
  return sender === to || sender === to.replace(/^\++/, "");
}

/** An answer as it is handed on. `join`: it is a word that was set. */
export type HandedAnswer = Omit<ReceivedAnswer, "to"> & { sender: string; join?: boolean };

/** An answer as it is handed on, where anybody expects it: from the sender ID that it is to before the others. */
export function findAnswer({ replies }: AnswersExpected, { to, ...answer }: ReceivedAnswer): HandedAnswer | undefined {
  const mine = replies.get(answer.msisdn) ?? [];
  const expected = mine.find(({ sender }) => isTo(sender, to)) ?? mine[0];
  return expected && { ...answer, sender: expected.sender };
}

/** A message that is one of the words that were set for the sender ID, as it is handed on, and the word. */
export function findJoin(
  { words }: AnswersExpected,
  { to, ...answer }: ReceivedAnswer,
): { word: string; answer: HandedAnswer } | undefined {
  const word = foldJoinWord(answer.text);
  if (word === "" || !/^\+\d{8,15}$/.test(answer.msisdn)) return undefined;
  const found = words.find((one) => one.word === word && isTo(one.sender, to));
  return found && { word, answer: { ...answer, sender: found.sender, stop: false, join: true } };
}

/** Most answers of one job. */
const handedTogether = 10;

/** Hands answers on, in the transaction that stores them. */
export async function handOn(trx: Trx, account: string, answers: readonly HandedAnswer[]): Promise<void> {
  for (let at = 0; at < answers.length; at += handedTogether) {
    const [first, ...more] = answers.slice(at, at + handedTogether);
    if (!first) continue;
    const job = { account, ...first, ...(more.length > 0 ? { more } : {}) };
    await sendLater(trx, receivedTask, job, { key: `${receivedTask} ${account} ${first.inbox}` });
  }
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

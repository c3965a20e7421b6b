import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import type { SurveyDeps } from "../deps";
import { takeKeyword } from "./join";
import { answerSession, endForStop, type FirstTime, inGroup, type ReplyGroup, type ReplyRoute } from "./receive";

const ReceivedMessage = z.object({
  inbox: z.number().int(),
  msisdn: z.string(),
  sender: z.string(),
  text: z.string(),
  stop: z.boolean(),
  /** It is a word that begins a survey. */
  join: z.boolean().default(false),
});
type ReceivedMessage = z.output<typeof ReceivedMessage>;
const ReceivedMessages = ReceivedMessage.extend({
  account: z.string(),
  /** Others that came at the same time, in order. */
  more: z.array(ReceivedMessage).default([]),
});

/**
 * Takes received SMS as keywords, or as answers to what was asked. The same message again changes nothing. One that can't
 * be taken keeps no other one back. @throws Error for such a one: the job runs again
 */
export async function takeReplies({ db }: Database, deps: Pick<SurveyDeps, "now">, payload: unknown): Promise<void> {
  const { account, more, ...first } = ReceivedMessages.parse(payload);
  const all = [first, ...more];
  const take = (messages: readonly ReceivedMessage[]) =>
    inAccount(db, account, async (trx) => {
      for (const together of rounds(messages))
        await inGroup(
          trx,
          account,
          together.map(({ msisdn }) => msisdn),
          async (group) => {
            const taken = await noteReplies(trx, account, together, group);
            for (const message of together) await takeReply(trx, account, message, { ...deps, group, taken });
          },
        );
    });
  try {
    return await take(all);
  } catch (error) {
    if (more.length === 0) throw error;
  }
  const outcomes = [];
  for (const message of all) outcomes.push(await take([message]).catch((error: unknown) => ({ error })));
  const failed = outcomes.find((outcome) => outcome !== undefined);
  if (failed) throw failed.error;
}

/** In order, each number once in a round. */
function rounds(messages: readonly ReceivedMessage[]): ReceivedMessage[][] {
  const found: ReceivedMessage[][] = [];
  for (const message of messages) {
    const round = found.filter((one) => one.some(({ msisdn }) => msisdn === message.msisdn)).length;
    const together = found[round] ?? [];
    together.push(message);
    found[round] = together;
  }
  return found;
}

async function takeReply(
  trx: Trx,
  account: string,
  { inbox, msisdn, sender, text, stop, join }: ReceivedMessage,
  { now, group, taken }: Pick<SurveyDeps, "now"> & { group: ReplyGroup; taken: TakenReplies },
): Promise<void> {
  const route: ReplyRoute = { channel: "sms", sender };
  const first: FirstTime = async (session) => {
    const noted = taken.get(inbox) ?? (await noteReceived(trx, account, [{ inbox, session }])).get(inbox);
    return noted === true;
  };
  const message = { key: `sms ${inbox}`, msisdn, text, route, now: now?.() ?? new Date() };
  if (join && !stop && (await takeKeyword(trx, account, message, first))) return;
  if (stop) await endForStop(trx, account, { msisdn, text }, first);
  else await answerSession(trx, account, { msisdn, text, route, group }, first);
}

/** Messages by their number in the inbox; false: it was taken before. */
type TakenReplies = Map<number, boolean>;

/** Notes that answers to what was asked were taken. Of a word that begins or ends something it is not known yet. */
async function noteReplies(
  trx: Trx,
  account: string,
  messages: readonly ReceivedMessage[],
  { sessions }: ReplyGroup,
): Promise<TakenReplies> {
  const answers = messages.flatMap(({ inbox, msisdn, stop, join }) => {
    const session = stop || join ? undefined : sessions.get(msisdn);
    return session ? [{ inbox, session: session.id }] : [];
  });
  return noteReceived(trx, account, answers);
}

const InboxIdRow = z.object({ inbox_id: z.number() });

async function noteReceived(
  trx: Trx,
  account: string,
  messages: readonly { inbox: number; session: number }[],
): Promise<TakenReplies> {
  if (messages.length === 0) return new Map();
  const noted = await checkedRows(
    trx,
    InboxIdRow,
    sql`insert into survey.received (customer_account, inbox_id, session_id)
      select ${account}, x.inbox, x.session from jsonb_to_recordset(${json(messages)}) as x (inbox bigint, session bigint)
      on conflict (customer_account, inbox_id) do nothing returning inbox_id`,
  );
  const first = new Set(noted.map(({ inbox_id }) => inbox_id));
  return new Map(messages.map(({ inbox }) => [inbox, first.has(inbox)]));
}

import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { rows } from "../../kit/rows";
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
            for (const message of together) await takeReply(trx, account, message, { ...deps, group });
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
  { now, group }: Pick<SurveyDeps, "now"> & { group: ReplyGroup },
): Promise<void> {
  const route: ReplyRoute = { channel: "sms", sender };
  const first: FirstTime = (session) => isFirst(trx, account, inbox, session);
  const message = { key: `sms ${inbox}`, msisdn, text, route, now: now?.() ?? new Date() };
  if (join && !stop && (await takeKeyword(trx, account, message, first))) return;
  if (stop) await endForStop(trx, account, { msisdn, text }, first);
  else await answerSession(trx, account, { msisdn, text, route, group }, first);
}

/** Notes that the message was taken; false: it was before. */
async function isFirst(trx: Trx, account: string, inbox: number, session: number): Promise<boolean> {
  const noted = await rows(
    trx,
    sql`insert into survey.received (customer_account, inbox_id, session_id) values (${account}, ${inbox}, ${session})
      on conflict (customer_account, inbox_id) do nothing returning inbox_id`,
  );
  return noted.length > 0;
}

import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { rows } from "../../kit/rows";
import type { SurveyDeps } from "../deps";
import { takeKeyword } from "./join";
import { answerSession, endForStop, type FirstTime, type ReplyRoute } from "./receive";

const ReceivedMessage = z.object({
  account: z.string(),
  inbox: z.number().int(),
  msisdn: z.string(),
  sender: z.string(),
  text: z.string(),
  stop: z.boolean(),
  /** It is a word that begins a survey. */
  join: z.boolean().default(false),
});

/** Takes a received SMS as a keyword, or as an answer to what was asked. The same message again changes nothing. */
export async function takeReply({ db }: Database, { now }: Pick<SurveyDeps, "now">, payload: unknown): Promise<void> {
  const { account, inbox, msisdn, sender, text, stop, join } = ReceivedMessage.parse(payload);
  const route: ReplyRoute = { channel: "sms", sender };
  await inAccount(db, account, async (trx) => {
    const first: FirstTime = (session) => isFirst(trx, account, inbox, session);
    const message = { key: `sms ${inbox}`, msisdn, text, route, now: now?.() ?? new Date() };
    if (join && !stop && (await takeKeyword(trx, account, message, first))) return;
    if (stop) await endForStop(trx, account, { msisdn, text }, first);
    else await answerSession(trx, account, { msisdn, text, route }, first);
  });
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

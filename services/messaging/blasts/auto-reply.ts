import { sql } from "kysely";
import { z } from "zod";
import { answerTo, maxRepliesAnHour } from "../../../rules/keyword-answers";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { BlastForm } from "../contract.sending";
import { findReply, listReplies } from "../keywords/replies";
import { usableKind } from "../senders/shared";
import { makeDraft } from "./create";
import { type BlastDeps, currentTime } from "./deps";
import { confirm } from "./moves";

const replyTask = "messaging.keyword-reply";

type ReceivedMessage = {
  inbox: number;
  msisdn: string;
  text: string /** Sender IDs to answer from, the best first. */;
  senders: string[];
};

const LatelyRow = z.object({ lately: z.number() });

/**
 * Has a message answered that begins with a word of the account's own. At most five in an hour to one number, and only
 * to a real one. Answers the word.
 */
export async function answerKeyword(trx: Trx, account: string, received: ReceivedMessage): Promise<string | undefined> {
  const { inbox, msisdn, text, senders } = received;
  const found = answerTo(text, await listReplies(trx, account));
  if (!found) return undefined;
  if (!/^\+\d{8,15}$/.test(msisdn)) return found.keyword;
  // One at a time for a number, so that none slips through beside another.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`auto reply ${account} ${msisdn}`}, 0))`.execute(trx);
  const row = await checkedRow(
    trx,
    LatelyRow,
    sql`
    select count(*)::int as lately from messaging.auto_replies
    where customer_account = ${account} and msisdn = ${msisdn} and at > now() - interval '1 hour'`,
  );
  if ((row?.lately ?? 0) >= maxRepliesAnHour) return found.keyword;
  // Only the last hour counts.
  await trx
    .deleteFrom("messaging.auto_replies")
    .where("customer_account", "=", account)
    .where("msisdn", "=", msisdn)
    .where("at", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
  await trx
    .insertInto("messaging.auto_replies")
    .values({ customer_account: account, inbox_id: inbox, msisdn })
    .execute();
  const job = { account, inbox, reply: found.reply.id, msisdn, text: found.text, senders };
  await sendLater(trx, replyTask, job, { key: `keyword-reply ${account} ${inbox}` });
  return found.keyword;
}

/** Sends the answers, each once however often its job runs. Why one can't be sent is kept with the reply. */
export function autoReplyTasks(database: Database, deps: BlastDeps): Tasks {
  return {
    async [replyTask](payload) {
      const { account, inbox, reply, msisdn, text, senders } = payload as ReplyJob;
      const found = await readAccount(database.db, account, async (trx) => ({
        reply: await findReply(trx, account, reply),
        sender: await firstUsable(trx, account, senders, deps),
      }));
      if (!found.reply) return;
      const trouble = await send(database, deps, account, { inbox, msisdn, text, sender: found.sender });
      if (trouble === found.reply.trouble) return;
      await inAccount(database.db, account, (trx) =>
        trx
          .updateTable("messaging.keyword_replies")
          .set({ trouble })
          .where("customer_account", "=", account)
          .where("id", "=", reply)
          .execute(),
      );
    },
  };
}

type ReplyJob = { account: string; inbox: number; reply: number; msisdn: string; text: string; senders: string[] };

/** The first that may be used; one that delivers at any hour before all others. */
async function firstUsable(trx: Trx, account: string, senders: readonly string[], deps: BlastDeps) {
  let promotional: string | undefined;
  for (const sender of senders) {
    const kind = await usableKind(trx, account, sender, deps);
    if (kind === "transactional") return sender;
    if (kind === "promotional") promotional ??= sender;
  }
  return deps.sharedSender ?? promotional;
}

type Answer = { inbox: number; msisdn: string; text: string; sender: string | undefined };

/** Answers why it was not sent, or nothing. @throws Error when billing gives no clear answer: the job runs again */
async function send(database: Database, deps: BlastDeps, account: string, answer: Answer): Promise<string> {
  const { inbox, msisdn, text, sender } = answer;
  if (!sender) return "There is no approved sender ID to answer from.";
  const form = {
    kind: "express",
    name: "Keyword reply",
    sender,
    numbers: msisdn,
    body: text,
    key: `keyword-reply:${inbox}`,
  };
  try {
    const who = { id: null, name: "", balance: 0, now: currentTime(deps) };
    const made = await makeDraft(database, deps, account, BlastForm.parse(form), who);
    const confirmed = await confirm(database, deps, account, made.id);
    if (confirmed.status === 201) return "";
    if (confirmed.status >= 500) throw new Error(`a keyword reply was not confirmed: ${confirmed.body.message}`);
    return confirmed.body.message;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    const [words] = Object.values(error.errors ?? {}).flat();
    return words ?? error.message;
  }
}

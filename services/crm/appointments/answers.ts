import { sql } from "kysely";
import { z } from "zod";
import { recordKinds } from "../../../rules/crm";
import { type InvitationReply, invitationAnswers, invitationAnswerWords } from "../../../rules/invitation-answers";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { publishNotices } from "../../kit/notices";
import { checkedRow, IdRow } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import type { answerCalls } from "../contract.answers";
import { type CrmDeps, currentTime } from "../deps";
import { recordEvents } from "../records/changes";
import { touchRecords } from "../records/touch";
import { writeHistory } from "../sequence-state/end";
import { lockRecord } from "./messages";

/** What customers answer to the invitations of appointments. */
export function answerHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof answerCalls> {
  return {
    async answerInvitation({ body }, { account }) {
      const now = currentTime(deps);
      const taken = await inAccount(db, account, (trx) => takeAnswer(trx, account, body, now));
      return { status: 200, body: { taken } };
    },
  };
}

const InvitedRow = z.object({
  id: z.number(),
  title: z.string(),
  user_id: z.string().nullable(),
  answer: z.enum(invitationAnswers).nullable(),
  answered_at: z.date().nullable(),
  answer_comment: z.string(),
  record_id: z.number(),
  kind: z.enum(recordKinds),
  name: z.string(),
});

/** The appointment whose newest invitation is answered by who got it; undefined for one that was called off. */
async function findInvited(trx: Trx, account: string, { uid, attendee, number }: InvitationReply) {
  if (!z.uuid().safeParse(uid).success) return undefined;
  const known = await checkedRow(
    trx,
    IdRow,
    sql`select id from crm.appointments where customer_account = ${account} and uid = ${uid}::uuid`,
  );
  if (!known) return undefined;
  await lockRecord(trx, account, known.id);
  return checkedRow(
    trx,
    InvitedRow,
    sql`select a.id, a.title, a.user_id, a.answer, a.answered_at, a.answer_comment, a.record_id, l.kind, l.name
      from crm.appointments a join crm.records l on l.customer_account = a.customer_account and l.id = a.record_id
      where a.customer_account = ${account} and a.id = ${known.id} and a.state = 'scheduled' and exists (
        select from crm.appointment_messages m
        where m.customer_account = a.customer_account and m.appointment_id = a.id and m.kind = 'invitation'
          and m.state <> 'refused' and m.number = ${number} and lower(m.address) = ${attendee}
          and not exists (select from crm.appointment_messages n
            where n.customer_account = m.customer_account and n.appointment_id = m.appointment_id
              and n.kind = 'invitation' and n.state <> 'refused' and n.number > m.number))
      for update of a`,
  );
}

/** Notes an answer, once: one that comes again or was given before the present one changes nothing. */
async function takeAnswer(trx: Trx, account: string, reply: InvitationReply, now: Date): Promise<boolean> {
  const found = await findInvited(trx, account, reply);
  if (!found) return false;
  const { id, title, user_id, record_id: record, kind, name } = found;
  const { answer, comment, attendee, number } = reply;
  const said = reply.at === null ? now : new Date(reply.at);
  const at = said > now ? now : said;
  if (found.answered_at !== null && at < found.answered_at) return true;
  if (found.answer === answer && found.answer_comment === comment) return true;
  await sql`
    update crm.appointments set answer = ${answer}, answered_at = ${at}::timestamptz, answer_comment = ${comment}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  const words = invitationAnswerWords[answer];
  const line = { record, said: `${words}: ${title}.${comment === "" ? "" : ` ${comment}`}`, by: attendee };
  await writeHistory(trx, account, [line], "Appointment");
  await touchRecords(trx, account, [record]);
  await append(trx, account, recordEvents[kind], { id: record, by: null });
  if (user_id === null) return true;
  const key = `appointment answered:${id}:${number}:${answer}:${at.toISOString()}`;
  const told = { kind: "appointment answered", subject: id, key, users: [user_id] } as const;
  await publishNotices(trx, account, [
    { ...told, words: `${name} answered the invitation to ${title}: ${words.toLowerCase()}.` },
  ]);
  return true;
}

import { sql } from "kysely";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { type CrmDeps, currentTime } from "../deps";
import { type ClaimedMessage, type MessageOutcome, settleMessage, takeStep } from "./messages";

/** The job that invites and reminds the customer of an appointment. */
export const customerTask = "crm.appointment-customer";

/** Steps of one job: then others have their turn. */
const mostSteps = 20;
/** Minutes until it is tried again when it failed, or the account can't be asked about. */
const awayMinutes = 5;

/** Queues the job of an appointment. The one that waits already comes earlier or later instead. */
export async function tellLater(trx: Trx, account: string, id: number, at: Date): Promise<void> {
  await sendLater(trx, customerTask, { account, id }, { at, key: `${customerTask} ${account} ${id}` });
}

/** It may run twice, and two at a time: what is sent is read when it is sent. */
export function customerTasks(database: Database, deps: CrmDeps): Tasks {
  return {
    async [customerTask](payload) {
      const [account, id] = [String(payload.account), Number(payload.id) || 0];
      await tellCustomer(database, deps, account, id).catch(async (error: unknown) => {
        // A job that fails too often is given up, and with it the reminders to come: another one is queued in its place.
        await inAccount(database.db, account, (trx) => tellLater(trx, account, id, minutesFrom(deps, awayMinutes)));
        throw error;
      });
    },
  };
}

/** Sends what the customer of an appointment is to be told now, and queues itself for what comes next. */
export async function tellCustomer(database: Database, deps: CrmDeps, account: string, id: number): Promise<void> {
  const { identity, email } = deps.clientsOfAccount(account);
  const [answer, terms] = await Promise.all([
    identity.accountOf({}),
    (await isInvited(database, account, id)) ? email.mailTerms({ body: {} }) : undefined,
  ]);
  const away = answer.status !== 200 || (terms !== undefined && terms.status !== 200);
  for (let done = 0; done <= mostSteps; done++) {
    const now = currentTime(deps);
    if (away || done === mostSteps) {
      const at = away ? minutesFrom(deps, awayMinutes) : now;
      await inAccount(database.db, account, (trx) => tellLater(trx, account, id, at));
      return;
    }
    const { name: seller, time_zone: zone } = answer.body;
    const answersTo = terms?.status === 200 ? terms.body.answers_to : {};
    const next = await inAccount(database.db, account, async (trx) => {
      const step = await takeStep(trx, account, id, { seller, zone, now, answersTo });
      // What another process has in hand is looked after once its time is over.
      if (step instanceof Date) await tellLater(trx, account, id, step);
      return step;
    });
    if (next === undefined || next instanceof Date) return;
    if (next === "more") continue;
    // When this process dies here its job runs again, and the key has the message sent once.
    const outcome = await hand(deps, account, next);
    await inAccount(database.db, account, (trx) =>
      settleMessage(trx, account, id, next.id, outcome, currentTime(deps)),
    );
  }
}

/** Whether emails with a calendar part may go to the customer: the others need nothing of the email service before. */
async function isInvited({ db }: Database, account: string, id: number): Promise<boolean> {
  const found = await readAccount(db, account, (trx) =>
    checkedRow(
      trx,
      IdRow,
      sql`select a.id from crm.appointments a where a.customer_account = ${account} and a.id = ${id}
        and (a.invite or exists (select from crm.appointment_messages m
          where m.customer_account = a.customer_account and m.appointment_id = a.id and m.kind = 'invitation'))`,
    ),
  );
  return found !== undefined;
}

function minutesFrom(deps: CrmDeps, minutes: number): Date {
  return new Date(currentTime(deps).getTime() + minutes * 60_000);
}

async function hand(deps: CrmDeps, account: string, message: ClaimedMessage): Promise<MessageOutcome> {
  const { id, kind, sender, address: to, subject, body: text, calendar } = message;
  const key = `appointment:${id}`;
  const { messaging, email } = deps.clientsOfAccount(account);
  const method = kind === "cancellation" ? "CANCEL" : "REQUEST";
  const invitation = calendar === "" ? {} : { calendar: { method, text: calendar } as const };
  const answer = await (kind === "sms"
    ? messaging.sendText({ body: { key, sender, to, text } })
    : email.sendMail({ body: { key, sender, to, subject, text, ...invitation } }));
  if (answer.status === 201) return { told: answer.body };
  const { message: words, errors } = answer.body;
  const trouble = (Object.values(errors ?? {}).flat()[0] ?? words).slice(0, 300);
  return { trouble, taken: answer.status < 500 ? "no" : "unknown" };
}

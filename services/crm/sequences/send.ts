import { sql } from "kysely";
import { z } from "zod";
import { type SequenceHours, stepDue, stepKindNames } from "../../../rules/sequences";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { checkedRow } from "../../kit/row-schema";
import type { SentToOne } from "../../messaging/contract.internal";
import { numberId } from "../channels/whatsapp";
import { sequenceKinds } from "../contract.enrolment";
import { SequenceStep } from "../contract.sequences";
import type { CrmDeps } from "../deps";
import { recordEvents } from "../records/changes";
import { touchRecords } from "../records/touch";
import { writeHistory } from "../sequence-state/end";
import { advance, type Clock, waitUntil } from "./advance";
import type { ClaimedSend } from "./claim";

/** What became of a message: it was taken or refused, or nobody knows yet and it is tried again. */
type Outcome = { told: SentToOne } | { trouble: string; minutes: number };

/** Minutes after which a message is tried again that the account can't pay for, and one that was not answered. */
const tryAgain = { refused: 60, unanswered: 5 } as const;

/** Hands a claimed message to the service that sends, charges for it, and obeys who has opted out; then goes on. */
export async function sendClaimed(
  database: Database,
  deps: CrmDeps,
  account: string,
  send: ClaimedSend,
  clock: Clock,
): Promise<void> {
  const outcome = await hand(deps, account, send);
  await inAccount(database.db, account, (trx) => settle(trx, account, send, outcome, clock));
}

async function hand(deps: CrmDeps, account: string, send: ClaimedSend): Promise<Outcome> {
  const { kind, sequence, sender, address: to, subject, body: text, template_id, variables: values } = send;
  const key = `sequence:${send.id}`;
  const { messaging, email, whatsapp } = deps.clientsOfAccount(account);
  const single = { key, name: sequence, number_id: numberId(sender), template_id: template_id ?? 0, to, values };
  const answer = await (kind === "sms"
    ? messaging.sendText({ body: { key, sender, to, text } })
    : kind === "email"
      ? email.sendMail({ body: { key, sender, to, subject, text } })
      : whatsapp.sendSingle({ body: single }));
  if (answer.status === 201) return { told: answer.body };
  const { message, errors } = answer.body;
  const trouble = (Object.values(errors ?? {}).flat()[0] ?? message).slice(0, 300);
  return { trouble, minutes: answer.status < 500 ? tryAgain.refused : tryAgain.unanswered };
}

const PersonRow = z.object({
  sequence_id: z.number(),
  sequence: z.string(),
  record_id: z.number(),
  record_kind: z.enum(sequenceKinds),
  state: z.string(),
  step_id: z.number().nullable(),
  from: z.string(),
  until: z.string(),
  days: z.array(z.number()),
});
type PersonRow = z.infer<typeof PersonRow>;

const SettledRow = z.object({ step_id: z.number(), state: z.string() });

async function settle(trx: Trx, account: string, send: ClaimedSend, outcome: Outcome, clock: Clock): Promise<void> {
  // The record before what belongs to it, as whoever changes a record does.
  await sql`select l.id from crm.records l join crm.sequence_people p on p.customer_account = l.customer_account
      and p.record_id = l.id
    where p.customer_account = ${account} and p.id = ${send.person} for no key update of l`.execute(trx);
  const person = await checkedRow(
    trx,
    PersonRow,
    sql`select p.sequence_id, s.name as sequence, p.record_id, p.record_kind, p.state, p.step_id, s.from_time as "from",
        s.until_time as until, s.days
      from crm.sequence_people p
      join crm.sequences s on s.customer_account = p.customer_account and s.id = p.sequence_id
      where p.customer_account = ${account} and p.id = ${send.person} for update of p`,
  );
  const kept = await checkedRow(
    trx,
    SettledRow,
    sql`select step_id, state from crm.sequence_sends where customer_account = ${account} and id = ${send.id} for update`,
  );
  // Erased meanwhile, or settled by whoever sent it again.
  if (!person || kept?.state !== "sending") return;
  const waitsForIt = person.state === "active" && person.step_id === kept.step_id;
  if ("trouble" in outcome) {
    const due = new Date(clock.now.getTime() + outcome.minutes * 60_000);
    if (waitsForIt) await waitUntil(trx, account, send.person, { due, trouble: outcome.trouble });
    return;
  }
  await noteOutcome(trx, account, send, person, outcome.told, clock);
  const hours = { from: person.from, until: person.until, days: person.days };
  if (waitsForIt) {
    const place = { person: send.person, sequence: person.sequence_id, step: kept.step_id, hours };
    await advance(trx, account, place, clock);
  } else if (person.state === "active") await waitAfresh(trx, account, send.person, hours, clock);
  await append(trx, account, recordEvents[person.record_kind], { id: person.record_id, by: null });
}

async function noteOutcome(
  trx: Trx,
  account: string,
  { id, kind, subject, address }: ClaimedSend,
  { record_id: record, sequence }: PersonRow,
  { message, refused }: SentToOne,
  { now }: Clock,
): Promise<void> {
  await sql`
    update crm.sequence_sends set state = ${message ? "sent" : "refused"}, reason = ${message ? "" : refused},
      message_id = ${message?.id ?? ""}, cost_cents = ${message?.cost_cents ?? 0}, at = ${now}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  const what = stepKindNames[kind];
  const about = subject !== "" ? `${what} to ${address}: ${subject}` : `${what} to ${address}`;
  const said = message ? `${about}.` : `${what} not sent. ${refused}`;
  await writeHistory(trx, account, [{ record, said, by: `Sequence ${sequence}` }]);
  if (message) await touchRecords(trx, account, [record]);
}

const WaitRow = SequenceStep.pick({ wait_days: true, wait_hours: true });

/** The step was deleted while its message went out: the one after it waits from now on. */
async function waitAfresh(
  trx: Trx,
  account: string,
  person: number,
  hours: SequenceHours,
  { zone, now }: Clock,
): Promise<void> {
  const step = await checkedRow(
    trx,
    WaitRow,
    sql`select t.wait_days, t.wait_hours from crm.sequence_people p
      join crm.sequence_steps t on t.customer_account = p.customer_account and t.id = p.step_id
      where p.customer_account = ${account} and p.id = ${person}`,
  );
  if (step) await waitUntil(trx, account, person, { due: stepDue(now, step, { zone, hours }) });
}

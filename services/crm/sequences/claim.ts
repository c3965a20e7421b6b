import { sql } from "kysely";
import { z } from "zod";
import { dayIn } from "../../../rules/calendar";
import {
  fillStep,
  giveUpDays,
  isMessage,
  type MessageKind,
  maxSubject,
  nextAllowed,
  nextDayAllowed,
  type SequenceHours,
  stepKinds,
} from "../../../rules/sequences";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { CountRow, checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { bigints, hasRows, json } from "../../kit/rows";
import { endPeople } from "../sequence-state/end";
import { lockSequences } from "../sequence-state/wake";
import { advance, type Clock, waitUntil } from "./advance";
import { Addressee, addressFor, whyOver, whyRefused } from "./enrol";
import { addStepTask } from "./task";

/** A message that this process sends, and no other for some minutes. */
export type ClaimedSend = {
  id: number;
  person: number;
  kind: MessageKind;
  sequence: string;
  sender: string;
  address: string;
  subject: string;
  body: string;
} & TemplateUse;

/** Of a WhatsApp step: its template and the values of the variables. */
type TemplateUse = { template_id: number | null; variables: Record<string, string> };

/** Minutes after which a message whose sender died is sent again, under the same key. */
const leaseMinutes = 5;
/** The longest text that an SMS can have. */
const longestText = 1_600;

const DueStep = Addressee.extend({
  person: z.number(),
  trouble: z.string(),
  sequence_id: z.number(),
  sequence: z.string(),
  from: z.string(),
  until: z.string(),
  days: z.array(z.number()),
  step_id: z.number(),
  step_kind: z.enum(stepKinds),
  sender: z.string(),
  subject: z.string(),
  body: z.string(),
  due_days: z.number(),
  template_id: z.number().nullable(),
  variables: z.record(z.string(), z.string()),
});
/** A step that is due, and what was noted of it when it began. */
const DueRow = z.union([
  DueStep.extend({ send_id: z.null(), send_state: z.null(), begun_at: z.null() }),
  DueStep.extend({
    send_id: z.number(),
    send_state: z.string(),
    send_sender: z.string(),
    send_address: z.string(),
    send_subject: z.string(),
    send_body: z.string(),
    send_template_id: z.number().nullable(),
    send_variables: z.record(z.string(), z.string()),
    begun_at: z.date(),
  }),
]);
type DueRow = z.infer<typeof DueRow>;

/** Those of these people whose step is due, with their records: what another process has is left to it. */
function lockDue(trx: Trx, account: string, ids: readonly number[], now: Date): Promise<DueRow[]> {
  return checkedRows(
    trx,
    DueRow,
    sql`select p.id as person, p.trouble, p.sequence_id, s.name as sequence, s.from_time as "from", s.until_time as until, s.days,
        t.id as step_id, t.kind as step_kind, t.sender, t.subject, t.body, t.due_days, t.template_id, t.variables,
        d.template_id as send_template_id, d.variables as send_variables,
        d.id as send_id, d.state as send_state, d.sender as send_sender, d.address as send_address,
        d.subject as send_subject, d.body as send_body, d.begun_at,
        l.id, l.kind, l.name, l.company, l.email, l.phone, l.sales_manager, l.sales_manager_id,
        l.converted_at is not null as converted, g.category = 'lost' as lost
      from crm.sequence_people p
      join crm.sequences s on s.customer_account = p.customer_account and s.id = p.sequence_id and s.active
      join crm.sequence_steps t on t.customer_account = p.customer_account and t.id = p.step_id
      join crm.records l on l.customer_account = p.customer_account and l.id = p.record_id
      join crm.stages g on g.customer_account = l.customer_account and g.id = l.stage_id
      left join crm.sequence_sends d on d.customer_account = p.customer_account and d.person_id = p.id and d.step_id = t.id
      where p.customer_account = ${account} and p.id = any(${bigints(ids)}) and p.state = 'active' and p.paused_at is null and p.due_at <= ${now}::timestamptz
      order by p.due_at, p.id
      for no key update of l skip locked for update of p skip locked`,
  );
}

/**
 * Does what is due for these people: makes tasks, moves what may not be sent now, and claims the messages that this
 * process is to send. One at a time in an account, so that the most of a day is kept. Answers how many were looked at.
 */
export function claimDue(
  { db }: Database,
  account: string,
  ids: readonly number[],
  clock: Clock,
): Promise<{ looked: number; sends: ClaimedSend[] }> {
  return inAccount(db, account, async (trx) => {
    const cap = await lockSequences(trx, account);
    const due = await lockDue(trx, account, ids, clock.now);
    const day = { today: dayIn(clock.zone, clock.now), left: 0 };
    day.left = cap - (await countToday(trx, account, day.today));
    const sends: ClaimedSend[] = [];
    for (const one of due) {
      const claimed = await judge(trx, account, one, { ...clock, ...day });
      if (!claimed) continue;
      sends.push(claimed);
      if (one.send_id === null) day.left--;
    }
    return { looked: due.length, sends };
  });
}

async function countToday(trx: Trx, account: string, today: string): Promise<number> {
  const found = await checkedRow(
    trx,
    CountRow,
    sql`select count(*)::int as count from crm.sequence_sends
      where customer_account = ${account} and day = ${today}::date and kind <> 'task' and state <> 'refused'`,
  );
  return found?.count ?? 0;
}

type Day = Clock & { today: string; left: number };

/** Decides on one due step. Answers the message, where this is one that goes out now. */
async function judge(trx: Trx, account: string, due: DueRow, day: Day): Promise<ClaimedSend | undefined> {
  const { person, step_id, step_kind: kind } = due;
  const hours: SequenceHours = { from: due.from, until: due.until, days: due.days };
  const goOn = () => advance(trx, account, { person, sequence: due.sequence_id, step: step_id, hours }, day);
  const over = whyOver(due);
  if (over) {
    await endPeople(trx, account, sql`p.id = ${person}`, { state: "ended", reason: over });
    return undefined;
  }
  // A step that was done before it came to be waited for again.
  if (due.send_state === "sent" || due.send_state === "refused") {
    await goOn();
    return undefined;
  }
  const allowed = nextAllowed(day.now, day.zone, hours);
  if (allowed > day.now) {
    await waitUntil(trx, account, person, { due: allowed, trouble: due.trouble });
    return undefined;
  }
  const { subject, body, variables } = due;
  const said = fillStep({ kind, subject, body, variables }, due);
  const { text, missing } = said;
  const to = addressFor(kind, due);
  const refusal =
    whyRefused(kind, { to, missing }) || (text.length > longestText && kind === "sms" ? "The text is too long." : "");
  if (due.send_id === null && refusal !== "") {
    await noteSend(trx, account, due, { ...day, ...said, to, state: "refused", reason: refusal });
    await goOn();
    return undefined;
  }
  if (!isMessage(kind)) {
    await addStepTask(trx, account, { ...due, title: text.slice(0, 200) }, day);
    await noteSend(trx, account, due, { ...day, to: "", subject: "", text, values: {}, state: "sent", reason: "" });
    await goOn();
    return undefined;
  }
  return claimMessage(trx, account, { ...said, due, to, kind, hours, goOn }, day);
}

type StepWords = { subject: string; text: string; values: Record<string, string> };
type Message = StepWords & {
  due: DueRow;
  to: string;
  kind: MessageKind;
  hours: SequenceHours;
  goOn(): Promise<void>;
};

async function claimMessage(
  trx: Trx,
  account: string,
  { due, to, kind, subject, text, values, hours, goOn }: Message,
  day: Day,
): Promise<ClaimedSend | undefined> {
  const { person, send_id, begun_at } = due;
  if (begun_at && begun_at.getTime() < day.now.getTime() - giveUpDays * 86_400_000) {
    const reason = `It could not be sent for ${giveUpDays} days. ${due.trouble}`.trim();
    await sql`update crm.sequence_sends set state = 'refused', reason = ${reason}, at = ${day.now}
      where customer_account = ${account} and id = ${send_id}`.execute(trx);
    await goOn();
    return undefined;
  }
  const address = due.send_id === null ? to : due.send_address;
  const full = send_id === null && day.left <= 0;
  if (full || (await wasWrittenToday(trx, account, { ...due, address }, day))) {
    const trouble = full ? "As many messages were sent as one day may have." : "";
    await waitUntil(trx, account, person, { due: nextDayAllowed(day.now, day.zone, hours), trouble });
    return undefined;
  }
  const lease = new Date(day.now.getTime() + leaseMinutes * 60_000);
  await waitUntil(trx, account, person, { due: lease, trouble: due.trouble });
  const { sequence } = due;
  if (due.send_id !== null) {
    await sql`update crm.sequence_sends set day = ${day.today}::date where customer_account = ${account} and id = ${send_id}`.execute(
      trx,
    );
    const { send_sender: sender, send_subject, send_body, send_template_id, send_variables } = due;
    const template = { template_id: send_template_id, variables: send_variables };
    return {
      id: due.send_id,
      person,
      kind,
      sequence,
      sender,
      address,
      subject: send_subject,
      body: send_body,
      ...template,
    };
  }
  const id = await noteSend(trx, account, due, { ...day, to, subject, text, values, state: "sending", reason: "" });
  const template = { template_id: due.template_id, variables: values };
  const message = { sender: due.sender, address, subject: subject.slice(0, maxSubject), body: text };
  return { id, person, kind, sequence, ...message, ...template };
}

/** Nobody gets two messages of sequences on one day, also when two records have their number. */
async function wasWrittenToday(
  trx: Trx,
  account: string,
  { id: record, send_id, address }: DueRow & { address: string },
  { today }: Day,
): Promise<boolean> {
  return hasRows(
    trx,
    sql`select 1 from crm.sequence_sends d
      join crm.sequence_people p on p.customer_account = d.customer_account and p.id = d.person_id
      where d.customer_account = ${account} and d.day = ${today}::date and d.kind <> 'task' and d.state <> 'refused'
        and (d.address = ${address} or p.record_id = ${record}) and d.id is distinct from ${send_id}::bigint limit 1`,
  );
}

type Noted = Day & StepWords & { to: string; state: "sending" | "sent" | "refused"; reason: string };

/** Each step of a person is written down once: the unique index has the second one fail. */
async function noteSend(
  trx: Trx,
  account: string,
  { person, step_id, step_kind, sender, template_id }: DueRow,
  { today, now, to, subject, text, values, state, reason }: Noted,
): Promise<number> {
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.sequence_sends (customer_account, person_id, step_id, kind, state, day, address, sender, subject,
        body, reason, begun_at, at, template_id, variables)
      values (${account}, ${person}, ${step_id}, ${step_kind}, ${state}, ${today}::date, ${to}, ${sender},
        ${subject.slice(0, maxSubject)}, ${text}, ${reason}, ${now}, ${now}, ${template_id}::bigint,
        ${json(values)}) returning id`,
  );
  return made?.id ?? 0;
}

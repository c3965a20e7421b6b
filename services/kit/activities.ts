import { sql } from "kysely";
import { z } from "zod";
import type { ActionOn, AuditSubject } from "../../rules/audit";
import { brand } from "../../rules/brand";
import type { Trx } from "./database";
import type { Person, Service } from "./principal";
import { checkedRow } from "./row-schema";

/** Who changed something: a person with the address they came from, or the system itself. */
export type ActivityActor = { id: string; name: string; address?: string } | "system";

/** The caller, as activities name them. */
export function activityActor({ who, address }: { who: Person | Service; address?: string }): ActivityActor {
  return who.kind === "person" ? { id: who.id, name: who.name, ...(address && { address }) } : "system";
}

/** One of the actions of rules/audit.ts with the kind of record that it is done to. */
export type ActivityOf<Subjects extends AuditSubject> = {
  [Subject in Subjects]: { action: ActionOn<Subject> } & (Subject extends ""
    ? { subject?: Subject }
    : { subject: Subject });
}[Subjects];

export type Activity = ActivityOf<AuditSubject> & {
  /** What happened in one sentence, with names: never a secret, never a message's text. */
  description: string;
  /** Which record it was done to, e.g. "12". */
  subject_id?: string;
};

/** Writes one activity (spec 2 §3 Activity) in the transaction of the change it tells of. */
export async function recordActivity(trx: Trx, account: string, by: ActivityActor, activity: Activity): Promise<void> {
  const person = by === "system" ? { user_id: null, by: brand.name, address: "" } : fromPerson(by);
  const { action, description, subject = "", subject_id = "" } = activity;
  await trx
    .insertInto("events.activities")
    .values({ customer_account: account, ...person, action, description, subject, subject_id })
    .execute();
}

const DroppedRow = z.object({ dropped: z.number() });

/** Drops activities older than a moment, 5,000 at a time; the last four weeks stay. Answers how many went. */
export async function dropActivities(trx: Trx, account: string, before: string): Promise<number> {
  const row = await checkedRow(
    trx,
    DroppedRow,
    sql`
    select events.drop_activities(${account}, ${before}::timestamptz) as dropped`,
  );
  return row?.dropped ?? 0;
}

/** Takes a number or an address out of the sentences of activities. */
export async function eraseInActivities(trx: Trx, account: string, contact: string): Promise<void> {
  await sql`select events.erase_in_activities(${account}, ${contact})`.execute(trx);
}

/** Leaves of the activities of these customers of the chat, and of those that name one, the action only. */
export async function eraseChatActivities(
  trx: Trx,
  account: string,
  { people, names }: { people: readonly number[]; names: readonly string[] },
): Promise<void> {
  const ids = people.map(String);
  await sql`select events.erase_chat_activities(${account}, ${ids}::text[], ${names}::text[])`.execute(trx);
}

function fromPerson({ id, name, address = "" }: Exclude<ActivityActor, "system">) {
  return { user_id: id, by: name, address };
}

import { sql } from "kysely";
import { z } from "zod";
import { kindWords } from "../../../rules/crm";
import { planSteps, type SequenceHours, type StepKind } from "../../../rules/sequences";
import type { Trx } from "../../kit/database";
import { appendAll } from "../../kit/events";
import { checkedRows, IdNameRow, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { type SequenceKind, sequenceKinds } from "../contract.enrolment";
import type { SequenceStep } from "../contract.sequences";
import { type RecordActor, recordEvents } from "../records/changes";
import { writeHistory } from "../sequence-state/end";
import { planWork } from "../sequence-state/wake";

/** A lead or a contact as a sequence writes to it. */
export const Addressee = z.object({
  id: z.number(),
  kind: z.enum(sequenceKinds),
  name: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  sales_manager: z.string(),
  sales_manager_id: z.string().nullable(),
  converted: z.boolean(),
  lost: z.boolean(),
});
export type Addressee = z.infer<typeof Addressee>;

const addresseeColumns =
  sql.raw(`l.id, l.kind, l.name, l.company, l.email, l.phone, l.sales_manager, l.sales_manager_id,
  l.converted_at is not null as converted, g.category = 'lost' as lost`);

/** Records of a kind; locked against whoever changes them. */
export function listAddressees(
  trx: Trx,
  account: string,
  { kind, ids, lock = false }: { kind: SequenceKind; ids: readonly number[]; lock?: boolean },
): Promise<Addressee[]> {
  return checkedRows(
    trx,
    Addressee,
    sql`select ${addresseeColumns} from crm.records l
      join crm.stages g on g.customer_account = l.customer_account and g.id = l.stage_id
      where l.customer_account = ${account} and l.kind = ${kind} and l.id = any(${bigints(ids)})
      order by l.id ${lock ? sql`for no key update of l` : sql``}`,
  );
}

/** Where a step of a kind would go; "": nowhere. */
export function addressFor(kind: StepKind, { email, phone }: Pick<Addressee, "email" | "phone">): string {
  if (kind === "task") return "";
  return kind === "email" ? email.toLowerCase() : phone;
}

/** Why no one goes on with this record. */
export function whyOver({ kind, converted, lost }: Addressee): string | undefined {
  if (converted) return "The lead was converted.";
  if (!lost) return undefined;
  return kind === "lead" ? "The lead was lost." : "The contact is in a stage that means lost.";
}

/** Why a record can't be put in; undefined: it can. */
export function whyNot(found: Addressee, steps: readonly { kind: StepKind }[]): string | undefined {
  const over = whyOver(found);
  if (over) return over;
  const written = steps.filter(({ kind }) => kind !== "task");
  if (written.length === 0 || written.some(({ kind }) => addressFor(kind, found) !== "")) return undefined;
  const wants = new Set(written.map(({ kind }) => (kind === "email" ? "email address" : "phone number")));
  return `It has no ${[...wants].join(" and no ")}.`;
}

/** The sequences that records are in, by their ids. */
export async function listBusy(trx: Trx, account: string, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await checkedRows(
    trx,
    IdNameRow,
    sql`select p.record_id as id, s.name from crm.sequence_people p
      join crm.sequences s on s.customer_account = p.customer_account and s.id = p.sequence_id
      where p.customer_account = ${account} and p.state = 'active' and p.record_id = any(${bigints(ids)})`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

export type EnrolledSequence = {
  id: number;
  name: string;
  hours: SequenceHours;
  zone: string;
  steps: readonly SequenceStep[];
};
type RefusedRecord = { id: number; reason: string };

/** Puts records in a sequence that is locked. Those that can't be are named. */
export async function enrolRecords(
  trx: Trx,
  account: string,
  { id, name, hours, zone, steps }: EnrolledSequence,
  { kind, ids, by, now }: { kind: SequenceKind; ids: readonly number[]; by: RecordActor; now: Date },
): Promise<{ added: number[]; refused: RefusedRecord[] }> {
  const found = await listAddressees(trx, account, { kind, ids, lock: true });
  const busy = await listBusy(trx, account, ids);
  const refused: RefusedRecord[] = [...new Set(ids)]
    .filter((one) => !found.some((record) => record.id === one))
    .map((one) => ({ id: one, reason: `There is no such ${kindWords[kind][0]}.` }));
  const free: number[] = [];
  for (const record of found) {
    const other = busy.get(record.id);
    const reason = other === undefined ? whyNot(record, steps) : `It is in the sequence ${other}.`;
    if (reason === undefined) free.push(record.id);
    else refused.push({ id: record.id, reason });
  }
  const [first] = planSteps(steps, { start: now, zone, hours });
  if (!first || free.length === 0) return { added: [], refused };
  const made = await checkedRows(
    trx,
    IdRow,
    sql`insert into crm.sequence_people (customer_account, sequence_id, record_id, record_kind, step_id, due_at,
        checked_at, entered_at, entered_by, entered_by_id)
      select ${account}, ${id}::bigint, x, ${kind}, ${first.step.id}::bigint, ${first.at}::timestamptz, ${now}::timestamptz,
        ${now}::timestamptz, ${by.name}, ${by.id}
      from unnest(${bigints(free)}) x order by x on conflict do nothing returning record_id as id`,
  );
  const added = made.map((one) => one.id);
  for (const one of free)
    if (!added.includes(one)) refused.push({ id: one, reason: "It was put in a sequence at this moment." });
  if (added.length === 0) return { added, refused };
  const lines = added.map((record) => ({ record, said: `Put in ${name}.`, by: by.name }));
  await writeHistory(trx, account, lines);
  await planWork(trx, account, now);
  await appendAll(
    trx,
    account,
    added.map((record) => ({ kind: recordEvents[kind], body: { id: record, by: by.id } })),
  );
  return { added, refused };
}

const fieldNames: Record<string, string> = {
  name: "name",
  first_name: "name",
  company: "company",
  email: "email address",
  phone: "phone number",
  sales_manager: "sales manager",
};

/** Why a step is not done for a person; "": it is. */
export function whyRefused(
  kind: StepKind,
  { to, missing, optedOut = false }: { to: string; missing: readonly string[]; optedOut?: boolean },
): string {
  if (kind !== "task" && to === "")
    return kind === "email" ? "There is no email address." : "There is no phone number.";
  if (optedOut) return "They have opted out.";
  const [field] = missing;
  return field === undefined ? "" : `There is no ${fieldNames[field] ?? field} for the text.`;
}

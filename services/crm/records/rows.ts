import { sql } from "kysely";
import { z } from "zod";
import { isRotting, type StageCategory } from "../../../rules/crm";
import { CrmRecord } from "../contract.records";

/** A record beside its stage and its contact; `rot_days` is the stage's. */
export const RecordRow = CrmRecord.omit({ contact: true, organisation: true, rotting: true }).extend({
  stage_at: z.date(),
  active_at: z.date(),
  created_at: z.date(),
  /** When the customer last wrote, where a rule of the score asks for it. */
  wrote_at: z.date().nullable(),
  converted_at: z.date().nullable(),
  rot_days: z.number().nullable(),
  contact_id: z.number().nullable(),
  contact_name: z.string().nullable(),
  organisation_id: z.number().nullable(),
  organisation_name: z.string().nullable(),
});
export type RecordRow = z.infer<typeof RecordRow>;

/** What a record's row says, of `recordsFrom`. */
export const recordColumns = sql.raw(`l.id, l.kind, l.name, l.company, l.phone, l.email, l.source, l.value_cents,
  l.currency, l.expected_close::text as expected_close, l.stage_id, s.name as stage, s.category, s.pipeline_id, s.rot_days, l.stage_at,
  l.active_at, l.lost_reason, l.won_on::text as won_on, l.converted_at, l.contact_id, c.name as contact_name, o.id as organisation_id, o.name as organisation_name,
  l.sales_manager_id, l.sales_manager, l.score, l.custom, l.version, l.created_by, l.created_at, l.wrote_at`);

export const recordsFrom = sql.raw(`crm.records l
  join crm.stages s on s.customer_account = l.customer_account and s.id = l.stage_id
  left join crm.records c on c.customer_account = l.customer_account and c.id = l.contact_id
  left join crm.organisation_records m on m.customer_account = l.customer_account and m.record_id = l.id
  left join crm.organisations o on o.customer_account = m.customer_account and o.id = m.organisation_id`);

export function asRecord(
  { rot_days, contact_id, contact_name, organisation_id, organisation_name, wrote_at: _, ...row }: RecordRow,
  now: Date,
): CrmRecord {
  const category: StageCategory = row.category;
  return {
    ...row,
    rotting: row.converted_at === null && isRotting({ category, rot_days }, row.active_at, now),
    contact: contact_id === null ? null : { id: contact_id, name: contact_name ?? "" },
    organisation: organisation_id === null ? null : { id: organisation_id, name: organisation_name ?? "" },
    stage_at: row.stage_at.toISOString(),
    active_at: row.active_at.toISOString(),
    converted_at: row.converted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

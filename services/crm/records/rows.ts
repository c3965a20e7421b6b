import { sql } from "kysely";
import { isRotting, type LeadCategory } from "../../../rules/crm";
import type { Lead } from "../contract.leads";

/** A lead beside its stage; `rot_days` is the stage's. */
export type LeadRow = Omit<Lead, "rotting" | "stage_at" | "active_at" | "created_at"> & {
  stage_at: Date;
  active_at: Date;
  created_at: Date;
  rot_days: number | null;
};

/** What a lead's row says, of `crm.leads l join crm.lead_stages s`. */
export const leadColumns = sql.raw(`l.id, l.name, l.company, l.phone, l.email, l.source, l.value_cents, l.currency,
  l.expected_close::text as expected_close, l.stage_id, s.name as stage, s.category, s.rot_days, l.stage_at, l.active_at,
  l.lost_reason, l.sales_manager_id, l.sales_manager, l.score, l.version, l.created_by, l.created_at`);

export const leadsFrom = sql.raw(
  "crm.leads l join crm.lead_stages s on s.customer_account = l.customer_account and s.id = l.stage_id",
);

export function asLead({ rot_days, ...row }: LeadRow, now: Date): Lead {
  const category: LeadCategory = row.category;
  return {
    ...row,
    rotting: isRotting({ category, rot_days }, row.active_at, now),
    stage_at: row.stage_at.toISOString(),
    active_at: row.active_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

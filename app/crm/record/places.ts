import type { RecordKind } from "../../../rules/crm";
import { href } from "../../href";

/** The panels of a record, beside its overview. */
export type Panel = "details" | "profile" | "score" | "other" | "stages" | "topbar";

/** Where the records of a kind are listed, and how the list is called. */
export const listPlaces = {
  lead: { path: "/crm/leads", label: "Leads", board: "/crm/board" },
  contact: { path: "/crm/contacts", label: "Contacts", board: undefined },
  deal: { path: "/crm/deals", label: "Deals", board: "/crm/deals" },
} as const satisfies Record<RecordKind, object>;

/** The live event that tells of a kind. */
export const recordEvents = { lead: "lead", contact: "crm_contact", deal: "deal" } as const;

/** Where a new task about a record is added. */
export function newTaskHref({ kind, id }: { kind: RecordKind; id: number }): string {
  return href(`/crm/${kind}/:index/task`, { index: id });
}

/** Where a product or a service is requested for a record. */
export function newRequestHref({ kind, id }: { kind: RecordKind; id: number }): string {
  return href(`/crm/${kind}/:index/request`, { index: id });
}

/** A record's page, or one of its panels. */
export function recordHref(
  { kind, id }: { kind: RecordKind; id: number },
  panel?: Panel,
  query?: Record<string, string | number>,
): string {
  const index = { index: id };
  return panel === undefined
    ? href(`/crm/${kind}/:index`, index, query)
    : href(`/crm/${kind}/:index/${panel}`, index, query);
}

import { redirect } from "@remix-run/node";
import type { RecordKind } from "../../../rules/crm";
import type { DuplicateKind } from "../../../rules/duplicates";
import type { CustomField } from "../../../services/crm/contract.fields";
import { mayOpen } from "../../access";
import { type Admitted, expectStatus } from "../../shell/page.server";
import { type Path, routeFor } from "../../sitemap";

type Api = Admitted<Path>["api"];

/** One record by its kind. */
export function fetchRecord(api: Api, kind: RecordKind, id: number) {
  const params = { id };
  if (kind === "lead") return api.crm.lead({ params });
  return kind === "contact" ? api.crm.crmContact({ params }) : api.crm.deal({ params });
}

/** How many pairs of a kind may be the same. */
export async function countDuplicates(api: Api, kind: DuplicateKind): Promise<number> {
  const answer = await api.crm.duplicates({ query: { kind, per_page: 1 } });
  return answer.status === 200 ? answer.body.total : 0;
}

/** The stages of a kind. */
export function fetchStages(api: Api, kind: RecordKind) {
  return kind === "lead" ? api.crm.leadStages({}) : api.crm.recordStages({ params: { kind } });
}

/** The custom fields of a kind. */
export async function fetchFields(api: Api, kind: RecordKind): Promise<CustomField[]> {
  const answer = await api.crm.customFields({ query: { kind } });
  return answer.status === 200 ? answer.body.data : [];
}

/** Puts a record into a stage. */
export function moveRecord(
  api: Api,
  { kind, id }: { kind: RecordKind; id: number },
  body: { stage_id: number; lost_reason?: string; version?: number | undefined; won_on?: string | null },
) {
  const { won_on = null, ...to } = body;
  if (kind === "lead") return api.crm.moveLead({ params: { lead_id: id }, body: to });
  if (kind === "contact") return api.crm.moveContact({ params: { contact_id: id }, body: to });
  return api.crm.moveDeal({ body: { ...to, won_on, deal_id: id } });
}

/** A record with the stages it can be in, for each of its pages. */
export async function loadRecord(
  { api, params, viewer, url }: Pick<Admitted<Path>, "api" | "viewer" | "url"> & { params: { index: string } },
  kind: RecordKind,
) {
  const [record, stages, fields] = await Promise.all([
    fetchRecord(api, kind, Number(params.index) || 0),
    fetchStages(api, kind),
    fetchFields(api, kind),
  ]);
  const found = expectStatus(record, 200);
  // The address of a record that was merged leads to the one that was kept.
  if (found.id !== (Number(params.index) || 0))
    throw redirect(url.pathname.replace(`/${kind}/${params.index}`, `/${kind}/${found.id}`));
  return {
    record: found,
    stages: stages.status === 200 ? stages.body.data : [],
    fields,
    zone: viewer.time_zone,
    now: Date.now(),
    mayReadSms: mayOpen(viewer, routeFor("/sms/recipient")),
    mayInterview: mayOpen(viewer, routeFor("/survey/interview")),
    may: {
      lead: mayOpen(viewer, routeFor("/crm/leads")),
      contact: mayOpen(viewer, routeFor("/crm/contacts")),
      deal: mayOpen(viewer, routeFor("/crm/deals")),
      sale: mayOpen(viewer, routeFor("/crm/sales")),
    },
  };
}

export type LoadedRecord = Awaited<ReturnType<typeof loadRecord>>;

import { mayOpen } from "../../access";
import { type Admitted, expectStatus } from "../../shell/page.server";
import { type Path, routeFor } from "../../sitemap";

/** A lead with the stages it can be in, for each of its pages. */
export async function loadLead({
  api,
  params,
  viewer,
}: Pick<Admitted<Path>, "api" | "viewer"> & { params: { index: string } }) {
  const [lead, stages] = await Promise.all([
    api.crm.lead({ params: { id: Number(params.index) || 0 } }),
    api.crm.leadStages({}),
  ]);
  return {
    lead: expectStatus(lead, 200),
    stages: stages.status === 200 ? stages.body.data : [],
    zone: viewer.time_zone,
    now: Date.now(),
    mayReadSms: mayOpen(viewer, routeFor("/sms/recipient")),
  };
}

export type LoadedLead = Awaited<ReturnType<typeof loadLead>>;

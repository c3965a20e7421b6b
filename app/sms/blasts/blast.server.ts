import { id as Id } from "../../../services/kit/contract";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import type { ServiceClients } from "../../../services/modules";
import { mayOpen, type Viewer } from "../../access";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";
import { routeFor } from "../../sitemap";

/** The id in a path; anything but a number is no blast (404). */
export function blastId(said: string | undefined): number {
  const id = Id.safeParse(said);
  if (!id.success) throw new Response("There is no such blast.", { status: 404 });
  return id.data;
}

/** The blast of a path, or its 404 page. */
export async function blastAt(api: ServiceClients, params: { id: string }): Promise<BlastDetail> {
  return expectStatus(await api.messaging.blast({ params: { id: blastId(params.id) } }), 200);
}

/** What the viewer may send: which of the two forms to offer, and whether a blast's buttons are theirs. */
export function sendingRights(viewer: Viewer): { bulk: boolean; express: boolean } {
  return { bulk: mayOpen(viewer, routeFor("/sms/bulk")), express: mayOpen(viewer, routeFor("/sms/send")) };
}

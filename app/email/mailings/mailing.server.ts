import type { MailingDetail } from "../../../services/email/contract.schemas";
import { id } from "../../../services/kit/contract";
import type { ServiceClients } from "../../../services/modules";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";

/** The id of an address; what is none is an unknown record. */
export function mailingId(text: string | undefined): number {
  const read = id.safeParse(text);
  if (!read.success) throw new Response("There is no such email.", { status: 404 });
  return read.data;
}

export async function mailingAt(api: ServiceClients, params: { id: string }): Promise<MailingDetail> {
  return expectStatus(await api.email.mailing({ params: { id: mailingId(params.id) } }), 200);
}

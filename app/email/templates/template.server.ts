import type { EmailTemplate } from "../../../services/email/contract.schemas";
import { id } from "../../../services/kit/contract";
import type { ServiceClients } from "../../../services/modules";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";

/** The id of an address; what is none is an unknown record. */
export function templateId(text: string | undefined): number {
  const read = id.safeParse(text);
  if (!read.success) throw new Response("There is no such template.", { status: 404 });
  return read.data;
}

export async function templateAt(api: ServiceClients, params: { id: string }): Promise<EmailTemplate> {
  return expectStatus(await api.email.template({ params: { id: templateId(params.id) } }), 200);
}

import { id } from "../../../services/kit/contract";
import type { ServiceClients } from "../../../services/modules";
import { expectStatus } from "../../shell/page.server";

/** @throws Response 404 */
export function broadcastId(asked: string | undefined): number {
  const found = id.safeParse(asked);
  if (!found.success) throw new Response("There is no such broadcast.", { status: 404 });
  return found.data;
}

export async function broadcastAt(api: ServiceClients, params: { id: string }) {
  return expectStatus(await api.whatsapp.broadcast({ params: { id: broadcastId(params.id) } }), 200);
}

import type { Member } from "../../../services/identity/contract.people";
import type { ServiceClients } from "../../../services/modules";
import type {} from "../../shell/context.server";

export type Holding = { label: string; count: number; note: string };

/** One module's word on what a person has in hand; nothing where it has none, or can't tell now. */
type Teller = (api: ServiceClients, member: Member) => Promise<Holding | undefined>;

/** Tickets that are not resolved yet, where the viewer may see tickets. */
async function openTickets(api: ServiceClients, member: Member): Promise<Holding | undefined> {
  const query = { member: String(member.id), status: "unresolved", per_page: 1 } as const;
  const answer = await api.ticketing.ticketList({ query, body: {} });
  if (answer.status !== 200) return undefined;
  return { label: "Open tickets", count: answer.body.total, note: "Assigned to them until you move them" };
}

/** Each module that gives work to people adds its line here. */
const tellers: readonly Teller[] = [openTickets];

/** What would be left without anybody when this person goes. */
export async function listHoldings(api: ServiceClients, member: Member): Promise<Holding[]> {
  const told = await Promise.all(tellers.map((tell) => tell(api, member).catch(() => undefined)));
  return told.filter((holding) => holding !== undefined && holding.count > 0) as Holding[];
}

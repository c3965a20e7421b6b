import { sql } from "kysely";
import type { Handlers } from "../../kit/serve";
import type { voice } from "../contract";
import type { CallerDetail } from "../contract.calls";
import type { VoiceUpstreams } from "../deps";
import type { VoiceContext } from "../workspace/context";
import { asE164 } from "./handlers";
import { callPage } from "./store";

type Part<Data> = { state: "found"; data: Data } | { state: "none" } | { state: "closed" } | { state: "failed" };

/** Milliseconds that one part may take: the call rings meanwhile. */
const patience = 2_500;

/** Who calls, asked as the agent who sees it; what one service can't say keeps nothing else back. */
export function callerHandlers(service: VoiceContext): Pick<Handlers<typeof voice.calls>, "caller"> {
  const { read, deps, now } = service;
  return {
    async caller({ params }, context) {
      const { account, token, requestId, address } = context;
      const number = asE164(params.number);
      const clients = deps.clientsFor({ token, requestId, address });
      const where = sql`c.customer_account = ${account} and c.phone_number = ${number}`;
      const [contact, tickets, conversations, calls] = await Promise.all([
        settled(() => findContact(clients, number)),
        settled(() => findTickets(clients, number)),
        settled(() => findConversations(clients, number)),
        settled(async () => {
          const page = await read(account, (trx) => callPage(trx, { page: 1, per_page: 5 }, where, now()));
          return listPart(page.data);
        }),
      ]);
      return { status: 200, body: { phoneNumber: number, contact, tickets, conversations, calls } };
    },
  };
}

async function settled<Data>(work: () => Promise<Part<Data>>): Promise<Part<Data>> {
  const failed = { state: "failed" as const };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Part<Data>>((resolve) => {
    timer = setTimeout(() => resolve(failed), patience);
  });
  const found = await Promise.race([work().catch(() => failed), late]);
  clearTimeout(timer);
  return found;
}

function refused(status: number): { state: "closed" } | { state: "failed" } {
  return status === 403 ? { state: "closed" } : { state: "failed" };
}

function listPart<Item>(data: Item[]): Part<Item[]> {
  return data.length > 0 ? { state: "found", data } : { state: "none" };
}

/** The CRM's contact or lead, by its first number before a further one, else a contact of the messages. */
async function findContact({ crm, messaging }: VoiceUpstreams, number: string): Promise<CallerDetail["contact"]> {
  const digits = number.replace(/\D/g, "");
  const [records, numbers] = await Promise.all([
    crm.recordsWithPoint({ query: { points: number, joined: "1" } }),
    messaging.findContacts({ query: { q: digits } }),
  ]);
  const [known] = records.status === 200 ? records.body.data : [];
  if (known) {
    const { name, kind, id } = known;
    return { state: "found", data: { name, kind, url: `/crm/${kind}/${id}` } };
  }
  if (numbers.status === 200) {
    const found = numbers.body.data.find(({ msisdn }) => msisdn === number);
    if (!found) return { state: "none" };
    const { name } = found;
    return { state: "found", data: { name, kind: "contact", url: `/search?${new URLSearchParams({ q: number })}` } };
  }
  if (records.status === 200) return { state: "none" };
  return refused(numbers.status);
}

async function findTickets({ ticketing }: VoiceUpstreams, number: string): Promise<CallerDetail["tickets"]> {
  const answer = await ticketing.customerTickets({ query: { id: number, per_page: 5 } });
  if (answer.status !== 200) return refused(answer.status);
  const open = answer.body.data.filter(({ closed_at, resolved_at }) => closed_at === null && resolved_at === null);
  return listPart(
    open.map((ticket) => ({
      id: String(ticket.id),
      title: ticket.subject,
      status: ticket.statuses[0]?.name ?? ticket.status,
      url: `/ticketing/show/${ticket.id}`,
      updatedAt: ticket.updated_at,
    })),
  );
}

async function findConversations({ chat }: VoiceUpstreams, number: string): Promise<CallerDetail["conversations"]> {
  const answer = await chat.contacts({ query: { q: number, per_page: 3 } });
  if (answer.status !== 200) return refused(answer.status);
  return listPart(
    answer.body.data.map(({ contact_id: id, channel, latest_message: text, latest_at }) => ({
      ...{ id, channel, text: text.slice(0, 200), at: new Date(latest_at * 1000).toISOString() },
      url: `/chat/inbox?${new URLSearchParams({ chat: String(id) })}`,
    })),
  );
}

import { sql } from "kysely";
import { z } from "zod";
import { channels } from "../../../rules/channels";
import { mayStart, type Start } from "../../../rules/chat-start";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints, seconds } from "../../kit/rows";
import { Channel } from "../contract.fields";
import type { Reachable } from "../contract.start";
import type { ChatUpstreams } from "../deps";
import { type PersonRow, shownPeople } from "../records/people";

/** A contact point of a customer, as it is stored. */
const ContactPointRow = z.object({
  root: z.number(),
  person_id: z.number(),
  inbox_id: z.number(),
  inbox: z.string(),
  active: z.boolean(),
  channel: Channel,
  external_id: z.string(),
  last: z.date().nullable(),
  running: z.number().nullable(),
});
export type ContactPointRow = z.infer<typeof ContactPointRow>;

/** Ways shown of one customer: a browser that forgets its session comes as a new one each time. */
const maxContactPoints = 10;

/** Every contact point of these customers and of those joined into them: those they came by, the newest first, then mailboxes. */
export async function listContactPoints(
  trx: Trx,
  account: string,
  roots: readonly number[],
): Promise<ContactPointRow[]> {
  const [known, mails] = [await listKnownPoints(trx, account, roots), await listMailPoints(trx, account, roots)];
  return [...known, ...mails];
}

/** Mailboxes that may write to the address a customer told, though they never wrote there themselves. */
function listMailPoints(trx: Trx, account: string, roots: readonly number[]): Promise<ContactPointRow[]> {
  const ids = bigints(roots);
  return checkedRows(
    trx,
    ContactPointRow,
    sql`
    select distinct on (root, i.id, external_id) coalesce(p.merged_into, p.id) as root, p.id as person_id, i.id as inbox_id,
      i.name as inbox, i.active, i.channel, lower(p.email) as external_id, null::timestamptz as last, null::bigint as running
    from chat.people p join chat.inboxes i on i.customer_account = p.customer_account and i.channel = 'email' and i.active
    where p.customer_account = ${account} and (p.id = any(${ids}) or p.merged_into = any(${ids})) and p.email <> ''
      and not exists (select from chat.identities d where d.customer_account = p.customer_account and d.inbox_id = i.id
        and d.external_id = lower(p.email))
    order by root, i.id, external_id, p.id limit 500`,
  );
}

function listKnownPoints(trx: Trx, account: string, roots: readonly number[]): Promise<ContactPointRow[]> {
  const ids = bigints(roots);
  return checkedRows(
    trx,
    ContactPointRow,
    sql`
    select * from (select coalesce(p.merged_into, p.id) as root, p.id as person_id, d.inbox_id, i.name as inbox, i.active, i.channel,
        d.external_id, row_number() over (partition by coalesce(p.merged_into, p.id) order by d.since desc, d.external_id) as place,
        (select max(c.last_customer_at) from chat.contacts c where c.customer_account = d.customer_account
          and c.person_id = d.person_id and c.inbox_id = d.inbox_id and c.user_id = d.external_id) as last,
        (select c.contact_id from chat.contacts c where c.customer_account = d.customer_account
          and c.inbox_id = d.inbox_id and c.user_id = d.external_id and not c.ended limit 1) as running
      from chat.people p
      join chat.identities d on d.customer_account = p.customer_account and d.person_id = p.id
      join chat.inboxes i on i.customer_account = d.customer_account and i.id = d.inbox_id
      where p.customer_account = ${account} and (p.id = any(${ids}) or p.merged_into = any(${ids}))) all_ways
    where place <= ${maxContactPoints} order by root, place`,
  );
}

/** Of these contact points, the visitors whose page is open now, as "inbox id"; nobody when the web chat can't be asked. */
export async function listPresent(
  upstreams: ChatUpstreams,
  points: readonly ContactPointRow[],
): Promise<ReadonlySet<string>> {
  const visitors = points.filter(({ channel }) => channels[channel].visits !== undefined);
  const inboxes = [...new Set(visitors.map(({ inbox_id }) => inbox_id))];
  const found = await Promise.all(
    inboxes.map(async (inbox_id) => {
      const external_ids = visitors.filter((point) => point.inbox_id === inbox_id).map((point) => point.external_id);
      const answer = await upstreams.webchat.visitorsHere({ body: { inbox_id, external_ids } });
      return answer.status === 200 ? answer.body.here.map((id) => visitorKey({ inbox_id, external_id: id })) : [];
    }),
  );
  return new Set(found.flat());
}

const visitorKey = ({ inbox_id, external_id }: Pick<ContactPointRow, "inbox_id" | "external_id">) =>
  `${inbox_id} ${external_id}`;

/** What holds for a first message at a contact point. */
export function firstMessageState(
  point: ContactPointRow,
  person: { email: string; blocked: boolean },
  here: ReadonlySet<string>,
  now: Date,
): Start {
  const { channel, active, last, running } = point;
  const { email, blocked } = person;
  const state = { channel, active, email, blocked, last: seconds(last), running: running !== null };
  return mayStart({ ...state, here: here.has(visitorKey(point)) }, seconds(now));
}

/** Customers with their contact points. */
export async function reachable(
  trx: Trx,
  account: string,
  roots: readonly PersonRow[],
  points: readonly ContactPointRow[],
  here: ReadonlySet<string>,
  now: Date,
): Promise<Reachable[]> {
  const people = await shownPeople(trx, account, roots);
  return people.map((person) => ({
    person,
    contact_points: points
      .filter(({ root }) => root === person.id)
      .map((point) => {
        const { inbox_id, channel, inbox, external_id, running } = point;
        const { may, words } = firstMessageState(point, person, here, now);
        return { inbox_id, channel, inbox, external_id, running, may, words };
      }),
  }));
}

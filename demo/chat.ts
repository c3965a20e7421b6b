import { sql } from "kysely";
import { insertAccountDefaults } from "../services/chat/workspace/seed";
import type { Trx } from "../services/kit/database";
import { type Chats, makeChats } from "./chats";
import { people, seeded } from "./people";
import { clinicTalks, clinicWaiting, shopTalks, shopWaiting, talkDispositions } from "./talks";
import { chatSites, demoChatKey } from "./webchat";
import { fillWhatsappBot } from "./whatsapp-bot";

/** The chat desks of Savanna Traders, with some weeks of conversations, and of Lakeside Clinic. */
export async function fillChat(trx: Trx, account: string, now = new Date()): Promise<void> {
  const shop = account === "100001";
  if (!shop && account !== "200002") return;
  await insertAccountDefaults(trx, account);
  const talks = shop ? shopTalks : clinicTalks;
  await dispositions(trx, account, talks);
  const inboxes: readonly (readonly [id: number, channel: string, ref: string, name: string, share: number])[] = [
    [1, "webchat", demoChatKey(account), chatSites[account]?.name ?? "", 6],
    // The sandbox's number and bot (demo/social.ts).
    ...(shop ? ([[2, "whatsapp", "demo-whatsapp", "WhatsApp +254 709 000 100", 3]] as const) : []),
    ...(shop ? ([[3, "telegram", "demo-telegram", "@SavannaTradersBot", 2]] as const) : []),
  ];
  for (const [id, channel, ref, name] of inboxes)
    await sql`
      insert into chat.inboxes (customer_account, id, channel, ref, name) values (${account}, ${id}, ${channel}, ${ref}, ${name})`.execute(
      trx,
    );
  if (shop) await fillWhatsappBot(trx, account, 2);
  const agents = await staff(trx, account);
  const random = seeded(shop ? 88 : 89);
  const given = { talks, waiting: shop ? shopWaiting : clinicWaiting, agents, now, random };
  const counts = shop ? { done: 46, undisposed: 4, ignored: 2 } : { done: 9, undisposed: 1, ignored: 0 };
  const persons = people(shop ? 48 : 12, random);
  const channels = inboxes.flatMap(([id, channel, , , share]) =>
    Array.from({ length: share }, () => ({ id, channel })),
  );
  await write(trx, account, makeChats({ ...given, counts, persons, channels, mine: shop ? 5 : 2 }));
  if (shop) await labels(trx, account);
  await sql`insert into chat.teams (customer_account, id, name) values (${account}, 1, 'Main team')`.execute(trx);
  await pauses(trx, account, agents, now);
}

/** Three labels, and conversations that have them. */
async function labels(trx: Trx, account: string): Promise<void> {
  await sql`
    insert into chat.labels (customer_account, id, name, colour)
    values (${account}, 1, 'Delivery', 'blue'), (${account}, 2, 'Refund', 'red'), (${account}, 3, 'Regular customer', 'violet')`.execute(
    trx,
  );
  await sql`
    insert into chat.contact_labels (customer_account, contact_id, label_id)
    select c.customer_account, c.contact_id, l.id from chat.contacts c join (values (1, 4), (2, 9), (3, 6)) l (id, every)
      on c.contact_id % l.every = 0 where c.customer_account = ${account}`.execute(trx);
}

async function dispositions(trx: Trx, account: string, talks: typeof shopTalks): Promise<void> {
  await sql`delete from chat.disposition_types where customer_account = ${account}`.execute(trx);
  for (const [n, { name, items }] of talkDispositions(talks).entries()) {
    await sql`
      insert into chat.disposition_types (customer_account, id, name, rank) values (${account}, ${n + 1}, ${name}, ${n + 1})`.execute(
      trx,
    );
    await sql`
      insert into chat.disposition_items (customer_account, id, type_id, title, rank)
      select ${account}::text, ${(n + 1) * 10}::bigint + place, ${n + 1}::bigint, title, place
      from unnest(${items}::text[]) with ordinality given (title, place)`.execute(trx);
  }
}

/** Whoever may answer, the agent first: the owner, the administrator, the supervisor and the agent. */
async function staff(trx: Trx, account: string): Promise<Chats["agents"]> {
  const { rows } = await sql<{ id: string; name: string }>`
    insert into chat.participants (customer_account, participant_id, email, name, status_since, updated_at)
    select u.customer_account, u.id::text, u.email, u.name, now(), now() from identity.users u
      join identity.roles r on r.id = u.role_id
    where u.customer_account = ${account} and r.name in ('Owner', 'Super Admin', 'Supervisor', 'Agent')
    returning participant_id as id, name`.execute(trx);
  const first = (name: string) => rows.findIndex((one) => one.name.startsWith(name));
  return rows.sort((a, b) => Number(first("Kevin") === rows.indexOf(b)) - Number(first("Kevin") === rows.indexOf(a)));
}

async function write(trx: Trx, account: string, { people: persons, contacts, messages, activities }: Chats) {
  await sql`
    insert into chat.people (customer_account, id, name, email, msisdn, language, made_at, seen_at)
    select ${account}::text, x.id, x.name, x.email, x.msisdn, x.language, x.at, x.at
    from jsonb_to_recordset(${JSON.stringify(persons)}::jsonb) as x (id bigint, name text, email text, msisdn text, language text, at timestamptz)`.execute(
    trx,
  );
  await sql`
    insert into chat.identities (customer_account, inbox_id, external_id, person_id)
    select distinct on (x.inbox_id, x.user_id) ${account}::text, x.inbox_id, x.user_id, x.person_id
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as x (inbox_id bigint, user_id text, person_id bigint)`.execute(
    trx,
  );
  await sql`
    insert into chat.contacts (customer_account, contact_id, inbox_id, channel, user_id, person_id, msisdn, email, name, response_by,
      participant_id, opened, ended, started, assigned, ended_at, ended_by, disposition_type_id, disposition_item_id,
      disposition_label, disposed_at, disposed_by, disposition_ignored, latest_message, latest_at, latest_is_admin, unread,
      waiting_since, first_customer_at, last_customer_at, first_reply_at, language, rating, rated_at, page, created_at, updated_at)
    select ${account}::text, x.contact_id, x.inbox_id, x.channel, x.user_id, x.person_id, x.msisdn, x.email, x.name,
      coalesce(x.agent, ''), x.participant_id, x.opened, x.ended, x.started, x.started, x.ended_at, coalesce(x.agent, ''),
      t.id, i.id, coalesce(t.name || ': ' || i.title, ''), x.disposed_at, case when x.disposed_at is null then '' else coalesce(x.agent, '') end,
      x.ignored_at, x.latest_message, x.latest_at, x.latest_is_admin, x.unread, x.waiting_since, x.created_at, x.last_customer_at,
      x.first_reply_at, x.language, x.rating, case when x.rating is not null then x.ended_at end, x.page, x.created_at, x.latest_at
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as x (contact_id bigint, inbox_id bigint, channel text, user_id text,
      person_id bigint, msisdn text, email text, name text, agent text, participant_id text, opened boolean, ended boolean,
      started timestamptz, ended_at timestamptz, about text, item text, disposed_at timestamptz, ignored_at timestamptz,
      latest_message text, latest_at timestamptz, latest_is_admin boolean, unread int, waiting_since timestamptz,
      created_at timestamptz, last_customer_at timestamptz, first_reply_at timestamptz, language text, rating smallint, page jsonb)
    left join chat.disposition_types t on t.customer_account = ${account} and t.name = x.about and x.disposed_at is not null
    left join chat.disposition_items i on i.customer_account = ${account} and i.type_id = t.id and i.title = x.item`.execute(
    trx,
  );
  await sql`
    insert into chat.messages (customer_account, contact_id, inbox_id, message_id, author, author_id, author_name, type, is_admin,
      text, at, status, status_at)
    select ${account}::text, x.contact_id, x.inbox_id, md5(${account} || x.contact_id || '-' || x.n), x.author, x.author_id, x.author_name,
      x.type, x.author = 'agent', x.text, x.at, x.status, x.at
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as x (contact_id bigint, inbox_id bigint, n int, author text, author_id text,
      author_name text, type text, text text, at timestamptz, status text) order by x.at, x.contact_id, x.n`.execute(
    trx,
  );
  await sql`
    insert into chat.activities (customer_account, contact_id, date, action, description, color, by, by_id, by_kind)
    select ${account}::text, x.contact_id, x.date, x.action, x.description, x.color, x.by, x.by_id, x.by_kind
    from jsonb_to_recordset(${JSON.stringify(activities)}::jsonb) as x (contact_id bigint, date timestamptz, action text,
      description text, color text, by text, by_id text, by_kind text) order by x.date`.execute(trx);
  await sql`
    update chat.participants p set conversations = o.open, engaged = true from (select participant_id, count(*)::int as open
      from chat.contacts where customer_account = ${account} and opened group by 1) o
    where p.customer_account = ${account} and p.participant_id = o.participant_id`.execute(trx);
}

/** A fortnight of working days: online, a short break, lunch, online, and offline at five. */
async function pauses(trx: Trx, account: string, agents: Chats["agents"], now: Date): Promise<void> {
  const day = [
    ["online", 8 * 60],
    ["short_break", 10 * 60 + 15],
    ["online", 10 * 60 + 28],
    ["lunch", 13 * 60],
    ["online", 13 * 60 + 34],
    ["bio_break", 15 * 60 + 40],
    ["online", 15 * 60 + 47],
    ["offline", 17 * 60],
  ] as const;
  const records = agents.flatMap(({ id, name }, who) => {
    const own: { id: string; name: string; status: string; time: Date; ended: Date | null }[] = [];
    for (let back = 14; back >= 1; back--) {
      const midnight = new Date(now.getTime() - back * 86_400_000);
      midnight.setUTCHours(-3, 0, 0, 0);
      if ([0, 6].includes(new Date(midnight.getTime() + 4 * 3_600_000).getUTCDay())) continue;
      for (const [status, minute] of day) {
        const late = (who * 7 + back * 3) % 11;
        own.push({ id, name, status, time: new Date(midnight.getTime() + (minute + late) * 60_000), ended: null });
      }
    }
    for (const [at, one] of own.entries()) one.ended = own[at + 1]?.time ?? null;
    return own.filter(({ ended, time }) => ended === null || ended > time);
  });
  await sql`
    insert into chat.breaks (customer_account, participant_id, name, status, time, time_ended)
    select ${account}::text, x.id, x.name, x.status, x.time, x.ended
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as x (id text, name text, status text, time timestamptz, ended timestamptz)`.execute(
    trx,
  );
  await sql`
    update chat.participants p set status_since = b.time from chat.breaks b where p.customer_account = ${account}
      and b.customer_account = p.customer_account and b.participant_id = p.participant_id and b.time_ended is null`.execute(
    trx,
  );
}

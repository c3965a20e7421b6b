import { sql } from "kysely";
import { z } from "zod";
import { channelName } from "../../../rules/chat-channels";
import { phoneSpellings } from "../../../rules/phone.spellings";
import {
  type CustomerAddresses,
  CustomerEvent,
  type CustomerProfile,
  type CustomerTask,
  type customerCalls,
} from "../../kit/contract.customer";
import { type EventRange, eventInstant, inRange, newestEvents } from "../../kit/customer";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { chat } from "../contract";
import type { ChatContext } from "../workspace/context";

const languageNames: Record<string, string> = { en: "English", sw: "Kiswahili" };

/** What the chat has of one customer: the conversations of everybody that an agent joined into one person. */
export function customerHandlers({
  read,
}: ChatContext): Pick<Handlers<typeof chat.calls>, keyof ReturnType<typeof customerCalls>> {
  return {
    async customer({ query }, { account }) {
      return { status: 200, body: await read(account, (trx) => loadCustomer(trx, account, query)) };
    },
    async customerEvents({ query }, { account }) {
      const sources = await read(account, async (trx) => {
        const people = (await listPeople(trx, account, query)).map(({ id }) => id);
        if (people.length === 0) return [];
        return Promise.all([
          listConversations(trx, account, people, query, "created_at"),
          listConversations(trx, account, people, query, "ended_at"),
        ]);
      });
      return { status: 200, body: newestEvents(sources, query) };
    },
  };
}

const KnownPerson = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  msisdn: z.string().nullable(),
  language: z.string(),
  blocked: z.boolean(),
});
type KnownPerson = z.infer<typeof KnownPerson>;

/** Who bears one of the numbers or addresses, with everybody that was joined with them, who was seen last first. */
function listPeople(trx: Trx, account: string, { phones, emails }: CustomerAddresses): Promise<KnownPerson[]> {
  const numbers = texts(phones.flatMap((phone) => [phone, ...phoneSpellings(phone)]));
  const roots = sql`select coalesce(merged_into, id) from chat.people
      where customer_account = ${account} and msisdn = any(${numbers})
    union
    select coalesce(merged_into, id) from chat.people
      where customer_account = ${account} and email_key = any(${texts(emails)}) and email_key <> ''`;
  const columns = sql`id, name, email, msisdn, language, blocked_at is not null as blocked, seen_at`;
  return checkedRows(
    trx,
    KnownPerson,
    sql`with roots as materialized (${roots})
      select * from (
        select ${columns} from chat.people where customer_account = ${account} and id in (select * from roots)
        union
        select ${columns} from chat.people where customer_account = ${account} and merged_into in (select * from roots)) p
      order by seen_at desc limit 20`,
  );
}

async function loadCustomer(trx: Trx, account: string, known: CustomerAddresses): Promise<CustomerProfile> {
  const people = await listPeople(trx, account, known);
  const [language] = people.flatMap((person) => person.language || []);
  return {
    names: people.flatMap(({ name }) => name || []),
    phones: people.flatMap(({ msisdn }) => msisdn ?? []),
    emails: people.flatMap(({ email }) => email.toLowerCase() || []),
    facts: [
      ...(language ? [{ label: "Language", value: languageNames[language] ?? language }] : []),
      ...(people.some(({ blocked }) => blocked) ? [{ label: "Chat", value: "Blocked" }] : []),
    ],
    tasks: await listTasks(trx, account, people),
  };
}

const TaskRow = z.object({ record: z.number(), waits: z.boolean(), title: z.string(), since: z.string() });

async function listTasks(trx: Trx, account: string, people: readonly KnownPerson[]): Promise<CustomerTask[]> {
  if (people.length === 0) return [];
  const waiting = await checkedRows(
    trx,
    TaskRow,
    sql`select contact_id as record, waiting_since is not null as waits, latest_message as title,
        ${eventInstant(sql`coalesce(waiting_since, latest_at)`)} as since
      from chat.contacts
      where customer_account = ${account} and person_id = any(${bigints(people.map(({ id }) => id))}) and not ended
        and (waiting_since is not null or not latest_is_admin)
      order by contact_id desc limit 10`,
  );
  return waiting.map(({ waits, title, ...task }) => ({
    ...task,
    kind: waits ? "conversation waiting" : "conversation unanswered",
    title: title.slice(0, 200),
  }));
}

const ConversationRow = CustomerEvent.extend({ channel: z.string() });

/** The conversations of these people by when they began or ended. */
async function listConversations(
  trx: Trx,
  account: string,
  people: readonly number[],
  range: EventRange,
  column: "created_at" | "ended_at",
): Promise<CustomerEvent[]> {
  const at = sql.ref(`c.${column}`);
  const ended = column === "ended_at";
  const found = await checkedRows(
    trx,
    ConversationRow,
    sql`select ${eventInstant(at)} as at, ${ended ? "conversation ended" : "conversation started"} as kind,
        c.contact_id as record, c.channel, c.recipient as title,
        ${ended ? sql`c.disposition_label` : sql`left(c.latest_message, 500)`} as text,
        case when c.ended then 'ended' when c.opened then 'open' else 'waiting' end as state,
        ${ended ? sql`c.ended_by` : sql`c.response_by`} as by
      from chat.contacts c
      where c.customer_account = ${account} and c.person_id = any(${bigints(people)}) and ${at} is not null
        and ${inRange(at, range)}
      order by ${at} desc limit ${range.limit + 1}`,
  );
  return found.map(({ channel, ...event }) => ({ ...event, title: channelName(channel) }));
}

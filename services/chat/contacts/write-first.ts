import { sql } from "kysely";
import { z } from "zod";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { Contact, Message } from "../contract.schemas";
import { send, writtenBy } from "../messages/send";
import { mustLockAgent } from "../records/agents";
import { remember } from "../records/contact-events";
import { contactRow, mustHave, shownContact } from "../records/contacts";
import { shownMessage } from "../records/messages";
import { loadRootPerson, shownPerson } from "../records/people";
import { begin, roomFor } from "../routing/moves";
import { ConflictError } from "../workspace/conflict";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { type ContactPointRow, firstMessageState, listContactPoints } from "./reach";

type First = {
  inbox_id: number;
  external_id: string;
  person?: number | undefined;
  request_id: string;
  message: string;
};
type StartedConversation = { contact: Contact; messages: Message[] };

const PersonIdRow = z.object({ person_id: z.number() });

/** Whose door it is. @throws HttpError 404 */
export async function personBehind(
  { trx, account }: Pick<UnitOfWork, "trx" | "account">,
  { inbox_id, external_id, person }: Pick<First, "inbox_id" | "external_id" | "person">,
): Promise<number> {
  const found = await checkedRow(
    trx,
    PersonIdRow,
    sql`
    select person_id from chat.identities
    where customer_account = ${account} and inbox_id = ${inbox_id} and external_id = ${external_id}`,
  );
  const id = found?.person_id ?? person;
  if (id === undefined) throw new HttpError(404, "There is no such customer.");
  return (await loadRootPerson(trx, account, id)).id;
}

/**
 * An agent begins a conversation with a customer who is known: it is theirs from the first word (spec 2 §4, start), and
 * what the customer answers comes into it. The same request twice is one conversation.
 * @throws ConflictError 406 where nothing may be sent, or the agent has no room; HttpError 404
 */
export async function writeFirst(
  unit: UnitOfWork,
  agentId: string,
  first: First,
  here: ReadonlySet<string>,
): Promise<StartedConversation> {
  const { trx, account, now } = unit;
  await lockAccount(unit);
  const before = await sentBefore(unit, first.request_id);
  if (before) return before;
  const agent = await mustLockAgent(unit, agentId);
  const root = await personBehind(unit, first);
  const person = await shownPerson(trx, account, root);
  const point = (await listContactPoints(trx, account, [root])).find(
    ({ inbox_id, external_id }) => inbox_id === first.inbox_id && external_id === first.external_id,
  );
  if (!point) throw new HttpError(404, "There is no such customer.");
  const { may, words, mailed } = firstMessageState(point, person, here, now);
  if (!may) throw new ConflictError(406, words);
  roomFor(agent, "You have");
  await insertIdentity(unit, point);
  const id = await makeContact(unit, point, person, mailed ? person.email : "");
  await remember(unit, id, "made", `${unit.by.name} wrote to the customer first`);
  await begin(unit, id, agentId, "begun");
  const messages = await send(unit, id, { request_id: first.request_id, type: "text", message: first.message }, []);
  return { contact: shownContact(await mustHave(trx, account, id)), messages };
}

/** An address they told and never wrote from is a door of theirs now. */
async function insertIdentity(
  { trx, account, now }: UnitOfWork,
  { inbox_id, external_id, person_id }: ContactPointRow,
): Promise<void> {
  await sql`
    insert into chat.identities (customer_account, inbox_id, external_id, person_id, since)
    values (${account}, ${inbox_id}, ${external_id}, ${person_id}, ${now}) on conflict do nothing`.execute(trx);
}

const ContactIdRow = z.object({ contact_id: z.number() });

async function sentBefore(unit: UnitOfWork, request: string): Promise<StartedConversation | undefined> {
  const known = await checkedRow(
    unit.trx,
    ContactIdRow,
    sql`select contact_id from chat.messages where customer_account = ${unit.account} and message_id = ${request}`,
  );
  const found = known && (await contactRow(unit.trx, unit.account, known.contact_id));
  if (!found) return undefined;
  const written = (await writtenBy(unit, found.contact_id, request)) ?? [];
  if (written[0]?.author_id !== unit.by.id) throw new ConflictError(409, "This request id belongs to another message.");
  return { contact: shownContact(found), messages: written.map((message) => shownMessage(message, unit)) };
}

type KnownCustomer = { name: string; email: string; msisdn: string | null; language: string };

/** Nobody waits in it: it is begun in the same breath. Windows run on from what the customer last wrote there. */
async function makeContact(
  { trx, account, now }: UnitOfWork,
  point: ContactPointRow,
  person: KnownCustomer,
  mailTo: string,
): Promise<number> {
  const { inbox_id, channel, external_id, person_id, last } = point;
  const made = await checkedRow(
    trx,
    ContactIdRow,
    sql`
    insert into chat.contacts (customer_account, inbox_id, channel, user_id, person_id, msisdn, email, name, language,
      mail_to, last_customer_at, previous, latest_at, created_at, updated_at)
    select ${account}::text, ${inbox_id}::bigint, ${channel}::text, ${external_id}::text, ${person_id}::bigint, ${person.msisdn}::text,
      ${person.email}::text, ${person.name}::text, ${person.language}::text, ${mailTo}::text, ${last}::timestamptz,
      (select max(contact_id) from chat.contacts where customer_account = ${account} and person_id = ${person_id}
        and inbox_id = ${inbox_id} and user_id = ${external_id}),
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    returning contact_id`,
  );
  if (!made) throw new Error("the conversation was not made");
  return made.contact_id;
}

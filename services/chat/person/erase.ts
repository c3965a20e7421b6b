import { sql } from "kysely";
import { eraseChatActivities } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { eraseEvents } from "../../kit/events";
import { eraseNotices } from "../../kit/notice-store";
import { checkedRows, IdRow, NameRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { tellContact } from "../records/contact-events";
import { conversationKinds } from "../routing/moves";
import type { UnitOfWork } from "../workspace/unit-of-work";
import type { Theirs } from "./find-by-subject";

const erased = "Erased";

/** @throws HttpError 409 while a conversation runs, or a message to them is on its way: it would be sent without its words */
export async function mustBeDone(trx: Trx, account: string, contacts: readonly number[]): Promise<void> {
  const their = bigints(contacts);
  const [running] = await checkedRows(
    trx,
    IdRow,
    sql`
    select contact_id as id from chat.contacts where customer_account = ${account} and contact_id = any(${their})
      and not ended order by contact_id limit 1`,
  );
  if (running)
    throw new HttpError(
      409,
      `Conversation #${running.id} with this person is still running. End it, and erasing continues automatically.`,
    );
  const [leaving] = await checkedRows(
    trx,
    IdRow,
    sql`
    select id from chat.messages where customer_account = ${account} and contact_id = any(${their}) and status = 'queued' limit 1`,
  );
  if (leaving)
    throw new HttpError(409, "A chat message to this person is still on its way. Erasing continues when it has left.");
}

/**
 * Takes the person and every word out of conversations. Numbers, times, states, channel, stars and who answered stay, so
 * that reports remain what they were. The account's lock is held: no conversation of theirs begins meanwhile.
 */
export async function eraseTheirs(unit: UnitOfWork, { people, contacts }: Theirs): Promise<void> {
  const { trx, account } = unit;
  const here = sql`customer_account = ${account}`;
  const their = bigints(contacts);
  const who = bigints(people);
  await sql`select from chat.contacts where ${here} and contact_id = any(${their}) order by contact_id for update`.execute(
    trx,
  );
  await eraseActivities(unit, { people, contacts });
  await sql`
    update chat.messages m set text = case when text = '' then '' else ${erased} end, meta = '{}', provider_id = null, reason = '',
      author_name = case when author = 'customer' then ${erased} else author_name end,
      author_id = case when author = 'customer' then null else author_id end,
      file_name = case when file_id is null then '' else ${erased} end, extension = '', file_type = '', file_bytes = null,
      file_id = null
    where ${here} and contact_id = any(${their})`.execute(trx);
  await sql`
    update chat.contacts set user_id = 'erased-' || contact_id, name = ${erased}, email = '', msisdn = null, language = '',
      latest_message = ${erased}, form = '{}', page = '{}', rating_note = '', disposition_note = '', unread = 0
    where ${here} and contact_id = any(${their})`.execute(trx);
  await sql`delete from chat.identities where ${here} and person_id = any(${who})`.execute(trx);
  await sql`
    update chat.people set name = ${erased}, email = '', msisdn = null, language = '', fields = '{}', verified = false,
      blocked_at = null, merged_into = null
    where ${here} and id = any(${who})`.execute(trx);
  const given = { kinds: conversationKinds, ids: contacts };
  await eraseNotices(trx, account, given, `${erased} conversation`);
  await eraseEvents(trx, account, contacts);
  for (const id of contacts) await tellContact(unit, id, "erased");
}

/** What happened stays, by whom too, unless it was the customer: then it was "the customer". */
async function eraseActivities({ trx, account }: UnitOfWork, { people, contacts }: Theirs): Promise<void> {
  await sql`
    update chat.activities set by = 'The customer'
    where customer_account = ${account} and contact_id = any(${bigints(contacts)}) and by_kind = 'customer'`.execute(
    trx,
  );
  const known = await checkedRows(
    trx,
    NameRow,
    sql`select distinct name from chat.people where customer_account = ${account} and id = any(${bigints(people)}) and name <> ''`,
  );
  // Joined with somebody, parted from them, blocked: the line names them, whichever of the two it stands under.
  await eraseChatActivities(trx, account, { people, names: known.map(({ name }) => name) });
}

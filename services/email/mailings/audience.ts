import { sql } from "kysely";
import { z } from "zod";
import { readAddresses } from "../../../rules/email";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { EmailMember } from "../../messaging/contract.members";
import type { EmailDeps } from "../deps";
import { findSuppressed } from "../suppressions/store";
import type { Form } from "./create";
import { type MailContact, type RecipientDraft, type tally, toMailContact } from "./tally";

export type ChosenGroup = { id: number; name: string };
type Batch = { people: MailContact[]; invalid: number };

/** Typed at once; more are a contact group. */
const mostTyped = 100;

/** Members of groups, batch after batch, asked of the messaging service. @throws HttpError 422 for groups of others */
export async function* readGroups(
  { clientsOfAccount }: EmailDeps,
  account: string,
  ids: readonly number[],
  field: "group_ids" | "exclude_ids",
): AsyncGenerator<{ groups: ChosenGroup[]; data: EmailMember[] }> {
  let after: { group: number; at: string; contact_id: number } | null = null;
  do {
    const answer = await clientsOfAccount(account).messaging.emailMembers({ body: { group_ids: [...ids], after } });
    if (answer.status !== 200) throw new HttpError(503, "The contacts can't be read right now. Try again in a moment.");
    const { groups, data, next } = answer.body;
    if (groups.length < new Set(ids).size)
      throw new HttpError(422, "Please correct the marked fields.", {
        [field]: ["A chosen group was deleted. Remove it or choose another."],
      });
    yield { groups: groups.map(({ id, name }) => ({ id, name })), data };
    after = next;
  } while (after);
}

/** Everybody who is wanted; `onGroups` hears whose groups they are. */
export async function* readPeople(
  deps: EmailDeps,
  account: string,
  form: Form,
  onGroups: (groups: ChosenGroup[]) => void,
): AsyncGenerator<Batch> {
  if (form.kind === "single") {
    yield { people: typedAddresses(form.addresses), invalid: 0 };
    return;
  }
  for await (const { groups, data } of readGroups(deps, account, form.group_ids, "group_ids")) {
    onGroups(groups);
    const people = data.flatMap((member) => toMailContact(member) ?? []);
    yield { people, invalid: data.length - people.length };
  }
}

/** @throws HttpError 422 that says which are none */
function typedAddresses(text: string): MailContact[] {
  const { addresses, refused } = readAddresses(text);
  const wrong = refused.slice(0, 20).map(({ written }) => `${written} is not an email address.`);
  if (wrong.length > 0)
    throw new HttpError(422, "Some addresses can't be used. Nothing was sent.", { addresses: wrong });
  if (addresses.length > mostTyped)
    throw new HttpError(422, "Please correct the marked fields.", {
      addresses: [`Enter at most ${mostTyped} addresses, or use a contact group.`],
    });
  return addresses.map((address) => ({ address, name: "", phone: "", fields: {} }));
}

/** The addresses of the groups that are left out on purpose. */
export async function readExcluded(deps: EmailDeps, account: string, ids: readonly number[]): Promise<Set<string>> {
  const excluded = new Set<string>();
  if (ids.length === 0) return excluded;
  for await (const { data } of readGroups(deps, account, ids, "exclude_ids"))
    for (const member of data) {
      const person = toMailContact(member);
      if (person) excluded.add(person.address);
    }
  return excluded;
}

type Counting = {
  counted: ReturnType<typeof tally>;
  people: AsyncIterable<Batch>;
  excluded: ReadonlySet<string>;
  write(rows: RecipientDraft[]): Promise<void>;
};

/** Goes through everybody in batches, and hands each batch of recipients to `write`. */
export async function countAudience(
  trx: Trx,
  account: string,
  form: Pick<Form, "kind" | "quiet_days" | "list_id">,
  { counted, people, excluded, write }: Counting,
): Promise<void> {
  for await (const batch of people) {
    const addresses = batch.people.map(({ address }) => address);
    const optedOut = await findSuppressed(trx, account, addresses, form);
    const recent = await writtenLately(trx, account, addresses, form.quiet_days);
    const rows = counted.take(batch.people, { optedOut, recent, excluded });
    counted.invalid(batch.invalid);
    if (rows.length > 0) await write(rows);
  }
}

const AddressRow = z.object({ address: z.string() });

async function writtenLately(
  trx: Trx,
  account: string,
  addresses: readonly string[],
  days: number,
): Promise<Set<string>> {
  if (days === 0 || addresses.length === 0) return new Set();
  const rows = await checkedRows(
    trx,
    AddressRow,
    sql`
    select distinct address from email.recipients where customer_account = ${account}
      and address = any(${[...addresses]}::text[]) and sent_at > now() - make_interval(days => ${days})`,
  );
  return new Set(rows.map(({ address }) => address));
}

import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { Price } from "../../messaging/contract.price";
import type { CalendarPart } from "../contract.internal";
import type { MailingForm } from "../contract.schemas";
import type { EmailDeps } from "../deps";
import { mustBeActive } from "../lists/store";
import { loadUsableSender } from "../senders/store";
import { filler } from "../templates/fill";
import { emailLinks } from "../tracking/links";
import { loadTracking } from "../tracking/store";
import { type ChosenGroup, countAudience, readExcluded, readPeople } from "./audience";
import { loadSource, type MadeContent, makeContent } from "./content";
import { type RecipientDraft, tally } from "./tally";

export type Form = z.output<typeof MailingForm>;
/**
 * `automatic`: no person writes it to someone they know; it has a link that ends the e-mails, as bulk has. `calendar`:
 * what calendar programs read of it.
 */
export type Author = {
  id: string | null;
  name: string;
  balance: number;
  now: Date;
  automatic?: boolean;
  calendar?: CalendarPart | undefined;
};

/** That of the price list. */
const defaultPrice = 1_000;
const aYear = 366 * 86_400_000;

const MailPriceRow = z.object({ mail_price: z.number() });

/** The price of a mail in 1/10,000 KES. */
export async function loadMailPrice(trx: Trx, account: string): Promise<number> {
  const row = await checkedRow(
    trx,
    MailPriceRow,
    sql`
    select mail_price from email.settings where customer_account = ${account}`,
  );
  return row?.mail_price ?? defaultPrice;
}

/** FromAddress, content and price of a form; all that is asked outside the transaction that writes. */
async function prepare(
  { db }: Database,
  deps: EmailDeps,
  account: string,
  form: Form,
  { id: user, automatic = false }: Pick<Author, "id" | "automatic">,
) {
  const read = await readAccount(db, account, async (trx) => ({
    sender: await loadUsableSender(trx, account, form.sender),
    list: await mustBeActive(trx, account, form.list_id),
    source: await loadSource(trx, account, form, user),
    mailPrice: await loadMailPrice(trx, account),
    tracked: (await loadTracking(trx, account)).enabled,
  }));
  const made = await makeContent(deps, account, form, {
    ...{ source: read.source, company: read.sender.name, list: read.list, automatic },
  });
  const excluded = await readExcluded(deps, account, form.exclude_ids);
  return { ...read, made, excluded };
}

function tallyOf(form: Form, { content, open }: MadeContent, mailPrice: number) {
  const fill = filler(content, missingDefaults(form.missing));
  return tally({
    ...{ fields: content.fields, open, missing: form.missing, mailPrice },
    conditions: form.conditions.map((one) => ({ ...one, field: one.field.toLowerCase() })),
    sample: (fields) => fill(fields, "").text,
  });
}

/** What stands in where a value is missing. */
export function missingDefaults(missing: Form["missing"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(missing).flatMap(([field, choice]) => (typeof choice === "object" ? [[field, choice.default]] : [])),
  );
}

/** Counts and prices a form without writing anything. */
export async function loadPrice(
  database: Database,
  deps: EmailDeps,
  account: string,
  form: Form,
  { id, balance }: Pick<Author, "id" | "balance">,
): Promise<Price> {
  const { made, mailPrice, excluded } = await prepare(database, deps, account, form, { id });
  const counted = tallyOf(form, made, mailPrice);
  const people = readPeople(deps, account, form, () => undefined);
  await readAccount(database.db, account, (trx) =>
    countAudience(trx, account, form, { counted, people, excluded, write: async () => undefined }),
  );
  return counted.price(balance);
}

/**
 * Makes the draft with a row for each recipient. The account's key makes it once: the same form again is the same
 * mailing, another form under a used key is refused with 409.
 */
export async function makeDraft(
  database: Database,
  deps: EmailDeps,
  account: string,
  form: Form,
  author: Author,
): Promise<number> {
  if (form.send_at && Date.parse(form.send_at) > author.now.getTime() + aYear)
    throw new HttpError(422, "Please correct the marked fields.", { send_at: ["Choose a time within a year."] });
  const { calendar } = author;
  const hash = createHash("sha256")
    .update(JSON.stringify(calendar ? { form, calendar } : form))
    .digest();
  const before = await readAccount(database.db, account, (trx) => findMade(trx, account, form.key, hash));
  if (before !== undefined) return before;
  const prepared = await prepare(database, deps, account, form, author);
  const counted = tallyOf(form, prepared.made, prepared.mailPrice);
  return inAccount(database.db, account, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const id = await insertMailing(trx, account, form, { hash, author, ...prepared });
    if (id === undefined) return (await findMade(trx, account, form.key, hash)) ?? 0;
    let groups: ChosenGroup[] = [];
    let first = "";
    const people = readPeople(deps, account, form, (found) => {
      groups = found;
    });
    const write = async (rows: RecipientDraft[]) => {
      first ||= rows[0]?.address ?? "";
      await insertRecipients(trx, account, id, rows);
    };
    await countAudience(trx, account, withRules(form, author), { counted, people, excluded: prepared.excluded, write });
    const price = counted.price(author.balance);
    if (price.recipients === 0) throw nobody(form, price);
    await sql`
      update email.mailings set price = ${json(price)}, recipients = ${price.recipients}, cost_cents = ${price.cost_cents},
        groups = ${json(groups)}, first_address = ${first}
      where customer_account = ${account} and id = ${id}`.execute(trx);
    await sql`insert into email.mailing_counts (customer_account, mailing_id, queued)
      values (${account}, ${id}, ${price.recipients})`.execute(trx);
    return id;
  });
}

/** No one has an automatic e-mail who has unsubscribed, although it is to them alone. */
function withRules(form: Form, { automatic = false }: Pick<Author, "automatic">): Form {
  return automatic ? { ...form, kind: "bulk" } : form;
}

type PreparedDraft = Awaited<ReturnType<typeof prepare>> & { hash: Buffer; author: Author };

async function insertMailing(
  trx: Trx,
  account: string,
  form: Form,
  { hash, author, sender, source, made, mailPrice, tracked }: PreparedDraft,
): Promise<number | undefined> {
  const { exclude_ids, quiet_days, conditions } = form;
  const links = tracked ? { links: emailLinks(made.content) } : {};
  const automatic = author.automatic ? { automatic: true } : {};
  const calendar = author.calendar ? { calendar: author.calendar } : {};
  const content = { ...made.content, missing: missingDefaults(form.missing), ...links, ...automatic, ...calendar };
  const row = await checkedRow(
    trx,
    IdRow,
    sql`
    insert into email.mailings (customer_account, key, form_hash, kind, name, sender, from_name, reply_to, domain_id,
      company, subject, preheader, template_id, list_id, body, content, files, audience, send_at, mail_price, price, user_id, created_by)
    values (${account}, ${form.key}, ${hash}, ${form.kind}, ${form.name}, ${form.sender}, ${sender.name},
      ${sender.reply_to}, ${sender.domain_id}, ${sender.name}, ${form.subject}, ${source.preheader}, ${form.template_id}, ${form.list_id},
      ${form.body}, ${json(content)}, ${json(made.files)}, ${json({ exclude_ids, quiet_days, conditions })},
      ${form.send_at}::timestamptz, ${mailPrice}, '{}', ${author.id}, ${author.name})
    on conflict (customer_account, key) do nothing returning id`,
  );
  return row?.id;
}

async function insertRecipients(
  trx: Trx,
  account: string,
  mailing: number,
  rows: readonly RecipientDraft[],
): Promise<void> {
  await sql`
    insert into email.recipients (customer_account, mailing_id, seq, address, name, fields)
    select ${account}, ${mailing}, seq, address, name, fields::jsonb
    from unnest(${rows.map(({ seq }) => seq)}::int[], ${rows.map(({ address }) => address)}::text[],
      ${rows.map(({ name }) => name)}::text[], ${rows.map(({ fields }) => JSON.stringify(fields))}::text[])
      given (seq, address, name, fields)`.execute(trx);
}

const MadeRow = z.object({ id: z.number(), form_hash: z.instanceof(Buffer) });

async function findMade(trx: Trx, account: string, key: string, hash: Buffer): Promise<number | undefined> {
  const found = await checkedRow(
    trx,
    MadeRow,
    sql`
    select id, form_hash from email.mailings where customer_account = ${account} and key = ${key}`,
  );
  if (!found) return undefined;
  if (!found.form_hash.equals(hash))
    throw new HttpError(409, "Another email was made from this page. Open the page again.");
  return found.id;
}

function nobody(form: Form, price: Price): HttpError {
  const field = form.kind === "bulk" ? "group_ids" : "addresses";
  const words =
    price.in_groups === 0
      ? "There is no one in these groups."
      : price.opted_out > 0 && price.opted_out === price.in_groups - price.invalid
        ? "Everyone here is on the suppression list."
        : "No one here can get this email: look at who is left out.";
  return new HttpError(422, words, { [field]: [words] });
}

import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type { AudienceRules } from "../contract.audience";
import type { Price } from "../contract.price";
import type { BlastForm } from "../contract.sending";
import { findNetworksWithout, type SharedSenderSetting, usableKind } from "../senders/shared";
import { type LinkSetting, linkBase } from "../short-links/base";
import { insertLinks, type ShortenedText, shortenLinks } from "../short-links/store";
import { chosenGroups, countAudience } from "./audience";
import { dropDraftsLater } from "./drafts";
import { type LeaveOut, readLeaveOut } from "./left-out";
import { loadPrices } from "./prices";
import { draftRecurring } from "./recurring";
import { mustBeUnsent } from "./replace";
import { loadBlastSettings } from "./settings";
import { findSuspensionReason } from "./suspension";
import { type BlastCounts, blastFooter, ownText, type Person, type Row } from "./tally";

export type Form = z.output<typeof BlastForm>;

/**
 * What a program sends: each with a text of its own in the field `message`, perhaps with its own name for it. `out_of`: the
 * hold of billing that the cost is taken out of first.
 */
type ProgramRows = {
  keyId: number | null;
  people: Person[];
  references: { msisdn: string; reference: string }[];
  out_of: string | null;
};
/** Who writes it; `recurring`: it is one time of a recurring message. */
type DraftAuthor = {
  id: string | null;
  name: string;
  balance: number;
  now: Date;
  recurring?: number;
  program?: ProgramRows;
};
type DraftDeps = SharedSenderSetting & LinkSetting;
type CreatedBlast = { id: number; again: boolean };

/** Counts and prices a form without writing anything. */
export function loadPrice(
  { db }: Database,
  shared: DraftDeps,
  account: string,
  given: Form,
  balance: number,
): Promise<Price> {
  const form = readable(given);
  return inAccount(db, account, async (trx) => {
    const draft = await createDraft(trx, shared, account, form);
    await chosenGroups(trx, account, form.kind === "bulk" ? form.group_ids : []);
    const leaveOut = await loadLeaveOut(trx, account, form);
    const counted = await countAudience(trx, account, form, draft, async () => undefined, leaveOut);
    return counted.price(balance);
  });
}

/**
 * Makes the draft with a message for each recipient, in one transaction. The account's key makes it once: the same
 * form again is the same blast, another form under a used key is refused with 409.
 */
export function makeDraft(
  { db }: Database,
  shared: DraftDeps,
  account: string,
  given: Form,
  who: DraftAuthor,
): Promise<CreatedBlast> {
  const form = readable(given);
  const { program } = who;
  const hash = hashForm(form, program);
  if (form.send_at && Date.parse(form.send_at) > who.now.getTime() + 366 * 86_400_000)
    throw new HttpError(422, "Please correct the marked fields.", { send_at: ["Choose a time within a year."] });
  return inAccount(db, account, async (trx) => {
    const stopped = await findSuspensionReason(trx, account);
    if (stopped !== undefined) throw new HttpError(422, stopped);
    if (form.replaces !== null) await mustBeUnsent(trx, account, form.replaces);
    const draft = await createDraft(trx, shared, account, form);
    const groups = await chosenGroups(trx, account, form.kind === "bulk" ? form.group_ids : []);
    const made = await trx
      .insertInto("messaging.blasts")
      .values({
        customer_account: account,
        key: form.key,
        form_hash: hash,
        kind: form.kind,
        name: form.name,
        sender: form.sender,
        promotional: draft.promotional,
        groups: JSON.stringify(groups),
        list_id: form.kind === "express" ? form.list_id : null,
        audience: JSON.stringify(rulesOf(form) ?? {}),
        body: ownText(draft),
        link_base: draft.shortened.base,
        footer: blastFooter(draft) || null,
        send_at: form.send_at,
        replaces: form.replaces,
        part_price: draft.partPrice,
        price: "{}",
        recipients: 0,
        parts: 0,
        cost_cents: 0,
        created_by: who.name,
        user_id: who.id,
        api_key_id: program?.keyId ?? null,
        out_of: program?.out_of ?? null,
      })
      .onConflict((on) => on.columns(["customer_account", "key"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) return madeBefore(trx, account, form.key, hash);
    await insertLinks(trx, account, made.id, draft.shortened.links);
    await linkRecurring(trx, account, made.id, form, who);
    const leaveOut = await loadLeaveOut(trx, account, form);
    const write = (rows: readonly Row[]) => writeRows(trx, account, made.id, rows);
    const wanted = program ? { ...form, people: program.people } : form;
    const counted = await countAudience(trx, account, wanted, draft, write, leaveOut);
    if (program) await writeReferences(trx, account, made.id, program.references);
    const price = counted.price(who.balance);
    if (price.recipients === 0) throw nobody(form, price);
    await trx
      .updateTable("messaging.blasts")
      .set({
        price: JSON.stringify(price),
        recipients: price.recipients,
        parts: price.parts,
        cost_cents: price.cost_cents,
      })
      .where("customer_account", "=", account)
      .where("id", "=", made.id)
      .execute();
    await trx
      .insertInto("messaging.blast_counts")
      .values({ customer_account: account, blast_id: made.id, queued: price.recipients })
      .execute();
    await dropDraftsLater(trx, account, who.now);
    return { id: made.id, again: false };
  });
}

async function createDraft(
  trx: Trx,
  shared: DraftDeps,
  account: string,
  form: Form,
): Promise<BlastCounts & { shortened: ShortenedText }> {
  const kind = await usableKind(trx, account, form.sender, shared);
  if (kind === undefined)
    throw new HttpError(422, "Please correct the marked fields.", {
      sender: ["Choose one of your approved sender IDs."],
    });
  const prices = await loadPrices(trx, account);
  const notOn = await findNetworksWithout(trx, account, form.sender);
  const settings = await loadBlastSettings(trx, account);
  const { footer } = settings;
  const shortened = await shortenLinks(trx, form.body, linkBase(settings, shared, kind));
  return {
    shortened,
    body: shortened.body,
    missing: form.missing,
    promotional: kind === "promotional",
    footer,
    notOn,
    ...prices,
  };
}

/** Writes down what recurs, and which of it this blast is. */
async function linkRecurring(trx: Trx, account: string, blast: number, form: Form, who: DraftAuthor): Promise<void> {
  const { recurrence, key: _, send_at: _at, replaces: _other, ...again } = form;
  const id = recurrence ? await draftRecurring(trx, account, { form: again, recurrence, by: who }) : who.recurring;
  if (id === undefined) return;
  await trx
    .updateTable("messaging.blasts")
    .set({ recurring_id: id })
    .where("customer_account", "=", account)
    .where("id", "=", blast)
    .execute();
}

/** The rules of the audience, where the form has any. */
function rulesOf({ exclude_ids, quiet_days, conditions }: Form): AudienceRules | undefined {
  if (exclude_ids.length === 0 && quiet_days === 0 && conditions.length === 0) return undefined;
  return { exclude_ids, quiet_days, conditions };
}

async function loadLeaveOut(trx: Trx, account: string, form: Form): Promise<LeaveOut | undefined> {
  const rules = rulesOf(form);
  return rules && readLeaveOut(trx, account, rules);
}

async function madeBefore(trx: Trx, account: string, key: string, hash: Buffer): Promise<CreatedBlast> {
  const before = await trx
    .selectFrom("messaging.blasts")
    .select(["id", "form_hash"])
    .where("customer_account", "=", account)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (!before.form_hash.equals(hash))
    throw new HttpError(409, "This key was used for another message. Nothing was made or sent.");
  return { id: before.id, again: true };
}

/** Below row-level security PostgreSQL takes no COPY; one JSON document a batch costs about the same. */
export async function writeRows(trx: Trx, account: string, blast: number, rows: readonly Row[]): Promise<void> {
  await sql`
    insert into messaging.messages (customer_account, blast_id, seq, msisdn, name, text, parts, part_price)
    select ${account}, ${blast}::bigint, row.seq, row.msisdn, row.name, row.text, row.parts, row.part_price
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row (seq int, msisdn text, name text, text text, parts smallint, part_price int)`.execute(trx);
}

async function writeReferences(trx: Trx, account: string, blast: number, given: ProgramRows["references"]) {
  if (given.length === 0) return;
  await sql`
    insert into messaging.message_references (customer_account, blast_id, seq, reference)
    select ${account}, m.blast_id, m.seq, r.reference
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (msisdn text, reference text)
    join messaging.messages m on m.customer_account = ${account} and m.blast_id = ${blast} and m.msisdn = r.msisdn`.execute(
    trx,
  );
}

function nobody(form: Form, price: Price): HttpError {
  const field = form.kind === "bulk" ? "group_ids" : form.list_id === null ? "numbers" : "list_id";
  const why =
    price.in_groups === 0
      ? "It has no contacts."
      : `All ${price.in_groups.toLocaleString("en-GB")} are left out: opted out, left out on purpose, without a number or without a value.`;
  return new HttpError(422, "There are no recipients.", { [field]: [why] });
}

/** What PostgreSQL and UTF-8 cannot hold is taken out before anything is counted: U+0000 and half characters. */
function readable(form: Form): Form {
  const clean = (text: string) => Buffer.from(text.replaceAll("\u0000", "")).toString();
  const missing = Object.entries(form.missing).map(([field, choice]) => [
    field.toLowerCase(),
    typeof choice === "object" ? { default: clean(choice.default) } : choice,
  ]);
  return {
    ...form,
    name: clean(form.name),
    sender: clean(form.sender),
    numbers: clean(form.numbers),
    body: clean(form.body),
    key: clean(form.key),
    conditions: form.conditions.map(({ field, is, value }) => ({ field: clean(field), is, value: clean(value) })),
    missing: Object.fromEntries(missing),
  };
}

/** What makes two forms the same message; the key is not part of it. */
export function hashForm(given: Form, program?: Pick<ProgramRows, "people" | "references">): Buffer {
  const {
    key: _,
    missing,
    list_id,
    exclude_ids: _ids,
    quiet_days: _days,
    conditions: _conditions,
    replaces,
    recurrence,
    ...form
  } = given;
  const sorted = Object.entries(missing).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(
      JSON.stringify({
        ...form,
        ...(list_id === null ? {} : { list_id }),
        ...(replaces === null ? {} : { replaces }),
        ...(recurrence === null ? {} : { recurrence }),
        ...rulesOf(given),
        missing: sorted,
        ...(program ? { people: program.people, references: program.references } : {}),
      }),
    )
    .digest();
}

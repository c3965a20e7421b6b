import { createHash, createHmac, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { brand } from "../../../rules/brand";
import { fieldInUse } from "../../../rules/crm-field-conditions";
import { hasProof, isLeadFormField, type UtmName } from "../../../rules/lead-form";
import { clientKey } from "../../kit/address";
import { constantTimeEqual } from "../../kit/constant-time";
import { countedUses } from "../../kit/counted-uses";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { emailTemplate } from "../../kit/email-template";
import { sendLater, type Tasks } from "../../kit/jobs";
import { mailLater } from "../../kit/mail";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { CustomValues } from "../contract.records";
import type { CrmDeps } from "../deps";
import { listManagers } from "../records/managers";
import { onTakenValue } from "../values/check";
import { listFields } from "../values/store";
import { readAnswers } from "./answers";
import { Answers, arrive, type PublicForm, PublicFormRow } from "./arrive";

/** In an hour, by address: a mobile network is one address for a town. Without proof of work fewer. */
export const entryLimits = { proven: 300, unproven: 60, perPage: 10 };
const hour = 3600;
/** Seconds that a page stays good for sending. */
const pageLasts = 24 * hour;
/** Days for which the link in a mail can be opened. */
const confirmDays = 7;
const expireTask = "crm.form-entry-expire";

export type Entry = {
  /** What was typed, by field. */
  typed: Readonly<Record<string, string>>;
  consented: boolean;
  /** Filled in by no person. */
  honeypot: string;
  /** What the page was given, and what its script found. */
  ticket: string;
  proof: string;
  utm: Readonly<Record<UtmName, string>>;
  referrer: string;
  address: string;
};

export type EntryResult =
  | { kind: "thanks" }
  | { kind: "check mail" }
  | { kind: "refused"; errors: Record<string, string> }
  | { kind: "old page" }
  | { kind: "too often"; retryAfter: number };

type VisitorDeps = CrmDeps & { secret: string };
export type FormVisitors = ReturnType<typeof formVisitors>;

const FormKeyRow = z.object({ customer_account: z.string(), form_id: z.number() });

/** What the visitors of public forms may do: see a form, send it, confirm it. */
export function formVisitors(database: Database, deps: VisitorDeps) {
  const { db } = database;
  const limits = {
    proven: countedUses(database, "crm.form_uses", "proven", entryLimits.proven, hour),
    unproven: countedUses(database, "crm.form_uses", "unproven", entryLimits.unproven, hour),
    page: countedUses(database, "crm.form_uses", "page", entryLimits.perPage, pageLasts),
  };

  async function find(key: string): Promise<PublicForm | undefined> {
    if (!/^[\w-]{24}$/.test(key)) return undefined;
    const found = await checkedRow(
      db,
      FormKeyRow,
      sql`
      select customer_account, form_id from crm.lead_form_keys where key = ${key}`,
    );
    if (!found) return undefined;
    const account = found.customer_account;
    return readAccount(db, account, async (trx) => {
      const form = await checkedRow(
        trx,
        PublicFormRow,
        sql`select customer_account as account, id, key, name, title, intro, button, thanks, fields, consent,
            double_opt_in, manager_ids, sites
          from crm.lead_forms where customer_account = ${account} and id = ${found.form_id} and active`,
      );
      return form && withCustomFields(trx, form);
    });
  }

  /** A unique value that was taken in the same moment is found the second time. */
  const saving = <T>(account: string, work: (trx: Trx) => Promise<T>) =>
    onTakenValue(() => inAccount(db, account, work));

  const signature = (key: string, words: string) =>
    createHmac("sha256", deps.secret).update(`lead form ${key} ${words}`).digest("base64url").slice(0, 32);

  /** Who can be given leads, by id. */
  async function people(account: string): Promise<Map<string, string>> {
    return new Map((await listManagers(deps, account)).map(({ id, name }) => [id, name]));
  }

  return {
    find,

    /** What a page of the form is good for: it is sent back with the entry, once. */
    ticket(form: PublicForm, now = Date.now()): string {
      const words = `${randomBytes(9).toString("base64url")}.${Math.floor(now / 1000).toString(36)}`;
      return `${words}.${signature(form.key, words)}`;
    },

    async send(form: PublicForm, entry: Entry, now = Date.now()): Promise<EntryResult> {
      // A robot is thanked as everybody is, and nothing is kept.
      if (entry.honeypot !== "") return { kind: "thanks" };
      const page = readTicket(entry.ticket, (words) => signature(form.key, words), now);
      if (page === undefined) return { kind: "old page" };
      const proven = isProven(entry.ticket, entry.proof);
      for (const take of [
        () => limits.page.take(page),
        () => limits[proven ? "proven" : "unproven"].take(clientKey(entry.address)),
      ]) {
        const decision = await take();
        if (!decision.allowed) return { kind: "too often", retryAfter: decision.retryAfter };
      }
      const read = readAnswers(form, entry.typed, entry.consented);
      if ("errors" in read) return { kind: "refused", errors: read.errors };
      const given = form.double_opt_in ? new Map<string, string>() : await people(form.account);
      return saving(form.account, async (trx) => {
        // The same page sent twice is one entry.
        if (!(await isFirstUse(trx, page))) return { kind: form.double_opt_in ? "check mail" : "thanks" };
        const source = entry.utm.utm_source || `Form: ${form.name}`;
        const kept = { form, answers: read.answers, consented: entry.consented && form.consent !== "" };
        const confirm = form.double_opt_in ? randomBytes(18).toString("base64url") : undefined;
        const id = await insertEntry(trx, kept, entry, { proven, confirm });
        if (confirm === undefined) {
          await arrive(trx, { ...kept, entry: id, source: source.slice(0, 100) }, given);
          return { kind: "thanks" };
        }
        const path = `/lead-form/${form.key}/confirm/${id}.${confirm}`;
        await mailLater(trx, form.account, { to: read.answers.email, ...confirmMail(form, path) });
        const at = new Date(now + confirmDays * 86_400_000);
        await sendLater(trx, expireTask, { account: form.account, entry_id: id }, { at });
        return { kind: "check mail" };
      });
    },

    /** Whether the link of a mail still waits to be confirmed. Opening it changes nothing: mail hosts open links. */
    async waits(form: PublicForm, link: string): Promise<boolean> {
      return readAccount(db, form.account, async (trx) => (await findPending(trx, form, link)) !== undefined);
    },

    /** The entry that the link of a mail names becomes a lead. Answers whether it was there. */
    async confirm(form: PublicForm, link: string): Promise<boolean> {
      const given = await people(form.account);
      return saving(form.account, async (trx) => {
        const found = await findPending(trx, form, link, true);
        if (!found) return false;
        const { id, answers, consented_at, utm_source } = found;
        const source = (utm_source || `Form: ${form.name}`).slice(0, 100);
        // An entry of an earlier version has no custom fields.
        const said = { ...answers, custom: answers.custom ?? {} };
        await arrive(trx, { form, entry: id, answers: said, consented: consented_at !== null, source }, given);
        return true;
      });
    },
  };
}

/** The form with the custom fields that it asks; those that are archived or gone it does not ask. */
async function withCustomFields(trx: Trx, form: Omit<PublicForm, "custom">): Promise<PublicForm> {
  if (form.fields.every(({ field }) => isLeadFormField(field))) return { ...form, custom: [] };
  const all = await listFields(trx, form.account, "lead");
  const fields = form.fields.filter(({ field }) => isLeadFormField(field) || fieldInUse(all, field));
  const custom = fields.flatMap(({ field }) => fieldInUse(all, field) ?? []);
  return { ...form, fields, custom };
}

/** The words of a page's ticket, if it is ours and of today. */
function readTicket(ticket: string, sign: (words: string) => string, now: number): string | undefined {
  const [, random, since = "", signed = ""] = /^([\w-]{12})\.([0-9a-z]{1,8})\.([\w-]{32})$/.exec(ticket) ?? [];
  const words = `${random}.${since}`;
  if (random === undefined || !constantTimeEqual(signed, sign(words))) return undefined;
  const age = now / 1000 - Number.parseInt(since, 36);
  return age < -60 || age > pageLasts ? undefined : words;
}

function isProven(ticket: string, proof: string): boolean {
  return /^\d{1,12}$/.test(proof) && hasProof(createHash("sha256").update(`${ticket}.${proof}`).digest());
}

async function isFirstUse(trx: Trx, page: string): Promise<boolean> {
  const made = await sql`
    insert into crm.form_uses (key, used, until) values (${`sent ${page}`}, 1, now() + make_interval(secs => ${pageLasts}))
    on conflict (key) do nothing`.execute(trx);
  return (made.numAffectedRows ?? 0n) > 0n;
}

async function insertEntry(
  trx: Trx,
  { form, answers, consented }: { form: PublicForm; answers: Answers; consented: boolean },
  { utm, referrer }: Entry,
  { proven, confirm }: { proven: boolean; confirm: string | undefined },
): Promise<number> {
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.form_entries (customer_account, form_id, state, answers, utm_source, utm_medium, utm_campaign,
        utm_term, utm_content, referrer, consent, consented_at, proven, confirm_hash)
      values (${form.account}, ${form.id}, 'pending', ${json(answers)}, ${utm.utm_source}, ${utm.utm_medium},
        ${utm.utm_campaign}, ${utm.utm_term}, ${utm.utm_content}, ${referrer}, ${consented ? form.consent : ""},
        case when ${consented} then now() end, ${proven}, ${confirm === undefined ? null : hashOf(confirm)})
      returning id`,
  );
  return made?.id ?? 0;
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

const Pending = z.object({
  id: z.number(),
  answers: Answers.extend({
    custom: CustomValues.optional(),
  }),
  consented_at: z.date().nullable(),
  utm_source: z.string(),
  confirm_hash: z.instanceof(Buffer),
});
type Pending = z.infer<typeof Pending>;

async function findPending(trx: Trx, form: PublicForm, link: string, lock = false): Promise<Pending | undefined> {
  const [, id, secret] = /^(\d{1,15})\.([\w-]{24})$/.exec(link) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const found = await checkedRow(
    trx,
    Pending,
    sql`select id, answers, consented_at, utm_source, confirm_hash from crm.form_entries
      where customer_account = ${form.account} and form_id = ${form.id} and id = ${Number(id)} and state = 'pending'
        and confirm_hash is not null ${lock ? sql`for update` : sql``}`,
  );
  return found && constantTimeEqual(hashOf(secret), found.confirm_hash) ? found : undefined;
}

function confirmMail({ title, name }: PublicForm, path: string) {
  return emailTemplate({
    subject: `Please confirm: ${title}`,
    lines: [`You filled in “${title}” with this address. Confirm it, and we will be in touch.`],
    button: { label: "Confirm", path },
    after: [
      `The link works for ${confirmDays} days. If it wasn't you, ignore this mail: nothing more happens.`,
      `${name}, sent by ${brand.name} for its customer.`,
    ],
  });
}

/** The job that forgets what nobody confirmed; may run twice. */
export function formTasks({ db }: Database): Tasks {
  return {
    async [expireTask]({ account, entry_id }) {
      await inAccount(db, String(account), (trx) =>
        sql`
          update crm.form_entries set state = 'expired', answers = '{}', referrer = '', confirm_hash = null
          where customer_account = ${String(account)} and id = ${Number(entry_id)} and state = 'pending'`.execute(trx),
      );
    },
  };
}

import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { patternText, sitePattern } from "../../rules/site-origins";
import { languages, type Words } from "../../rules/webchat";
import { isDuplicate, type Trx } from "../kit/database";
import { checkedRows } from "../kit/row-schema";
import { hasRows } from "../kit/rows";
import { HttpError } from "../kit/serve";
import type { Application, ApplicationForm } from "./contract.schemas";

export const noApplication = "There is no such application.";

/** What was never written has no key. */
const KeptWords = z.object({ en: z.string().optional(), sw: z.string().optional() });

export function inBoth({ en = "", sw = "" }: z.infer<typeof KeptWords>): Words {
  return { en, sw };
}

/** What an application and its visitors read of its row alike. */
export const siteColumns = {
  key: z.string(),
  inbox_id: z.number(),
  name: z.string(),
  colour: z.string(),
  greeting: KeptWords,
  position: z.enum(["right", "left"]),
  domains: z.array(z.string()),
  null_origin: z.boolean(),
  languages: z.array(z.enum(languages)),
  prechat: z.boolean(),
  consent: KeptWords,
  away_text: KeptWords,
  away_form: z.boolean(),
};

const Row = z.object({
  id: z.number(),
  customer_account: z.string(),
  ...siteColumns,
  identity_required: z.boolean(),
  identity_since: z.date().nullable(),
  active: z.boolean(),
  last_visit: z.date().nullable(),
  visitors: z.number(),
  made_at: z.date(),
  updated_at: z.date(),
});
type Row = z.infer<typeof Row>;

/** The account's applications by name, or one of them. */
export async function listApplications(trx: Trx, account: string, id?: number): Promise<Application[]> {
  const one = id === undefined ? sql`true` : sql`a.id = ${id}`;
  const rows = await checkedRows(
    trx,
    Row,
    sql`
    select a.id, a.customer_account, a.key, a.inbox_id, a.name, a.colour, a.greeting, a.position, a.domains,
      a.null_origin, a.languages, a.prechat, a.consent, a.away_text, a.away_form, a.identity_required,
      a.identity_since, a.active, a.made_at, a.updated_at, v.last_visit, coalesce(v.visitors, 0)::int as visitors
    from webchat.applications a left join lateral (
      select max(seen_at) as last_visit, count(*) filter (where seen_at > now() - interval '7 days') as visitors
      from webchat.visitors where customer_account = a.customer_account and application_id = a.id
    ) v on true
    where a.customer_account = ${account} and a.channel = 'webchat' and a.deleted_at is null and ${one}
    order by lower(a.name) limit 500`,
  );
  return rows.map(shown);
}

function shown({ greeting, consent, away_text, ...row }: Row): Application {
  return {
    ...row,
    greeting_en: greeting.en ?? "",
    greeting_sw: greeting.sw ?? "",
    consent_en: consent.en ?? "",
    consent_sw: consent.sw ?? "",
    away_text_en: away_text.en ?? "",
    away_text_sw: away_text.sw ?? "",
    identity_since: row.identity_since?.toISOString() ?? null,
    last_visit: row.last_visit?.toISOString() ?? null,
    made_at: row.made_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** One application. @throws HttpError 404 */
export async function loadApplication(trx: Trx, account: string, id: number): Promise<Application> {
  const [found] = await listApplications(trx, account, id);
  if (!found) throw new HttpError(404, noApplication);
  return found;
}

/** A key for the script line: 120 random bits, letters and digits. */
export function newKey(): string {
  return randomBytes(15).toString("hex");
}

/** @throws HttpError 422 when the name is taken */
export async function insertApplication(
  trx: Trx,
  account: string,
  form: ApplicationForm,
  { key, inbox }: { key: string; inbox: number },
): Promise<number> {
  await refuseTaken(trx, account, form.name);
  const row = await trx
    .insertInto("webchat.applications")
    .values({ customer_account: account, key, inbox_id: inbox, ...columns(form) })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch(orTaken(form.name));
  await trx.insertInto("webchat.keys").values({ key, customer_account: account, application_id: row.id }).execute();
  return row.id;
}

/** @throws HttpError 404, or 422 when the name is taken */
export async function changeApplication(trx: Trx, account: string, id: number, form: ApplicationForm): Promise<void> {
  await refuseTaken(trx, account, form.name, id);
  const changed = await trx
    .updateTable("webchat.applications")
    .set({ ...columns(form), updated_at: new Date() })
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .where("channel", "=", "webchat")
    .where("deleted_at", "is", null)
    .executeTakeFirst()
    .catch(orTaken(form.name));
  if (changed.numUpdatedRows === 0n) throw new HttpError(404, noApplication);
}

/** Takes it off: its key opens nothing from now on, its visitors' sessions end. @throws HttpError 404 */
export async function removeApplication(trx: Trx, account: string, id: number): Promise<Application> {
  const gone = await loadApplication(trx, account, id);
  await closeApplication(trx, account, gone);
  return gone;
}

/** Its key opens nothing from now on; the row stays for its conversations. */
export async function closeApplication(
  trx: Trx,
  account: string,
  { id, key }: { id: number; key: string },
): Promise<void> {
  await sql`
    update webchat.applications set deleted_at = now(), active = false
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`delete from webchat.keys where key = ${key}`.execute(trx);
}

/** What an application is, whether of a site or of a mobile app. @throws HttpError 404 */
export async function loadApplicationKind(
  trx: Trx,
  account: string,
  id: number,
): Promise<{ name: string; channel: "webchat" | "mobile" }> {
  const found = await trx
    .selectFrom("webchat.applications")
    .select(["name", "channel"])
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!found) throw new HttpError(404, noApplication);
  return found;
}

function columns(form: ApplicationForm) {
  const { greeting_en, greeting_sw, consent_en, consent_sw, away_text_en, away_text_sw, domains, ...plain } = form;
  const spelt = domains.flatMap((text) => {
    const pattern = sitePattern(text);
    return pattern ? [patternText(pattern)] : [];
  });
  return {
    ...plain,
    domains: [...new Set(spelt)],
    greeting: JSON.stringify({ en: greeting_en, sw: greeting_sw }),
    consent: JSON.stringify({ en: consent_en, sw: consent_sw }),
    away_text: JSON.stringify({ en: away_text_en, sw: away_text_sw }),
  };
}

/** @throws HttpError 422 when another application has the name */
export async function refuseTaken(trx: Trx, account: string, name: string, but = 0): Promise<void> {
  const found = await hasRows(
    trx,
    sql`
    select from webchat.applications
    where customer_account = ${account} and lower(name) = lower(${name}) and id <> ${but} and deleted_at is null`,
  );
  if (found) throw taken(name);
}

function taken(name: string): HttpError {
  const words = `There is an application named ${name} already.`;
  return new HttpError(422, words, { name: [words] });
}

/** Somebody may have taken it since it was looked for. */
export function orTaken(name: string) {
  return (error: unknown): never => {
    throw isDuplicate(error) ? taken(name) : error;
  };
}

import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { closeApplication, orTaken, refuseTaken } from "../applications";
import type { MobileApp, MobileAppForm } from "../contract.mobile";

export const noMobileApp = "There is no such mobile app.";

/** As JSON in the row of its app: instants are texts. */
const PushRow = z.object({
  project: z.string(),
  client_email: z.string(),
  connected_at: z.string(),
  active: z.boolean(),
  with_text: z.boolean(),
  pushed_at: z.string().nullable(),
  failed_at: z.string().nullable(),
  fault: z.string(),
});

const WordsRow = z.object({ en: z.string().optional(), sw: z.string().optional() });

const AppRow = z.object({
  id: z.number(),
  customer_account: z.string(),
  key: z.string(),
  inbox_id: z.number(),
  name: z.string(),
  android_package: z.string(),
  ios_bundle: z.string(),
  greeting: WordsRow,
  prechat: z.boolean(),
  consent: WordsRow,
  away_text: WordsRow,
  away_form: z.boolean(),
  identity_required: z.boolean(),
  identity_since: z.date().nullable(),
  active: z.boolean(),
  push: PushRow.nullable(),
  phones: z.number(),
  last_visit: z.date().nullable(),
  visitors: z.number(),
  made_at: z.date(),
  updated_at: z.date(),
});

/** The account's mobile apps by name, or one of them. */
export async function listMobileApps(trx: Trx, account: string, id?: number): Promise<MobileApp[]> {
  const one = id === undefined ? sql`true` : sql`a.id = ${id}`;
  const found = await checkedRows(
    trx,
    AppRow,
    sql`
    select a.id, a.customer_account, a.key, a.inbox_id, a.name, a.android_package, a.ios_bundle, a.greeting, a.prechat,
      a.consent, a.away_text, a.away_form, a.identity_required, a.identity_since, a.active, a.made_at, a.updated_at, v.last_visit,
      coalesce(v.visitors, 0)::int as visitors,
      (select json_build_object('project', p.project, 'client_email', p.client_email, 'connected_at', p.connected_at,
          'active', p.active, 'with_text', p.with_text, 'pushed_at', p.pushed_at, 'failed_at', p.failed_at, 'fault', p.fault)
        from webchat.push_settings p where p.customer_account = a.customer_account and p.application_id = a.id) as push,
      (select count(*)::int from webchat.push_tokens t
        where t.customer_account = a.customer_account and t.application_id = a.id) as phones
    from webchat.applications a left join lateral (
      select max(seen_at) as last_visit, count(*) filter (where seen_at > now() - interval '7 days') as visitors
      from webchat.visitors where customer_account = a.customer_account and application_id = a.id
    ) v on true
    where a.customer_account = ${account} and a.channel = 'mobile' and a.deleted_at is null and ${one}
    order by lower(a.name) limit 500`,
  );
  return found.map(shown);
}

function shown({ greeting, consent, away_text, ...row }: z.output<typeof AppRow>): MobileApp {
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

/** @throws HttpError 404 */
export async function loadMobileApp(trx: Trx, account: string, id: number): Promise<MobileApp> {
  const [found] = await listMobileApps(trx, account, id);
  if (!found) throw new HttpError(404, noMobileApp);
  return found;
}

/** @throws HttpError 422 when the name is taken */
export async function insertMobileApp(
  trx: Trx,
  account: string,
  form: MobileAppForm,
  { key, inbox }: { key: string; inbox: number },
): Promise<number> {
  await refuseTaken(trx, account, form.name);
  const { id } = await trx
    .insertInto("webchat.applications")
    .values({ customer_account: account, channel: "mobile", key, inbox_id: inbox, ...columns(form) })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch(orTaken(form.name));
  await trx.insertInto("webchat.keys").values({ key, customer_account: account, application_id: id }).execute();
  return id;
}

/** @throws HttpError 404, or 422 when the name is taken */
export async function changeMobileApp(trx: Trx, account: string, id: number, form: MobileAppForm): Promise<void> {
  await refuseTaken(trx, account, form.name, id);
  const changed = await trx
    .updateTable("webchat.applications")
    .set({ ...columns(form), updated_at: new Date() })
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .where("channel", "=", "mobile")
    .where("deleted_at", "is", null)
    .executeTakeFirst()
    .catch(orTaken(form.name));
  if (changed.numUpdatedRows === 0n) throw new HttpError(404, noMobileApp);
}

/** Its key opens nothing any more; its Firebase key and the tokens of its phones are forgotten. @throws HttpError 404 */
export async function removeMobileApp(trx: Trx, account: string, id: number): Promise<MobileApp> {
  const gone = await loadMobileApp(trx, account, id);
  await closeApplication(trx, account, gone);
  for (const table of ["webchat.push_settings", "webchat.push_tokens"] as const)
    await trx.deleteFrom(table).where("customer_account", "=", account).where("application_id", "=", id).execute();
  return gone;
}

function columns(form: MobileAppForm) {
  const { greeting_en, greeting_sw, consent_en, consent_sw, away_text_en, away_text_sw, ...plain } = form;
  return {
    ...plain,
    greeting: JSON.stringify({ en: greeting_en, sw: greeting_sw }),
    consent: JSON.stringify({ en: consent_en, sw: consent_sw }),
    away_text: JSON.stringify({ en: away_text_en, sw: away_text_sw }),
  };
}

import { sql } from "kysely";
import { leftOutReasons } from "../../../rules/whatsapp/left-out";
import { priceCountry, priceFrom } from "../../../rules/whatsapp/prices";
import { type TemplateComponent, templateVariables } from "../../../rules/whatsapp/templates";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { ConnectedNumber } from "../../social/contract.whatsapp";
import type { BroadcastForm, Mapping } from "../contract.broadcasts";
import type { WhatsappDeps } from "../deps";
import { connectedNumbers } from "../numbers/connected";
import { numberRow } from "../numbers/store";
import { type KeptTemplate, listPrices, loadTemplate } from "../templates/store";
import { priceDraft } from "./price";

/** Numbers of one broadcast. */
const most = 100_000;
const batchSize = 2_000;

type Author = { id: string | null; name: string };
type AudienceMember = { msisdn: string; name: string; fields: Record<string, string>; opted_out: boolean };
type Audience = { name: string; fields: string[]; people: AudienceMember[] };

function refuse(field: string, words: string): HttpError {
  return new HttpError(422, "Please correct the marked fields.", { [field]: [words] });
}

/** Reads the groups or the list, each number once. @throws HttpError 422, 503 */
async function readAudience(deps: WhatsappDeps, account: string, form: BroadcastForm): Promise<Audience> {
  const field = form.list_id === null ? "group_ids" : "list_id";
  const sources =
    form.list_id === null
      ? form.group_ids.map((group_id) => ({ group_id, list_id: null }))
      : [{ group_id: null, list_id: form.list_id }];
  if (sources.length === 0) throw refuse(field, "Choose at least one group, or give the numbers themselves.");
  const people = new Map<string, AudienceMember>();
  const names: string[] = [];
  const fields = new Set<string>(["first_name", "name"]);
  for (const source of sources) {
    let after: string | null = "";
    while (after !== null) {
      const answer = await deps.clientsOfAccount(account).messaging.audience({ body: { ...source, after } });
      if (answer.status === 404) throw refuse(field, answer.body.message);
      if (answer.status !== 200) throw new HttpError(503, answer.body.message);
      const { data, name, next } = answer.body;
      if (after === "") {
        names.push(name);
        for (const one of answer.body.fields) fields.add(one);
      }
      for (const one of data) if (!people.has(one.msisdn)) people.set(one.msisdn, one);
      if (people.size > most)
        throw refuse(field, `One broadcast goes to at most ${most.toLocaleString("en-GB")} numbers.`);
      after = next;
    }
  }
  if (people.size === 0) throw refuse(field, "No one in it has a number.");
  return { name: names.join(", ").slice(0, 300), fields: [...fields], people: [...people.values()] };
}

/** The number and the template, both such that they may be used. @throws HttpError 422 */
async function choose(
  { db }: Database,
  deps: WhatsappDeps,
  account: string,
  form: Pick<BroadcastForm, "channel_id" | "template_id">,
): Promise<{ number: ConnectedNumber; template: KeptTemplate }> {
  const connected = await connectedNumbers(deps, account);
  const number = connected.find((one) => one.channel_id === form.channel_id);
  if (!number) throw refuse("channel_id", "Choose one of your numbers.");
  if (!number.active || number.stopped) throw refuse("channel_id", number.stopped || "This number is switched off.");
  return readAccount(db, account, async (trx) => {
    const known = await numberRow(trx, account, number.channel_id);
    const template = await loadTemplate(trx, account, form.template_id);
    const business = number.business_id || (known?.business_id ?? "");
    if (!template || (business !== "" && template.business_id !== business))
      throw refuse("template_id", "Choose one of this number's templates.");
    if (template.unusable) throw refuse("template_id", template.unusable);
    return { number, template };
  });
}

/** A first guess: a variable that is named like a field has its value; the first of the text is often the name. */
export function guessMapping(components: readonly TemplateComponent[], fields: readonly string[]): Mapping {
  return Object.fromEntries(
    templateVariables(components).map(({ key, name }) => {
      const same = fields.find((field) => field === name.toLowerCase());
      const field = same ?? (key === "body.1" && fields.includes("first_name") ? "first_name" : "");
      return [key, { field, text: "" }];
    }),
  );
}

/** Makes the draft with a row for each number. The account's key makes it once. @throws HttpError */
export async function makeDraft(
  database: Database,
  deps: WhatsappDeps,
  account: string,
  form: BroadcastForm,
  by: Author,
): Promise<number> {
  const before = await readAccount(database.db, account, (trx) => madeBefore(trx, account, form.key));
  if (before !== undefined) return before;
  const { number, template } = await choose(database, deps, account, form);
  const audience = await readAudience(deps, account, form);
  const draft = { key: form.key, kind: "bulk", name: form.name, number, template, audience, by } as const;
  return inAccount(database.db, account, async (trx) => {
    const id = await insertDraft(trx, account, draft);
    if (id === undefined) return (await madeBefore(trx, account, form.key)) ?? 0;
    const { components } = template;
    const mapping = guessMapping(components, audience.fields);
    await priceDraft(trx, account, id, { components, mapping, file: null });
    return id;
  });
}

async function madeBefore(trx: Trx, account: string, key: string): Promise<number | undefined> {
  const [found] = await checkedRows(
    trx,
    IdRow,
    sql`select id from whatsapp.broadcasts where customer_account = ${account} and key = ${key}`,
  );
  return found?.id;
}

type Draft = {
  key: string;
  kind: "bulk" | "single";
  name: string;
  number: Pick<ConnectedNumber, "channel_id" | "inbox_id" | "name" | "shown">;
  template: Pick<KeptTemplate, "id" | "business_id" | "name" | "language" | "category" | "components">;
  audience: Audience;
  by: Author;
};

/** @returns its id; nothing when the key was used */
export async function insertDraft(trx: Trx, account: string, draft: Draft): Promise<number | undefined> {
  const { key, kind, name, number, template, audience, by } = draft;
  const [made] = await checkedRows(
    trx,
    IdRow,
    sql`
    insert into whatsapp.broadcasts (customer_account, key, kind, name, channel_id, inbox_id, number_name, business_id,
      template_id, template_name, language, category, components, audience, fields, created_by, user_id)
    values (${account}, ${key}, ${kind}, ${name}, ${number.channel_id}, ${number.inbox_id}, ${number.shown || number.name},
      ${template.business_id}, ${template.id}, ${template.name}, ${template.language}, ${template.category},
      ${json(template.components)}, ${audience.name}, ${audience.fields}::text[], ${by.name}, ${by.id})
    on conflict (customer_account, key) do nothing returning id`,
  );
  if (!made) return undefined;
  const list = await listPrices(trx);
  for (let from = 0; from < audience.people.length; from += batchSize) {
    const batch = audience.people.slice(from, from + batchSize).map((person, place) => {
      const country = priceCountry(person.msisdn);
      const named = person.name ? { name: person.name, first_name: person.name.trim().split(/\s+/)[0] ?? "" } : {};
      return {
        ...{ seq: from + place + 1, msisdn: person.msisdn, name: person.name },
        ...{ fields: { ...named, ...person.fields }, country, opted_out: person.opted_out },
        price: priceFrom(list, template.category, country),
      };
    });
    await sql`
      insert into whatsapp.recipients (customer_account, broadcast_id, seq, msisdn, name, fields, country, price, state, reason)
      select ${account}, ${made.id}::bigint, r.seq, r.msisdn, r.name, r.fields, r.country, r.price,
        case when r.opted_out or o.msisdn is not null then 'left out' else 'queued' end,
        case when r.opted_out then ${leftOutReasons.blacklist} when o.msisdn is not null then ${leftOutReasons.marketing} else '' end
      from jsonb_to_recordset(${json(batch)}) as r (seq int, msisdn text, name text, fields jsonb, country text, opted_out boolean, price int)
      left join whatsapp.opt_outs o on o.customer_account = ${account} and o.msisdn = r.msisdn
        and ${template.category} = 'MARKETING'`.execute(trx);
  }
  return made.id;
}

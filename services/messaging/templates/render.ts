import { sql } from "kysely";
import { z } from "zod";
import { compile } from "../../../rules/merge";
import { countParts, isGsm, messageText } from "../../../rules/segments";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { RenderedTemplate, Template } from "../contract.templates";

type Person = { msisdn: string | null; email: string | null; name: string; fields: Record<string, string> };

const PersonRow = z.object({
  msisdn: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string(),
  group_name: z.string().nullable(),
  group_fields: z.record(z.string(), z.string()).nullable(),
});

/** What is known of a contact: of several groups the newest member row wins, field by field. */
async function loadPerson(trx: Trx, account: string, contact: number): Promise<Person | undefined> {
  const rows = await checkedRows(
    trx,
    PersonRow,
    sql`
    select c.msisdn, c.email, c.name, g.name as group_name, g.fields as group_fields from messaging.contacts c
    left join messaging.group_contacts g on g.customer_account = c.customer_account and g.contact_id = c.id
    where c.customer_account = ${account} and c.id = ${contact} order by g.added_at, g.group_id`,
  );
  const [first] = rows;
  if (!first) return undefined;
  const name = rows.reduce((known, row) => row.group_name || known, first.name);
  const fields: Record<string, string> = Object.assign({}, ...rows.map((row) => row.group_fields ?? {}));
  return { msisdn: first.msisdn, email: first.email, name, fields };
}

/** Fields in which a file says what language somebody reads. */
const languageFields = ["language", "lang", "lugha"];

/** The language of the variant: as asked, else as the contact's own fields say, else English. */
function languageOf(fields: Record<string, string>, asked: "en" | "sw" | undefined): "en" | "sw" {
  if (asked) return asked;
  const said = languageFields.map((field) => fields[field] ?? "").find((value) => value !== "") ?? "";
  return /^(sw|kiswahili|swahili)/i.test(said.trim()) ? "sw" : "en";
}

/** A template as one contact would read it, or nothing when there is no such contact. Nothing is sent. */
export async function renderFor(
  trx: Trx,
  account: string,
  template: Template,
  { contact, language: asked }: { contact: number; language: "en" | "sw" | undefined },
): Promise<RenderedTemplate | undefined> {
  const person = await loadPerson(trx, account, contact);
  if (!person) return undefined;
  const wished = languageOf(person.fields, asked);
  const language = wished === "sw" && template.body_sw !== "" ? "sw" : "en";
  const words = person.name.trim().split(/\s+/);
  const merged = compile(messageText(language === "sw" ? template.body_sw : template.body))({
    name: person.name,
    first_name: words[0],
    last_name: words.length > 1 ? words.at(-1) : "",
    phone: person.msisdn,
    email: person.email,
    ...person.fields,
  });
  const sms = template.channel === "sms" ? { parts: countParts(merged.text), encoding: encodingOf(merged.text) } : {};
  return { text: merged.text, language, missing: merged.missing, ...sms };
}

function encodingOf(text: string): "GSM-7" | "UCS-2" {
  return isGsm(text) ? "GSM-7" : "UCS-2";
}

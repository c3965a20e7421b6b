import { sql } from "kysely";
import { languageInFields } from "../../../rules/survey/languages";
import { priceCountry, priceFrom } from "../../../rules/whatsapp/prices";
import type { Trx } from "../../kit/database";
import { json } from "../../kit/rows";
import { type CallContext, HttpError } from "../../kit/serve";
import type { SurveyInstanceDetail } from "../contract.instances";
import type { InstanceForm } from "../contract.runs";
import type { SurveyDeps } from "../deps";
import type { Terms } from "./detail";
import { asksOn } from "./fallback";
import { setKeywords } from "./keywords";
import { clockMinutes, type RunRow } from "./store";

/** Most people of a run. */
const mostRecipients = 100_000;

type Person = { msisdn: string; name: string; language: string | null; opted_out: boolean };
/** Its first people were read; `next` reads on. */
type ContactBase = { name: string; id: number; people: Person[]; next: string | null };
/** A form that may be kept, with what is needed beside it. */
type CheckedForm = { form: InstanceForm; terms: Terms; group: ContactBase | undefined; calendar: string };

/** What the channel of a run says of it: whether it may be used, and what it costs. @throws HttpError 503 */
export async function loadTerms(
  { clientsOfAccount, publicUrl }: Pick<SurveyDeps, "clientsOfAccount" | "publicUrl">,
  account: string,
  on: Pick<RunRow, "sender" | "channel" | "fallback" | "number_id" | "template_id">,
): Promise<Terms> {
  const { messaging, whatsapp } = clientsOfAccount(account);
  const sms = await messaging.questionTerms({ body: { sender: on.sender } });
  if (sms.status !== 200) throw new HttpError(503, "The prices of SMS can't be read right now. Please try again.");
  if (!asksOn(on, "whatsapp")) return { ...sms.body, address: publicUrl() };
  const { number_id, template_id } = on;
  const answer = await whatsapp.questionTerms({ body: { number_id, template_id } });
  if (answer.status !== 200)
    throw new HttpError(503, "The prices of WhatsApp can't be read right now. Please try again.");
  return { ...sms.body, address: publicUrl(), whatsapp: answer.body };
}

/** @throws HttpError 422 with the fields to correct, 403 for a person who may not write on WhatsApp */
export async function checkForm(deps: SurveyDeps, caller: CallContext, form: InstanceForm): Promise<CheckedForm> {
  const { account } = caller;
  if (clockMinutes(form.until) <= clockMinutes(form.from)) throw wrong("until", "The end is before the beginning.");
  if (form.fallback === form.channel_id) throw wrong("fallback", "Choose another channel than the first one.");
  const on = { ...form, channel: form.channel_id };
  if (asksOn(on, "whatsapp")) {
    // The number is a matter of that product and its permissions.
    const allowed = await deps.clientsFor(caller).whatsapp.numbers({});
    if (allowed.status !== 200) throw new HttpError(403, "You may not write on WhatsApp.");
  }
  checkJoining(form);
  const terms = await loadTerms(deps, account, on);
  if (form.sender !== "" && !terms.usable) throw wrong("sender", "Choose one of your approved sender IDs.");
  const { number_fault = "", template_fault = "" } = terms.whatsapp ?? {};
  if (form.number_id !== null && number_fault !== "") throw wrong("number_id", number_fault);
  if (form.template_id !== null && template_fault !== "") throw wrong("template_id", template_fault);
  const group = form.group_id === null ? undefined : await readPeople(deps, account, form.group_id);
  const calendar = form.calendar_id === null ? "" : await findCalendarName(deps, account, form.calendar_id);
  return { form, terms, group, calendar };
}

/** @throws HttpError 422 */
function checkJoining({ keywords, after_kind, max_joiners, channel_id, sender, number_id }: InstanceForm): void {
  const words = keywords.filter(({ word }) => word !== "");
  for (const [at, { word, language }] of words.entries())
    if (words.findIndex((one) => one.word === word) < at)
      throw wrong(`keyword_${language}`, "Another language has this keyword.");
  const joined = words.length > 0 || after_kind !== null;
  if (joined && max_joiners === null) throw wrong("max_joiners", "Enter how many people may join.");
  if (!joined && max_joiners !== null)
    throw wrong("max_joiners", "Enter a keyword or choose after what people are asked, or leave this field empty.");
  if (!joined) return;
  if (channel_id === "sms" && sender === "") throw wrong("sender", "Choose the sender ID that people write to.");
  if (channel_id === "whatsapp" && number_id === null)
    throw wrong("number_id", "Choose the WhatsApp number that people write to.");
}

/** The account's business hours. @throws HttpError 503 */
export async function loadCalendars({ clientsOfAccount }: Pick<SurveyDeps, "clientsOfAccount">, account: string) {
  const hours = await clientsOfAccount(account).ticketing.openHours({ query: { at: new Date().toISOString() } });
  if (hours.status !== 200) throw new HttpError(503, "The business hours can't be read right now. Please try again.");
  return hours.body.data;
}

/** What business hours are called. @throws HttpError 422 where there are none of this id, 503 */
async function findCalendarName(deps: SurveyDeps, account: string, id: number): Promise<string> {
  const found = (await loadCalendars(deps, account)).find((one) => one.id === id);
  if (!found) throw wrong("calendar_id", "There are no such business hours.");
  return found.name;
}

/** Some of the people of a group, in order. @throws HttpError 422 where there is no such group, 503 */
async function readPeople(
  { clientsOfAccount }: Pick<SurveyDeps, "clientsOfAccount">,
  account: string,
  id: number,
  after = "",
): Promise<ContactBase> {
  const answer = await clientsOfAccount(account).messaging.audience({ body: { group_id: id, list_id: null, after } });
  if (answer.status === 404) throw wrong("group_id", "There is no such contact group.");
  if (answer.status !== 200) throw new HttpError(503, "The contact group can't be read right now.");
  const { name, next, data } = answer.body;
  const people = data.map(({ msisdn, name, fields, opted_out }) => ({
    ...{ msisdn, name, opted_out, language: languageInFields(fields) ?? null },
  }));
  return { name, id, people, next };
}

/** The people of a group from the first ones on; the next ones are read while these are kept. @throws HttpError 422, 503 */
async function* readPages(deps: Pick<SurveyDeps, "clientsOfAccount">, account: string, first: ContactBase) {
  let read = 0;
  for (let page: ContactBase | undefined = first; page; ) {
    const { id, next, people }: ContactBase = page;
    read += people.length;
    if (read > mostRecipients) throw wrong("group_id", "A run has at most 100,000 people.");
    const following: Promise<ContactBase> | undefined = next === null ? undefined : readPeople(deps, account, id, next);
    // One that is not waited for any more may fail.
    following?.catch(() => undefined);
    yield people;
    page = await following;
  }
}

function wrong(field: string, words: string): HttpError {
  return new HttpError(422, "Please correct the marked fields.", { [field]: [words] });
}

/** Keeps the form with its contact base, and with what a template to each person costs. */
export async function setForm(
  deps: Pick<SurveyDeps, "clientsOfAccount">,
  trx: Trx,
  account: string,
  { id, survey_id }: RunRow,
  { form, terms, group, calendar }: CheckedForm,
): Promise<void> {
  const { name, channel_id, sender, group_id, language, from, until, expiry_hours, reminders, reminder_hours } = form;
  const { whatsapp } = terms;
  const number_id = whatsapp ? form.number_id : null;
  const template_id = whatsapp ? form.template_id : null;
  await sql`
    update survey.instances set name = ${name}, channel = ${channel_id}, sender = ${sender}, group_id = ${group_id},
      number_id = ${number_id}, number_name = ${whatsapp?.number_name ?? ""}, template_id = ${template_id},
      template_name = ${whatsapp?.template_name ?? ""}, opening_text = ${whatsapp?.template_text ?? ""},
      group_name = ${group?.name ?? ""}, language = ${language}, from_minute = ${clockMinutes(from)},
      until_minute = ${clockMinutes(until)}, time_zone = ${terms.time_zone}, expiry_hours = ${expiry_hours},
      reminders = ${reminders}, reminder_hours = ${reminder_hours}, fallback = ${form.fallback},
      days = ${form.days}::smallint[], calendar_id = ${form.calendar_id}, calendar_name = ${calendar},
      per_minute = ${form.per_minute}, max_joiners = ${form.max_joiners}, join_again = ${form.join_again},
      after_kind = ${form.after_kind}, after_minutes = ${form.after_minutes}, after_share = ${form.after_share},
      after_days = ${form.after_days}, trouble = ''
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await setKeywords(trx, account, id, form);
  await sql`delete from survey.recipients where customer_account = ${account} and instance_id = ${id}`.execute(trx);
  if (!group) return;
  const category = whatsapp?.category;
  for await (const people of readPages(deps, account, group)) {
    const priced = people.map((person) => ({
      ...person,
      price: whatsapp && category ? priceFrom(whatsapp.prices, category, priceCountry(person.msisdn)) : 0,
    }));
    await sql`
      insert into survey.recipients (customer_account, instance_id, msisdn, name, state, price, language)
      select ${account}, ${id}, p.msisdn, p.name, case when p.opted_out then 'skipped' else 'waiting' end, p.price,
        case when p.language = any(s.languages) and p.language <> ${language} then p.language end
      from jsonb_to_recordset(${json(priced)}) as p (msisdn text, name text, opted_out boolean, price int, language text)
      cross join (select languages from survey.surveys where customer_account = ${account} and id = ${survey_id}) s
      on conflict do nothing`.execute(trx);
  }
}

type Beginning = { estimate: NonNullable<SurveyInstanceDetail["estimate"]>; time_zone: string };

/** Notes that a run is being started: it runs when its cost is held. One that costs nothing is started. */
export async function beginRun(
  trx: Trx,
  account: string,
  id: number,
  { estimate, time_zone }: Beginning,
): Promise<void> {
  const { least_cents, most_cents, templates_cents } = estimate;
  await sql`
    update survey.instances i set time_zone = ${time_zone}, least_cents = ${least_cents}, most_cents = ${most_cents},
      status = ${most_cents === 0 ? "running" : "pending"}, started_at = ${most_cents === 0 ? sql`now()` : null},
      held_cents = ${most_cents}, sms_held_cents = ${most_cents - templates_cents}, trouble = '',
      version = (select version from survey.surveys s where s.customer_account = i.customer_account and s.id = i.survey_id)
    where i.customer_account = ${account} and i.id = ${id}`.execute(trx);
  // Unique among runs under way: another one with the same word is refused.
  await sql`update survey.keywords set open = true where customer_account = ${account} and instance_id = ${id}`.execute(
    trx,
  );
  await sql`insert into survey.runs (instance_id, customer_account, calendar_id, after_kind)
    select id, customer_account, calendar_id, after_kind from survey.instances
    where customer_account = ${account} and id = ${id}`.execute(trx);
}

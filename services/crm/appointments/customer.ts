import { sql } from "kysely";
import { z } from "zod";
import { recordKinds } from "../../../rules/crm";
import type { MessageKind } from "../../../rules/sequences";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { missing } from "../../kit/principal";
import { checkedRow } from "../../kit/row-schema";
import { type CallContext, HttpError } from "../../kit/serve";
import { type ChannelTerms, loadTerms, whyMayNotSend } from "../channels/terms";
import type { AppointmentCustomer, CustomerChoices } from "../contract.appointments";
import { recordNeeds } from "../contract.records";
import type { CrmDeps } from "../deps";

/** The lead or the contact of a record; of a deal, its contact. */
const CustomerRow = z.object({
  id: z.number().nullable(),
  kind: z.enum(recordKinds),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
});
type CustomerRow = z.infer<typeof CustomerRow>;

/** Of the record `l`; a left join has the contact of a deal as `c`. */
export const customerColumns = sql.raw(`coalesce(c.name, case when l.kind = 'deal' then '' else l.name end) as customer,
  lower(coalesce(c.email, case when l.kind = 'deal' then '' else l.email end)) as email,
  coalesce(c.phone, case when l.kind = 'deal' then '' else l.phone end) as phone`);
export const customerJoin = sql.raw(`left join crm.records c on c.customer_account = l.customer_account
  and c.id = l.contact_id and l.kind = 'deal'`);

const NamedCustomer = CustomerRow.omit({ name: true }).extend({ customer: z.string() });

async function findCustomer(trx: Trx, account: string, record: number): Promise<CustomerRow | undefined> {
  const found = await checkedRow(
    trx,
    NamedCustomer,
    sql`select case when l.kind = 'deal' then c.id else l.id end as id, l.kind, ${customerColumns}
      from crm.records l ${customerJoin} where l.customer_account = ${account} and l.id = ${record}`,
  );
  return found && { ...found, name: found.customer };
}

const noSteps: { kind: MessageKind; sender: string; template_id: null }[] = [
  { kind: "email", sender: "", template_id: null },
  { kind: "sms", sender: "", template_id: null },
];

/** Whom a record's appointments can invite and remind, or why not; with what the channels allow for these senders. */
async function loadCustomer(
  { db }: Database,
  deps: CrmDeps,
  caller: CallContext,
  record: number,
  senders: { mail_sender: string; sms_sender: string } = { mail_sender: "", sms_sender: "" },
): Promise<AppointmentCustomer & { terms: ChannelTerms | undefined }> {
  const { account } = caller;
  const found = await readAccount(db, account, (trx) => findCustomer(trx, account, record));
  const none = (reason: string) => ({
    ...{ name: "", email: "", phone: "", email_reason: reason, sms_reason: reason, terms: undefined },
  });
  if (found?.id == null) return none("The deal has no contact.");
  // A deal is seen by some who may not see contacts.
  if (found.kind === "deal" && caller.who.kind === "person" && missing(caller.who, recordNeeds.contact))
    return none(`You need the permission ${recordNeeds.contact.permissions.join(" or ")}.`);
  const { name, email, phone } = found;
  const steps = noSteps.map((step) => ({
    ...step,
    sender: step.kind === "email" ? senders.mail_sender : senders.sms_sender,
  }));
  const terms = await loadTerms(deps, account, steps, [{ email, phone }]);
  const reason = (kind: MessageKind, address: string, unknown: string) =>
    whyMayNotSend(caller, kind) ||
    (address === "" ? unknown : terms.optedOut.has(address) ? "They have opted out." : "");
  return {
    ...{ name, email, phone, terms },
    email_reason: reason("email", email, "There is no email address."),
    sms_reason: reason("sms", phone, "There is no phone number."),
  };
}

/** As a form shows it. */
export async function showCustomer(
  database: Database,
  deps: CrmDeps,
  caller: CallContext,
  record: number,
): Promise<AppointmentCustomer> {
  const { terms: _, ...customer } = await loadCustomer(database, deps, caller, record);
  return customer;
}

/**
 * What is newly chosen must be possible. What was chosen before may have become impossible: the appointment can be
 * changed all the same, and says what was not sent.
 * @throws HttpError 422, 503
 */
export async function mustReachCustomer(
  database: Database,
  deps: CrmDeps,
  caller: CallContext,
  { record, before, after }: { record: number; before: CustomerChoices | undefined; after: CustomerChoices },
): Promise<void> {
  const chosen = (["invite", "remind_email", "remind_sms"] as const).filter((name) => after[name] && !before?.[name]);
  const byMail = after.invite || after.remind_email;
  const mailFrom =
    byMail && (after.mail_sender !== before?.mail_sender || chosen.some((name) => name !== "remind_sms"));
  const smsFrom =
    after.remind_sms && (after.sms_sender !== before?.sms_sender || chosen.some((name) => name === "remind_sms"));
  if (!mailFrom && !smsFrom) return;
  const { terms, email_reason, sms_reason } = await loadCustomer(database, deps, caller, record, after);
  const errors: Record<string, string[]> = {};
  for (const name of chosen) {
    const reason = name === "remind_sms" ? sms_reason : email_reason;
    if (reason !== "") errors[`customer.${name}`] = [reason];
  }
  const refused = Object.keys(errors).length > 0;
  // A sender is asked for once it is known that something can be sent.
  if (!refused && mailFrom && terms && !terms.usable("email", after.mail_sender))
    errors["customer.mail_sender"] = [whySender(after.mail_sender, "an address")];
  if (!refused && smsFrom && terms && !terms.usable("sms", after.sms_sender))
    errors["customer.sms_sender"] = [whySender(after.sms_sender, "a sender ID")];
  if (Object.keys(errors).length > 0) throw new HttpError(422, "Please correct the marked fields.", errors);
}

function whySender(sender: string, what: string): string {
  return sender === "" ? `Choose ${what} that it is from.` : `Choose ${what} that can be used: this one can't.`;
}

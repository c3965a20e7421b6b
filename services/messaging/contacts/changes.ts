import { sql } from "kysely";
import type { z } from "zod";
import { fieldName } from "../../../rules/merge";
import { showPhone } from "../../../rules/phone";
import { parsePhone } from "../../../rules/phone.foreign";
import type { RefusedRow } from "../../kit/contact-file/shapes";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { sendLater } from "../../kit/jobs";
import { plain } from "../../kit/plain";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { Contact, ContactForm, ContactGroup } from "../contract.contacts";
import {
  dropStrays,
  findMember,
  type GroupMemberRow,
  knownMembers,
  putMembers,
  removeMember,
  renumber,
  rewriteMember,
} from "./members";
import { lockAdding, lockContacts, lockGroup } from "./store";

type Form = z.output<typeof ContactForm>;

type RefusedForm = z.infer<typeof RefusedRow> & { existing?: string };

/**
 * Adds people by hand: the first of two rows with one number counts, bad rows come back with their reason.
 * @param existing whether those who are in the group already are changed, or refused with who they are
 */
export async function addMembers(
  trx: Trx,
  account: string,
  groupId: number,
  forms: readonly Form[],
  existing: "update" | "refuse",
) {
  await lockContacts(trx, account, "shared");
  if (forms.length > 1) await lockAdding(trx, account);
  const group = await lockGroup(trx, account, groupId);
  const members = new Map<string, GroupMemberRow>();
  const lines = new Map<string, number>();
  const refused: RefusedForm[] = [];
  for (const [at, form] of forms.entries()) {
    const read = memberIn(form, group.type);
    const key = read.ok ? (read.member.msisdn ?? `e ${read.member.email?.toLowerCase()}`) : "";
    const reason = read.ok ? (members.has(key) ? `the same as line ${lines.get(key)}` : "") : read.reason;
    if (!read.ok || reason !== "") {
      refused.push({ line: at + 1, reason, cells: [form.phone, form.name, form.email] });
      continue;
    }
    members.set(key, read.member);
    lines.set(key, at + 1);
  }
  if (existing === "refuse")
    for (const { msisdn, email, name } of await knownMembers(trx, account, groupId, [...members.values()])) {
      const key = msisdn ?? `e ${email?.toLowerCase()}`;
      members.delete(key);
      const called = name || (msisdn ? showPhone(msisdn) : (email ?? ""));
      refused.push({
        line: lines.get(key) ?? 1,
        reason: "in the group already",
        cells: [msisdn ?? "", name, email ?? ""],
        existing: called,
      });
    }
  const counts = await putMembers(trx, account, groupId, [...members.values()]);
  await append(trx, account, "contacts", { group_id: groupId });
  return { ...counts, refused };
}

type ReadMember = { ok: true; member: GroupMemberRow } | { ok: false; reason: string; field: "phone" | "email" };

function memberIn(form: Form, type: ContactGroup["type"]): ReadMember {
  const email = form.email === "" ? null : plain(form.email);
  const phone = form.phone === "" ? undefined : parsePhone(form.phone);
  if (phone && !phone.ok) return { ok: false, reason: phone.reason, field: "phone" };
  if (!phone && type !== "email") return { ok: false, reason: "no phone number", field: "phone" };
  if (!phone && email === null) return { ok: false, reason: "no email address", field: "email" };
  const fields = Object.fromEntries(
    Object.entries(form.fields).flatMap(([name, value]) => {
      const key = fieldName(name);
      return key && value !== "" ? [[key, plain(value)]] : [];
    }),
  );
  return { ok: true, member: { msisdn: phone?.e164 ?? null, email, name: plain(form.name), fields } };
}

/** Changes one member; a new number goes with the contact into every group. @throws HttpError 404, 422 */
export async function changeMember(
  trx: Trx,
  account: string,
  groupId: number,
  form: Form & { contact_id: number },
): Promise<Contact> {
  const read = memberIn(form, (await lockedFor(trx, account, groupId, form)).type);
  if (!read.ok) {
    const words = `This can't be used: ${read.reason}.`;
    throw new HttpError(422, words, { [read.field]: [words] });
  }
  const before = await findMember(trx, account, groupId, form.contact_id);
  if (!before) throw noContact();
  const { msisdn, ...said } = read.member;
  if (msisdn !== before.msisdn) {
    if (msisdn === null) throw new HttpError(422, "Enter a phone number.", { phone: ["Enter a phone number."] });
    await renumber(trx, account, form.contact_id, msisdn);
  }
  await rewriteMember(trx, account, groupId, form.contact_id, said);
  await append(trx, account, "contacts", { group_id: groupId });
  return (await findMember(trx, account, groupId, form.contact_id)) ?? unreachable();
}

/** Locks in the one order that every writer keeps: the account's contacts, then the group. */
async function lockedFor(trx: Trx, account: string, groupId: number, form: Form & { contact_id: number }) {
  const phone = form.phone === "" ? undefined : parsePhone(form.phone);
  const before = await findMember(trx, account, groupId, form.contact_id);
  if (phone?.ok && before && before.msisdn !== phone.e164) await lockContacts(trx, account, "alone");
  return lockGroup(trx, account, groupId);
}

/** Takes a contact out of a group; out of its last one, it is gone. @throws HttpError 404 */
export async function takeOut(trx: Trx, account: string, groupId: number, contactId: number): Promise<void> {
  const alone = await lockContacts(trx, account, "alone if free");
  await lockGroup(trx, account, groupId);
  if (!(await removeMember(trx, account, groupId, contactId))) throw noContact();
  if (alone) await dropStrays(trx, account, sql`${contactId}::bigint`);
  else await sendLater(trx, "messaging.ungrouped-contact", { account, contact_id: contactId });
  await append(trx, account, "contacts", { group_id: groupId });
}

/** Deletes a group with its members; contacts that are in no other group go. Answers its name. @throws HttpError */
export async function deleteGroup(trx: Trx, account: string, groupId: number): Promise<string> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await lockContacts(trx, account, "alone");
  const { name } = await lockGroup(trx, account, groupId);
  const running = await hasRows(
    trx,
    sql`
    select 1 from messaging.imports
    where customer_account = ${account} and group_id = ${groupId} and state = 'running'`,
  );
  if (running)
    throw new HttpError(409, `An import into ${name} is running. Wait until it is finished, then delete the group.`);
  await sql`create temporary table leaving (contact_id bigint primary key) on commit drop`.execute(trx);
  await sql`
    with gone as (
      delete from messaging.group_contacts where customer_account = ${account} and group_id = ${groupId}
      returning contact_id)
    insert into leaving select contact_id from gone`.execute(trx);
  await dropStrays(trx, account, sql`contact_id from leaving`);
  await sql`delete from messaging.contact_groups where customer_account = ${account} and id = ${groupId}`.execute(trx);
  await append(trx, account, "contacts", { group_id: groupId });
  return name;
}

function noContact(): HttpError {
  return new HttpError(404, "There is no such contact in this group.");
}

function unreachable(): never {
  throw new Error("a contact vanished under its lock");
}

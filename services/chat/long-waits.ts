import { sql } from "kysely";
import { brand } from "../../rules/brand";
import { sendSystemMessage } from "./messages/send";
import { remember, tellContact } from "./records/contact-events";
import { type ContactRow, contactRows } from "./records/contacts";
import { loadRouting } from "./routing/settings";
import type { UnitOfWork } from "./workspace/unit-of-work";

const words = {
  page: {
    en: "Everyone is still busy, and we are sorry. You need not stay: write your email address here, and our answer goes there too.",
    sw: "Bado wahudumu wote wana shughuli, samahani. Huhitaji kusubiri hapa: andika barua pepe yako, na tutakujibu huko pia.",
  },
  mail: {
    en: "Everyone is still busy, and we are sorry. You need not stay on this page: our answer also goes to {email}.",
    sw: "Bado wahudumu wote wana shughuli, samahani. Huhitaji kubaki kwenye ukurasa huu: jibu litatumwa pia kwa {email}.",
  },
  network: {
    en: "Everyone is still busy, and we are sorry. You need not wait: we answer here as soon as someone is free.",
    sw: "Bado wahudumu wote wana shughuli, samahani. Huhitaji kusubiri: tutakujibu hapa mara mtu atakapopatikana.",
  },
};

/** Looked at in one sweep; the others follow in the next. */
const most = 200;

/**
 * Who waits for longer than the account's longest wait is told once that they need not stay. They keep their place; on a
 * website the answer goes to their address as well. Whoever wrote while no one was there knows that already.
 */
export async function tellLongWaits(unit: UnitOfWork): Promise<void> {
  const { trx, account, now } = unit;
  const { wait_minutes } = await loadRouting(trx, account);
  if (wait_minutes === null) return;
  const waiting = await contactRows(
    trx,
    account,
    sql`c.waiting_since <= ${now}::timestamptz - make_interval(mins => ${wait_minutes}) and c.snoozed_until is null
      and (c.wait_told_at is null or c.wait_told_at < c.waiting_since) and c.channel <> 'email' and c.mail_to = ''`,
    sql`c.waiting_since, c.contact_id`,
    most,
  );
  const system: UnitOfWork = { ...unit, by: { id: null, name: brand.name, kind: "system" } };
  for (const found of waiting) await tellWaiting(system, found, wait_minutes);
}

async function tellWaiting(unit: UnitOfWork, found: ContactRow, minutes: number): Promise<void> {
  const { contact_id, channel, email, language } = found;
  const onPage = channel === "webchat";
  const mailTo = onPage ? email : "";
  await sql`
    update chat.contacts set wait_told_at = ${unit.now}, mail_to = ${mailTo}, updated_at = ${unit.now}
    where customer_account = ${unit.account} and contact_id = ${contact_id}`.execute(unit.trx);
  const kind = mailTo ? "mail" : onPage ? "page" : "network";
  const text = words[kind][language === "sw" ? "sw" : "en"].replace("{email}", mailTo);
  await sendSystemMessage(unit, found, text);
  const after = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  await remember(unit, contact_id, "warned", `After ${after} the customer was told that they need not wait here`);
  await tellContact(unit, contact_id, "changed");
}

import { sql } from "kysely";
import type { z } from "zod";
import { brand } from "../../../rules/brand";
import { dayIn } from "../../../rules/calendar";
import { formatMoney } from "../../../rules/crm-money";
import type { Trx } from "../../kit/database";
import { emailTemplate } from "../../kit/email-template";
import { mailLater } from "../../kit/mail";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { QuoteDocument, quoteCalls } from "../contract.quotes";
import type { CrmDeps } from "../deps";
import { keepSecretLink, newSecretToken } from "../links/store";
import { draftDocument, findQuote, type KeptQuote } from "./store";
import { mustBeRevision, noteInHistory } from "./write";

type SendForm = z.output<typeof quoteCalls.sendQuote.body>;
/** Who sends it, and in whose name. */
export type QuoteSender = { id: string | null; name: string; email: string };
export type QuoteSeller = QuoteDocument["seller"] & { zone: string };

/** In whose name an account offers, and its zone. @throws HttpError 503 */
export async function findSeller(deps: CrmDeps, account: string): Promise<QuoteSeller> {
  const answer = await deps.clientsOfAccount(account).identity.accountOf({});
  if (answer.status !== 200) throw new HttpError(503, "This can't be done right now. Try again in a moment.");
  const { name, phone, kra_pin, time_zone: zone } = answer.body;
  return { name, phone, kra_pin, zone };
}

/**
 * Makes the version readable at the quote's address, and mails the link where an address is given. Sending a version
 * once more only mails. @throws HttpError 404, 409
 */
export async function sendQuote(
  trx: Trx,
  account: string,
  id: number,
  { key, revision, email, message }: SendForm,
  { by, seller: { zone, ...seller }, now }: { by: QuoteSender; seller: QuoteSeller; now: Date },
): Promise<{ kept: KeptQuote; first: boolean }> {
  const kept = await findQuote(trx, account, id, now, true);
  const first = kept.state === "draft";
  // A repeated post finds it sent: the version is the same, and the mail has its key.
  if (first) mustBeRevision(kept, revision);
  if (kept.state === "expired" || dayIn(zone, now) > kept.valid_until)
    throw new HttpError(409, "Its last day is over. Change until when it is valid, then send it.");
  if (kept.state === "declined") throw new HttpError(409, "It was declined. Change it, then send the new version.");
  const token = kept.token ?? newSecretToken();
  if (first) {
    const document = { ...draftDocument(kept, seller), by: by.name || kept.by, issued_on: dayIn(zone, now) };
    await sql`
      insert into crm.quote_versions (customer_account, quote_id, version, document, sent_at, sent_by)
      values (${account}, ${id}, ${kept.version}, ${json(document)}, ${now}, ${by.name})`.execute(trx);
    await sql`
      update crm.quotes set state = 'sent', sent_at = ${now}, revision = revision + 1
      where customer_account = ${account} and id = ${id}`.execute(trx);
    await noteInHistory(trx, account, kept, "Sent", by);
  }
  if (kept.token === null) {
    await sql`update crm.quotes set token = ${token} where customer_account = ${account} and id = ${id}`.execute(trx);
    await keepSecretLink(trx, account, "quote", String(id), token);
  }
  if (email !== "") {
    const words = quoteMail(kept, { seller: seller.name, by: by.name, message, path: `/quote/${token}` });
    const mail = { to: email, ...words, ...(by.email ? { replyTo: by.email } : {}) };
    await mailLater(trx, account, mail, { key: `quote ${account} ${id} ${key}` });
  }
  return { kept: await findQuote(trx, account, id, now), first };
}

function quoteMail(
  { number, total_cents, currency, valid_until }: KeptQuote,
  { seller, by, message, path }: { seller: string; by: string; message: string; path: string },
) {
  return emailTemplate({
    subject: `Quote ${number} from ${seller}`,
    lines: [
      ...message.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || []),
      `${seller} offers you: ${formatMoney(total_cents, currency)}, valid until ${valid_until}.`,
    ],
    button: { label: "See the quote", path },
    after: ["On that page you can accept or decline it.", `${by || seller}, with ${brand.name}.`],
  });
}
